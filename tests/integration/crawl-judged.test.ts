import { afterEach, describe, expect, it } from 'vitest';
import { BYTES_ID } from '#schemas/events/raw-listing.ts';
import { crawledDays, html, linksTo, NO_SITEMAP } from '../support/sites/crawled-days.ts';
import type { Served } from '../support/sites/serve.ts';

/** What a run makes of pages that say little: it takes nothing for gone that may be on offer, and says what it did not read. */

const undone: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const undo of undone.splice(0).toReversed()) await undo();
});
const crawled = crawledDays(undone);

/** A lot whose second list tells of a unit that has no page of its own any more. */
async function toldByAList(isWhole = false) {
  const siteFile = 'read: [listings, pages]';
  const { traps, day, recordOf } = await crawled({ count: 6, siteFile, isWhole });
  await day();
  traps['/inventory'] = {
    body: linksTo('/rv/L1001', '/rv/L1003', '/rv/L1004', '/rv/L1005', '/inventory?page=2'),
  };
  traps['/inventory?page=2'] = html('Our lot', await recordOf('L1002'));
  traps['/sitemap.xml'] = NO_SITEMAP;
  traps['/rv/L1002'] = { status: 410 };
  expect((await day()).ended).toEqual([]);
  return { traps, day };
}

describe('a listing of which a list tells', () => {
  it.each<[string, Served]>([
    ['fails', { status: 500 }],
    ['is put off for long', { status: 429, headers: { 'retry-after': '7200' } }],
  ])('goes on in a run in which the list %s', async (_, answer) => {
    const { traps, day } = await toldByAList();
    traps['/inventory?page=2'] = answer;
    expect((await day()).ended).toEqual([]);
  });

  it('goes on in a trial that does not come to the list', async () => {
    const { day } = await toldByAList();
    expect((await day(24, { limit: 1 })).ended).toEqual([]);
  });

  it('goes on where its own page was read after the list, and both are away the next day', async () => {
    const { traps, day } = await toldByAList();
    delete traps['/rv/L1002'];
    await day();
    traps['/rv/L1002'] = { status: 410 };
    traps['/inventory?page=2'] = { status: 500 };
    expect((await day()).ended).toEqual([]);
  });

  it('ends where a run sees all lists without it, or none told of it for a week', async () => {
    const one = await toldByAList(true);
    one.traps['/inventory?page=2'] = html('Our lot');
    await one.day();
    await one.day();
    expect(await one.day()).toMatchObject({ ended: ['L1002'], result: { state: 'done' } });
    const other = await toldByAList();
    other.traps['/inventory?page=2'] = { status: 500 };
    expect((await other.day(7 * 24)).ended).toEqual([]);
    expect((await other.day()).ended).toEqual(['L1002']);
  });
});

it('a list whose cards cannot be read any more is missed in every run', async () => {
  const { traps, day, recordOf, edit } = await crawled({ count: 7, isWhole: true });
  await day();
  const records: string[] = [];
  for (const unit of ['L1001', 'L1002', 'L1003', 'L1004']) records.push(await recordOf(unit));
  await edit((file) => `${file.replace("'^/rv/'", "'^/unit/'")}\nread: [pages]\n`);
  traps['/sitemap.xml'] = NO_SITEMAP;
  const second = linksTo('/unit/L1003', '/unit/L1004');
  for (const unit of ['L1003', 'L1004']) traps[`/unit/${unit}`] = html('A unit');
  traps['/inventory'] = {
    body: `${(html('Our lot', ...records.slice(0, 2)) as { body: string }).body}${linksTo('/inventory?page=2')}`,
  };
  const readable = html('Our lot', ...records.slice(2)) as { body: string };
  traps['/inventory?page=2'] = { body: readable.body + second };
  expect((await day()).result).toMatchObject({ state: 'done', counts: { records: 4 } });
  traps['/inventory?page=2'] = { body: `<div class="new">Montana</div>${second}` };
  for (let n = 0; n < 5; n += 1)
    expect(await day()).toMatchObject({
      ended: [],
      result: { state: 'partial', missed: { unreadable: 1 } },
    });
});

it('a listing ends with its page where the pages of before are crawled no more', async () => {
  const { traps, day, recordOf, edit } = await crawled({ count: 6 });
  await day();
  const units = ['L1001', 'L1002', 'L1003', 'L1004', 'L1005'];
  await edit((file) => file.replace("'^/rv/'", "'^/unit/'"));
  traps['/sitemap.xml'] = NO_SITEMAP;
  traps['/inventory'] = { body: linksTo(...[...units, 'bad'].map((unit) => `/unit/${unit}`)) };
  traps['/unit/bad'] = { status: 500 };
  for (const unit of units) traps[`/unit/${unit}`] = html(unit, await recordOf(unit));
  await day();
  traps['/unit/L1002'] = { status: 410 };
  expect(await day()).toMatchObject({ ended: ['L1002'], result: { state: 'partial' } });
});

it('a listing whose own record cannot be read beside another is not taken for gone', async () => {
  const { traps, day, recordOf } = await crawled({ isWhole: true });
  await day();
  const [own, other] = [await recordOf('L1002'), await recordOf('L1003')];
  traps['/rv/L1002'] = html('Two', own.replace('"name"', '"nam'), other);
  const { ended, events } = await day();
  expect(ended).toEqual([]);
  expect(events.filter(({ unreadable }) => unreadable !== undefined)).toHaveLength(1);
  delete traps['/rv/L1002'];
  expect((await day()).ended).toEqual([]);
});

it('pages that show nothing are counted in each run, also when they are gone', async () => {
  const { traps, day } = await crawled({ count: 6, isWhole: true });
  await day();
  for (const unit of ['L1002', 'L1003']) traps[`/rv/${unit}`] = html('A unit, shown in a new way');
  for (let n = 0; n < 2; n += 1) expect((await day()).result.state).toBe('partial');
  for (let n = 0; n < 2; n += 1) {
    const { result } = await day();
    expect(result).toMatchObject({ state: 'done', counts: { gone: 2, gone_unread: 2 } });
    expect(result.warnings).toEqual([
      'Pages that show no listing that can be read: 2. What they offered is taken for gone; where they do offer something, mend the mapping',
    ]);
  }
});

it('a site of which nothing can be read is never whole', async () => {
  const { traps, lot, day } = await crawled({ isWhole: true });
  for (const { stock } of lot.units) traps[`/rv/${stock}`] = html('A unit');
  expect((await day()).result).toMatchObject({ state: 'partial', missed: { no_listings: 1 } });
});

it('a list that is empty by now is not counted as one that cannot be read', async () => {
  const { traps, day, recordOf } = await crawled({
    count: 6,
    siteFile: 'read: [listings, pages]',
    isWhole: true,
  });
  await day();
  const second = '/inventory?page=2';
  traps['/inventory'] = { body: linksTo('/rv/L1001', second) };
  traps[second] = html('Our lot', await recordOf('L1002'));
  await day();
  traps[second] = html('Our lot: nothing more');
  for (let n = 0; n < 3; n += 1) await day();
  expect((await day()).result).toMatchObject({ state: 'done', warnings: [] });
});

const SAYS_NOTHING = '{"@type":"Vehicle","description":"Call us on 12"}';

it('a site whose records cease to say anything of themselves keeps its lot', async () => {
  const { traps, lot, day } = await crawled({ count: 8, isWhole: true });
  await day();
  for (const { stock } of lot.units)
    traps[`/rv/${stock}`] = html(stock, SAYS_NOTHING.replace('12', stock));
  expect((await day()).ended).toEqual([]);
  for (const { stock } of lot.units) delete traps[`/rv/${stock}`];
  for (let n = 0; n < 3; n += 1)
    expect((await day()).ended.filter((id) => !id.startsWith(BYTES_ID))).toEqual([]);
});

describe('a listing that two pages offered, one of which is gone for good', () => {
  async function onTwoPages() {
    const site = await crawled({ count: 6 });
    const { traps, day, recordOf, origin } = site;
    await day();
    traps['/rv/montana'] = html('Montana', await recordOf('L1002'));
    traps['/b.txt'] = {
      headers: { 'content-type': 'text/plain' },
      body: `${origin}/rv/montana\n${origin}/rv/L1003`,
    };
    await day();
    traps['/rv/L1002'] = { status: 410 };
    return site;
  }
  const daysOf = async (day: () => Promise<{ ended: string[] }>, count: number) => {
    const ended: string[] = [];
    for (let n = 0; n < count; n += 1) ended.push(...(await day()).ended);
    return ended;
  };

  it('ends once the other has failed as often as it takes to let it go', async () => {
    const { traps, day } = await onTwoPages();
    traps['/rv/montana'] = { status: 500 };
    expect(await daysOf(day, 2)).toEqual([]);
    expect(await daysOf(day, 3)).toEqual(['L1002']);
  });

  it('ends as the page showed it that was seen last', async () => {
    const { traps, day, recordOf } = await onTwoPages();
    const cheaper = (await recordOf('L1002')).replace(/"price":"?[\d.]+"?/, '"price":"18000"');
    traps['/rv/montana'] = html('Montana', cheaper);
    traps['/rv/L1002'] = { status: 500 };
    await day();
    traps['/rv/L1002'] = traps['/rv/montana'] = { status: 410 };
    const { ended, events } = await day();
    expect(ended).toEqual(['L1002']);
    const end = events.find(({ fields }) => fields.removedAt !== undefined);
    expect(end?.fields.price).toBe('18000');
  });

  it('goes on where the other fails that was seen to offer it since', async () => {
    const { traps, day } = await onTwoPages();
    expect(await daysOf(day, 1)).toEqual([]);
    traps['/rv/montana'] = { status: 500 };
    expect(await daysOf(day, 5)).toEqual([]);
  });
});

it.each([
  ['partial', true],
  ['full', false],
])(
  'of a page that fails, and is linked nowhere for a while, that it is gone is believed where coverage is %s',
  async (coverage, isBelieved) => {
    const { traps, lot, day, origin, editMapping } = await crawled({ count: 6, isWhole: true });
    await editMapping((file) => file.replace('coverage: full', `coverage: ${coverage}`));
    await day();
    traps['/rv/L1002'] = { status: 500 };
    lot.units = lot.units.filter(({ stock }) => stock !== 'L1002');
    for (let n = 0; n < 5; n += 1) expect((await day()).ended).toEqual([]);
    traps['/rv/L1002'] = { status: 410 };
    traps['/b.txt'] = {
      headers: { 'content-type': 'text/plain' },
      body: `${origin}/rv/L1002`,
    };
    // A whole run of full coverage has aged it out.
    expect((await day()).ended).toEqual(isBelieved ? ['L1002'] : []);
  },
);
