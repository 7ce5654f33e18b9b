import { describe, expect, test } from 'vitest';
import { MONTANA, outcomeOf, sightingOf } from '../testing/listing.ts';

describe('a page that is no listing', () => {
  test.each([
    'Sorry, you have been blocked',
    'Just a moment...',
    'Attention Required! | Cloudflare',
    'Access Denied',
    'Access to this page has been denied',
    'Pardon Our Interruption',
    'Please verify you are a human',
    'Are you a robot?',
    '403 Forbidden',
    'Security Check',
  ])('"%s" is a challenge page: blocked', (title) => {
    expect(outcomeOf({ title })).toMatchObject({ kind: 'dead-letter', reason: 'blocked' });
    expect(outcomeOf({ title: 'lakeside.example', description: title })).toMatchObject({
      reason: 'blocked',
    });
  });

  test.each(['Contact Us', 'Get A Quote', 'RVs For Sale in Boise, Idaho', 'Our Locations', ''])(
    '"%s" has no vehicle, and the dead letter says so',
    (title) => {
      const outcome = outcomeOf({ title, price: '$19,995', stockNumber: 'Number' });
      expect(outcome).toMatchObject({ kind: 'dead-letter', reason: 'no_vehicle' });
      expect(outcome).toHaveProperty('detail', expect.stringContaining(`"${title}"`));
    },
  );

  test("with the dealer's name as its title has no vehicle, even where the name holds a make", () => {
    const fields = { title: 'Lakeside Airstream', dealer: 'lakesideairstream.com', price: '77831' };
    expect(outcomeOf(fields)).toMatchObject({ kind: 'dead-letter', reason: 'no_vehicle' });
    const withVin = { ...fields, vin: '1M8GDM9AXKP042788' };
    expect(outcomeOf(withVin)).toMatchObject({ kind: 'dead-letter', reason: 'no_vehicle' });
  });

  test('is not suspected where a vehicle is named', () => {
    const description = 'Just a moment from the lake, access denied to no one.';
    expect(sightingOf({ ...MONTANA, description }).make_id).toBe('keystone');
  });
});

describe('a page that no record could be read from', () => {
  const noRecord = 'the page has no JSON-LD of Vehicle';
  const reasonOf = (title: string, body = '<html></html>') =>
    outcomeOf({ title }, { unreadable: noRecord, record: { encoding: 'utf8', body } });

  test.each(['Access denied', 'Just a moment...', 'Sorry, you have been blocked'])(
    'and is called "%s" is blocked, with what was wrong',
    (title) => {
      const detail = expect.stringContaining(noRecord) as string;
      expect(reasonOf(title)).toEqual({ kind: 'dead-letter', reason: 'blocked', detail });
    },
  );

  test.each([
    '<html><head><title>lakeside.example</title><script src="https://ct.captcha-delivery.com/c.js"></script>',
    '<!doctype html><title></title><script src="/cdn-cgi/challenge-platform/h/b/orchestrate"></script>',
    '<html><iframe src="/_Incapsula_Resource?SWUDNSAI=31"></iframe></html>',
    '<html><div id="px-captcha"></div></html>',
  ])('and asks for a proof of humanity in its source is blocked: %s', (body) => {
    expect(reasonOf('lakeside.example', body)).toMatchObject({ reason: 'blocked' });
    expect(outcomeOf({}, { unreadable: 'not JSON', record: { encoding: 'utf8', body } })).toEqual(
      expect.objectContaining({ reason: 'blocked' }),
    );
  });

  test.each(['Contact Us', 'Our Locations | Lakeside RV', 'RVs For Sale in Boise, Idaho'])(
    'and is called "%s" has no vehicle',
    (title) => {
      expect(reasonOf(title)).toMatchObject({ kind: 'dead-letter', reason: 'no_vehicle' });
    },
  );

  test('but names a vehicle is unreadable: a better mapping may read it', () => {
    const form = '<html><script src="https://www.google.com/recaptcha/api.js"></script></html>';
    expect(reasonOf('2021 Keystone Montana 3121RL for Sale', form)).toMatchObject({
      reason: 'unreadable_record',
    });
  });
});

test('a record that could not be read is a dead letter with what was wrong', () => {
  expect(outcomeOf({}, { unreadable: 'not JSON at byte 12' })).toEqual({
    kind: 'dead-letter',
    reason: 'unreadable_record',
    detail: 'not JSON at byte 12',
  });
});

test("a dealer's name as title is forgotten, the listing is not", () => {
  const fields = { ...MONTANA, title: 'Lakeside RV Boise', dealer: 'Lakeside RV' };
  expect(sightingOf(fields)).toMatchObject({
    title: '',
    line_id: 'keystone/montana',
    remarks: ['title:name_of_the_dealer'],
  });
});
