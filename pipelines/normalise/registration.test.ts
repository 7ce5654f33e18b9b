import { describe, expect, test } from 'vitest';
import type { RawRegistration, RegistrationFields } from '#schemas/events/raw-registration.ts';
import type { RvTypeId } from '#schemas/vocabulary.ts';
import { rawRegistration } from '#schemas/events/raw-registration.ts';
import { createRegistrationNormaliser } from './registration.ts';

let makeIdOf = (make: string): string => (/jayco/i.test(make) ? 'jayco' : '');
let acceptedType: RvTypeId | '' = '';
const normalise = createRegistrationNormaliser({
  makeIds: () => makeIdOf,
  acceptedType: () => acceptedType,
});
const example = rawRegistration.examples[0] as RawRegistration;
const outcomeOf = (over: RegistrationFields) =>
  normalise({ ...example, fields: { ...example.fields, ...over } });
const factOf = (over: RegistrationFields) => {
  const outcome = outcomeOf(over);
  return outcome.kind === 'ok' ? outcome.value : outcome;
};

test('a row of a registration file is what it registers', () => {
  expect(factOf({})).toEqual({
    source: 'example-state',
    take: example.take,
    start: 32,
    event_id: example.eventId,
    run_id: example.runId,
    normaliser_version: 3,
    month: '2026-10-01',
    state: 'OR',
    region: 'West',
    type: 'travel-trailer',
    written_type: 'Travel Trailer',
    make_id: 'jayco',
    make: 'JAYCO',
    condition: 'new',
    count: 31,
  });
});

describe('places', () => {
  test.each([
    ['Oregon', 'OR', 'West'],
    ['tx', 'TX', 'South'],
    ['DC', 'DC', 'South'],
    ['BC', 'BC', 'Canada'],
    ['british columbia', 'BC', 'Canada'],
    ['Quebec', 'QC', 'Canada'],
    ['QUÉBEC', 'QC', 'Canada'],
    ['Que.', 'QC', 'Canada'],
    ['N.B.', 'NB', 'Canada'],
    ['Newfoundland', 'NL', 'Canada'],
    ['Newfoundland & Labrador', 'NL', 'Canada'],
  ])('%s is %s in %s', (text, state, region) => {
    expect(factOf({ state: text })).toMatchObject({ state, region });
  });

  test.each(['', 'ZZ', 'Mexico', 'Canada'])('%j is none, with its bytes kept', (state) => {
    expect(outcomeOf({ state })).toMatchObject({ kind: 'dead-letter', reason: 'no_state' });
  });
});

test.each<[string | undefined, number]>([
  [undefined, 1],
  ['', 1],
  ['1,204', 1_204],
])('a count of %s is %i', (count, expected) => {
  expect(factOf({ count })).toMatchObject({ count: expected });
});

test.each<[RegistrationFields, string]>([
  [{ count: '-3' }, 'no_count'],
  [{ count: 'many' }, 'no_count'],
  [{ count: '99999999' }, 'no_count'],
  [{ month: '2026-13' }, 'no_month'],
  [{ month: '10/2026' }, 'no_month'],
  [{ month: '2027-01' }, 'no_month'],
  [{ month: '1969-12' }, 'no_month'],
])('%o is put aside as %s', (fields, reason) => {
  expect(outcomeOf(fields)).toMatchObject({ kind: 'dead-letter', reason });
});

test('a row of nothing and a row of something else are dropped, each with its reason', () => {
  expect(outcomeOf({ count: '0' })).toEqual({ kind: 'drop', reason: 'nothing_registered' });
  expect(outcomeOf({ type: 'Boat trailer' })).toEqual({ kind: 'drop', reason: 'not_an_rv' });
});

test.each([
  ['U', 'used'],
  ['Certified', 'used'],
  ['N', 'new'],
  ['', 'unknown'],
])('a condition of %j is %s', (condition, expected) => {
  expect(factOf({ condition })).toMatchObject({ condition: expected });
});

test('a row that cannot be read is put aside with why', () => {
  expect(normalise({ ...example, fields: {}, unreadable: 'has 2 cells' })).toEqual({
    kind: 'dead-letter',
    reason: 'unreadable_record',
    detail: 'has 2 cells',
  });
});

test('a spelling that was accepted names its make from then on', () => {
  expect(factOf({ make: 'Kystone' })).toMatchObject({ make_id: '' });
  makeIdOf = () => 'keystone';
  expect(factOf({ make: 'Kystone' })).toMatchObject({ make_id: 'keystone' });
});

test('a spelling that was accepted names its type from then on, where no other is said', () => {
  const typesOf = () =>
    ['Qwertz', 'Fifth Wheel', 'Boat'].map((type) => {
      const fact = factOf({ type });
      return 'type' in fact ? fact.type : fact.kind;
    });
  expect(typesOf()).toEqual(['', 'fifth-wheel', 'drop']);
  acceptedType = 'toy-hauler';
  makeIdOf = () => '';
  expect(typesOf()).toEqual(['toy-hauler', 'fifth-wheel', 'toy-hauler']);
});
