import { afterEach, describe, expect, it } from 'vitest';
import { crawledDays, html, linksTo, NO_SITEMAP } from '../support/sites/crawled-days.ts';
import type { Served } from '../support/sites/serve.ts';

/** Where most of what a run asked for seems gone, it is doubted, and ends once it was gone for long. */

const undone: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const undo of undone.splice(0).toReversed()) await undo();
});
const crawled = crawledDays(undone);

type Lot = Pick<Awaited<ReturnType<typeof crawled>>, 'traps' | 'lot'>;
function answerAll({ traps, lot }: Lot, answer: Served, from = 0): void {
  for (const { stock } of lot.units.slice(from)) traps[`/rv/${stock}`] = answer;
}
/** Each page shows its unit by another name from now on: L1001 as L1001-A. */
async function nameAnew({ traps, lot, recordOf }: Awaited<ReturnType<typeof crawled>>) {
  for (const { stock } of lot.units)
    traps[`/rv/${stock}`] = html(stock, (await recordOf(stock)).replaceAll(stock, `${stock}-A`));
}
const GONE: Served = { status: 410 };

it('most of a lot that was gone ends where its pages are crawled no more', async () => {
  const { traps, lot, day, edit } = await crawled({ count: 8 });
  await day();
  for (const { stock } of lot.units.slice(1)) traps[`/rv/${stock}`] = { status: 410 };
  expect((await day()).ended).toEqual([]);
  await edit((file) => file.replace("'^/rv/'", "'^/unit/'"));
  traps['/sitemap.xml'] = NO_SITEMAP;
  traps['/inventory'] = { body: linksTo('/unit/N1', '/unit/bad') };
  traps['/unit/bad'] = { status: 500 };
  traps['/unit/N1'] = html('New', '{"@type":"Vehicle","sku":"N1","name":"2020 Jayco Eagle"}');
  expect((await day()).ended).toHaveLength(7);
});

it('most of a lot that was gone, and then fails, ends as often as it takes to let it go', async () => {
  const { traps, lot, day } = await crawled({ count: 6 });
  await day();
  const answerAll = (status: number): void => {
    for (const { stock } of lot.units.slice(1)) traps[`/rv/${stock}`] = { status };
  };
  answerAll(410);
  expect((await day()).ended).toEqual([]);
  answerAll(500);
  const ended = [];
  for (let n = 0; n < 3; n += 1) ended.push(...(await day()).ended);
  expect(ended).toHaveLength(5);
  expect((await day()).result.warnings.join()).not.toContain('seem gone');
});

it('a site that names its units anew in each run keeps what it had for three', async () => {
  const { traps, lot, day, recordOf } = await crawled({ count: 6 });
  await day();
  const units = lot.units.slice(1).map(({ stock }) => stock);
  const records = new Map<string, string>();
  for (const unit of units) records.set(unit, await recordOf(unit));
  const ended: string[][] = [];
  for (const run of ['A', 'B', 'C']) {
    for (const [unit, record] of records)
      traps[`/rv/${unit}`] = html(unit, record.replaceAll(unit, `${unit}-${run}`));
    ended.push((await day()).ended.toSorted());
  }
  expect(ended).toEqual([[], [], units]);
});

it.each(['partial', 'full'])(
  'a site that names its units anew once keeps what it had for three runs over 20 hours, where coverage is %s',
  async (coverage) => {
    const site = await crawled({ count: 6, isWhole: true });
    const { traps, lot, day, editMapping } = site;
    await editMapping((file) => file.replace('coverage: full', `coverage: ${coverage}`));
    await day();
    const units = lot.units.map(({ stock }) => stock);
    await nameAnew(site);
    for (const hours of [1, 1, 20]) {
      const { ended, result } = await day(hours);
      // Partial, so that no sweep takes them for gone.
      expect({ ended, ...result }).toMatchObject({
        ended: [],
        state: 'partial',
        missed: { doubted: 1 },
      });
    }
    const { ended, result } = await day();
    expect(ended.toSorted()).toEqual(units);
    expect(result).toMatchObject({ state: 'done', missed: {} });
    // From then on they are what the site has.
    for (const unit of units.slice(0, 3)) {
      traps[`/rv/${unit}`] = { status: 410 };
      expect((await day()).ended).toEqual([`${unit}-A`]);
    }
  },
);

it('a lot that sells one a day is believed while its old names are doubted', async () => {
  const site = await crawled({ count: 12, isWhole: true });
  const { traps, lot, day } = site;
  await day();
  const units = lot.units.map(({ stock }) => stock);
  await nameAnew(site);
  const ended: string[][] = [];
  for (const unit of units.slice(0, 6)) {
    ended.push((await day()).ended);
    traps[`/rv/${unit}`] = { status: 410 };
  }
  expect(ended.map(({ length }) => length)).toEqual([0, 1, 13, 1, 1, 1]);
  expect((await day()).result.state).toBe('done');
});

it('a unit of two pages that are gone ends though no run asks for both', async () => {
  const siteFile = 'mostPages: 3';
  const { traps, day } = await crawled({ count: 0, isWhole: true, siteFile });
  const record = (id: string) =>
    `{"@type":"Vehicle","sku":"${id}","name":"2020 Jayco Eagle","offers":{"price":"20000"}}`;
  traps['/sitemap.xml'] = NO_SITEMAP;
  traps['/inventory'] = { body: linksTo('/rv/A', '/rv/B', '/rv/A-again', '/rv/C') };
  for (const id of ['A', 'B', 'C']) traps[`/rv/${id}`] = html(id, record(id));
  traps['/rv/A-again'] = html('A', record('A'));
  for (let run = 0; run < 4; run += 1) await day();
  traps['/rv/A'] = { status: 404 };
  traps['/rv/A-again'] = GONE;
  const ended: string[] = [];
  for (let run = 0; run < 12; run += 1) ended.push(...(await day()).ended);
  expect(ended).toEqual(['A']);
});

it('what a run doubts is not ended by one that asks for other pages', async () => {
  const siteFile = 'mostPages: 5';
  const { traps, lot, day } = await crawled({ count: 9, isWhole: true, siteFile });
  for (let run = 0; run < 3; run += 1) await day(6);
  for (const { stock } of lot.units) traps[`/rv/${stock}`] = { status: 410 };
  expect((await day(6)).ended).toEqual([]);
  for (const { stock } of lot.units) delete traps[`/rv/${stock}`];
  for (let run = 0; run < 5; run += 1) expect((await day(6)).ended).toEqual([]);
});

it('a site under repair keeps its lot also where each run asks for a part of it', async () => {
  const siteFile = 'mostPages: 5';
  const { traps, lot, day } = await crawled({ count: 9, isWhole: true, siteFile });
  for (let run = 0; run < 3; run += 1) await day(12);
  for (const { stock } of lot.units) traps[`/rv/${stock}`] = { status: 410 };
  for (let run = 0; run < 3; run += 1) expect((await day(6)).ended).toEqual([]);
});

it.each([
  ['a trial', { limit: 1 }],
  ['a scan', { wants: { scope: 'none', any: () => false } }],
])('what a run doubts waits for its pages while %s asks for none of them', async (_, options) => {
  const site = await crawled({ count: 8 });
  await site.day();
  answerAll(site, GONE, 2);
  // Nothing links to them any more: they are asked for since they are known.
  site.lot.units = site.lot.units.slice(0, 2);
  expect((await site.day()).result.missed).toMatchObject({ doubted: 1 });
  expect((await site.day(1, options)).ended).toEqual([]);
  expect((await site.day()).ended).toEqual([]);
  expect((await site.day()).ended).toHaveLength(6);
  expect((await site.day()).result.missed).not.toHaveProperty('doubted');
});

it('what a trial finds to be gone is ended by the next run that asks for it', async () => {
  const { traps, day } = await crawled({ count: 6, isWhole: true });
  await day();
  traps['/rv/L1002'] = GONE;
  const { result, ended } = await day(1, { limit: 6 });
  expect(result).toMatchObject({ missed: { trial: 1 }, counts: { gone: 1 } });
  expect(ended).toEqual([]);
  expect((await day()).ended).toEqual(['L1002']);
});

it('what a trial finds to be gone goes on where the next run sees it on offer', async () => {
  const { traps, day } = await crawled({ count: 6, isWhole: true });
  await day();
  traps['/rv/L1002'] = GONE;
  expect((await day(1, { limit: 6 })).result.counts).toMatchObject({ gone: 1 });
  delete traps['/rv/L1002'];
  expect(await day()).toMatchObject({ ended: [], result: { state: 'done' } });
});

it('a lot of which each run asks for a part ends to its last listing, and none is told of after', async () => {
  const siteFile = 'mostPages: 6';
  const site = await crawled({ count: 9, siteFile });
  for (let run = 0; run < 3; run += 1) await site.day();
  answerAll(site, GONE, 2);
  site.lot.units = site.lot.units.slice(0, 2);
  const ended: string[] = [];
  for (let run = 0; run < 8; run += 1) ended.push(...(await site.day()).ended);
  expect(ended.toSorted()).toEqual(['L1002', 'L1003', 'L1004', 'L1005', 'L1006', 'L1007', 'L1008']);
  expect((await site.day()).result.warnings).toEqual([]);
});

it('pages that fail vouch for none that says that it is gone', async () => {
  const site = await crawled({ count: 12, isWhole: true });
  await site.day();
  answerAll(site, { status: 500 });
  answerAll(site, GONE, 8);
  expect(await site.day()).toMatchObject({ ended: [], result: { missed: { doubted: 1 } } });
  for (const { stock } of site.lot.units) delete site.traps[`/rv/${stock}`];
  expect(await site.day()).toMatchObject({ ended: [], result: { state: 'done' } });
});

it.each([1, 24])(
  'new names seen before the old pages vouch for none, %d hours on either',
  async (hours) => {
    const site = await crawled({ count: 6 });
    const { traps, lot, day, recordOf } = site;
    await day();
    const old = lot.units.slice(1).map(({ stock }) => stock);
    const records = await Promise.all(old.map(recordOf));
    answerAll(site, GONE, 1);
    // Asked for first, since they never were.
    traps['/sitemap.xml'] = NO_SITEMAP;
    const renamed = old.map((unit) => `${unit}-A`);
    traps['/inventory'] = { body: linksTo(...renamed.map((unit) => `/rv/${unit}`)) };
    for (const [at, unit] of renamed.entries())
      traps[`/rv/${unit}`] = html(unit, records[at]?.replaceAll(old[at] ?? '', unit) ?? '');
    for (let run = 0; run < 2; run += 1) expect((await day(hours)).ended).toEqual([]);
  },
);

it('what a trial saw first vouches for none in the run after it', async () => {
  const site = await crawled({ count: 7, isWhole: true });
  const { traps, lot, day, recordOf } = site;
  await day();
  const old = lot.units.slice(1).map(({ stock }) => stock);
  const records = await Promise.all(old.map(recordOf));
  answerAll(site, GONE, 1);
  traps['/sitemap.xml'] = NO_SITEMAP;
  traps['/inventory'] = { body: linksTo(...old.map((unit) => `/rv/${unit}-A`)) };
  for (const [at, unit] of old.entries())
    traps[`/rv/${unit}-A`] = html(unit, records[at]?.replaceAll(unit, `${unit}-A`) ?? '');
  expect((await day(1, { limit: 13 })).result).toMatchObject({ missed: { trial: 1 } });
  expect(await day(1)).toMatchObject({ ended: [], result: { missed: { doubted: 1 } } });
  expect((await day(1)).ended).toEqual([]);
});

it('a trial that the site sends away ends nothing', async () => {
  const { traps, day } = await crawled({ count: 8, isWhole: true });
  await day();
  traps['/rv/L1002'] = GONE;
  traps['/rv/L1005'] = { status: 429, headers: { 'retry-after': '7200' } };
  const { ended, result } = await day(24, { limit: 20 });
  expect(ended).toEqual([]);
  expect(result.missed).toEqual({ host_away: 1 });
});

it('a scan that the site sends away before it has left anything out ends nothing', async () => {
  const { traps, day } = await crawled({ count: 8, isWhole: true });
  await day();
  traps['/rv/L1002'] = GONE;
  traps['/rv/L1005'] = { status: 429, headers: { 'retry-after': '7200' } };
  const { ended, result } = await day(24, { wants: { scope: 'all makes', any: () => true } });
  expect(ended).toEqual([]);
  expect(result.missed).toEqual({ host_away: 1 });
});

it.each([
  ['leads to another site', { status: 302, headers: { location: 'https://elsewhere.example/' } }],
  ['leads to a page of its own', { status: 302, headers: { location: '/maintenance' } }],
] satisfies [string, Served][])(
  'a site of which everything %s loses nothing, however long',
  async (_what, answer) => {
    const site = await crawled({ count: 6, isWhole: true });
    const { traps, day } = site;
    await day();
    answerAll(site, answer);
    for (const list of ['/inventory', '/sitemap.xml']) traps[list] = { status: 500 };
    for (let run = 0; run < 6; run += 1)
      expect(await day()).toMatchObject({ ended: [], result: { state: 'failed' } });
  },
);

it('a site of which everything leads to its front page loses nothing, also with an address that nobody saw', async () => {
  const site = await crawled({ count: 6, isWhole: true });
  const { traps, lot, day } = site;
  await day();
  const front: Served = { status: 302, headers: { location: '/' } };
  answerAll(site, front);
  traps['/rv/unseen'] = front;
  traps['/inventory'] = { status: 500 };
  const paths = [...lot.units.map(({ stock }) => `/rv/${stock}`), '/rv/unseen'];
  const urls = paths.map((path) => `<url><loc>${site.origin}${path}</loc></url>`).join('');
  traps['/sitemap.xml'] = {
    headers: { 'content-type': 'application/xml' },
    body: `<urlset>${urls}</urlset>`,
  };
  for (let run = 0; run < 6; run += 1)
    expect(await day()).toMatchObject({ ended: [], result: { state: 'failed' } });
});

it('what pages showed that failed since vouches for none', async () => {
  const site = await crawled({ count: 12, isWhole: true });
  const { traps, lot, day } = site;
  await day();
  const without = lot.units.slice(4).map(({ stock }) => `/rv/${stock}`);
  const bare = '{"@type":"Vehicle","name":"2020 Jayco Eagle","offers":{"price":"20000"}}';
  for (const path of without) traps[path] = html(path, bare);
  await day();
  for (const path of without) traps[path] = { status: 500 };
  for (let run = 0; run < 5; run += 1) await day();
  answerAll(site, GONE);
  expect((await day()).ended).toEqual([]);
});

describe('of pages that are gone while a list tells of their units', () => {
  async function toldByAList() {
    const siteFile = 'read: [listings, pages]';
    const site = await crawled({ count: 8, isWhole: true, siteFile });
    const { traps, lot, day, recordOf } = site;
    await day();
    const records = await Promise.all(lot.units.map(({ stock }) => recordOf(stock)));
    traps['/sitemap.xml'] = NO_SITEMAP;
    answerAll(site, GONE);
    const show = (count: number): void => {
      traps['/inventory'] = html('Our lot', ...records.slice(0, count));
    };
    show(8);
    for (let run = 0; run < 3; run += 1) expect((await day()).ended).toEqual([]);
    return { day, show };
  }

  it('most end only once three runs over 20 hours saw them on no list', async () => {
    const { day, show } = await toldByAList();
    show(2);
    for (const hours of [1, 1, 20]) expect((await day(hours)).ended).toEqual([]);
    expect((await day()).ended).toHaveLength(6);
  });

  it('most go on where a list tells of them again between', async () => {
    const { day, show } = await toldByAList();
    show(2);
    await day();
    show(8);
    await day();
    show(2);
    for (const hours of [1, 1]) expect((await day(hours)).ended).toEqual([]);
  });

  it('one ends at once that its list tells of no more', async () => {
    const { day, show } = await toldByAList();
    show(7);
    expect((await day()).ended).toHaveLength(1);
  });
});

it('under a long crawl delay a page read first in its round is weighed with all that come after it', async () => {
  const { traps, day } = await crawled({ count: 6, isWhole: true, crawlDelay: 7_200 });
  const until = async (done: (day: Awaited<ReturnType<typeof site.day>>) => boolean) => {
    for (let run = 1; run < 60; run += 1) if (done(await day(12))) return run;
    return Infinity;
  };
  const site = { day };
  await until(({ result }) => !('crawl_delay' in result.missed));
  traps['/rv/L1000'] = GONE;
  expect(await until(({ ended }) => ended.includes('L1000'))).toBeLessThan(20);
});

it('nothing ends by a run that did not come to its page, however often others found it so', async () => {
  const siteFile = 'mostPages: 5';
  const { traps, lot, day } = await crawled({ count: 9, isWhole: true, siteFile });
  for (let run = 0; run < 3; run += 1) await day();
  const { stock } = lot.units.at(-1) ?? { stock: '' };
  traps[`/rv/${stock}`] = html('Without a listing');
  for (let run = 0; run < 6; run += 1) await day(24, { limit: 4 });
  delete traps[`/rv/${stock}`];
  for (let run = 0; run < 4; run += 1) expect((await day()).ended).toEqual([]);
});
