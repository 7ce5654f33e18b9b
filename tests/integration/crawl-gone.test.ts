import { afterEach, describe, expect, it } from 'vitest';
import { crawledDays, html } from '../support/sites/crawled-days.ts';
import { html as page, to } from '../support/sites/crawled-site.ts';
import type { Served } from '../support/sites/serve.ts';

/** Listings whose page says that they are gone, on a site of which no run sees everything. */

const undone: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const undo of undone.splice(0).toReversed()) await undo();
});
const crawled = crawledDays(undone);

it.each([
  ['names versions', true],
  ['names none', false],
])(
  'a page that is not found for the third time ends its listing, on a server that %s',
  async (_, names) => {
    const { traps, day } = await crawled({ namesVersions: names });
    await day();
    traps['/rv/L1002'] = { status: 404 };
    for (let n = 0; n < 2; n += 1) expect((await day()).ended).toEqual([]);
    const { result, ended, events } = await day();
    expect(result).toMatchObject({
      state: 'partial',
      missed: { http_500: 1 },
      counts: { records: 2, gone: 1, removed: 1, published: 3 },
    });
    expect(ended).toEqual(['L1002']);
    const end = events.find(({ sourceId }) => sourceId === 'L1002');
    expect(end?.fields).toMatchObject({ title: '2007 Keystone Montana 3121RL' });
    expect(end?.fields.removedAt).toBe(end?.observedAt);
    // Then it is let go, and found again where it comes back.
    expect((await day()).ended).toEqual([]);
    delete traps['/rv/L1002'];
    expect((await day()).events.map(({ sourceId }) => sourceId)).toContain('L1002');
  },
);

it('a page that is found again between is not gone', async () => {
  const { traps, day } = await crawled();
  await day();
  for (const isThere of [false, false, true, false, false]) {
    if (isThere) delete traps['/rv/L1002'];
    else traps['/rv/L1002'] = { status: 404 };
    expect((await day()).ended).toEqual([]);
  }
});

it.each<[string, Served]>([
  ['is gone for good (410)', { status: 410 }],
  ['says that it was sold', html('This unit has been sold')],
  ['says so behind its name', html('2010 Keystone Montana - SOLD | Alpha RV')],
  ['says so in brackets', html('2010 Keystone Montana (Sold)')],
])('a page that %s ends its listing at once', async (_, answer) => {
  const { traps, day } = await crawled();
  await day();
  traps['/rv/L1002'] = answer;
  const { result, ended } = await day();
  expect(ended).toEqual(['L1002']);
  expect(result.state).toBe('partial');
});

it.each<[string, (origin: string) => Served]>([
  ['leads away', () => to('/inventory')],
  ['leads off the site', () => to('http://127.0.0.9/elsewhere')],
  ['leads to the page of another', (origin) => to(`${origin}/rv/L1003`)],
  ['shows nothing any more', () => html('2007 Keystone')],
])(
  'a page that %s for the third time ends its listing, and no run misses it again',
  async (_, answer) => {
    const { traps, day, origin } = await crawled({ isWhole: true });
    await day();
    traps['/rv/L1002'] = answer(origin);
    for (let n = 0; n < 2; n += 1)
      expect(await day()).toMatchObject({ ended: [], result: { state: 'partial' } });
    expect(await day()).toMatchObject({ ended: ['L1002'], result: { state: 'done' } });
    // It is still linked: neither missed again nor a dead letter of each run.
    const { result, events } = await day();
    expect(result).toMatchObject({ state: 'done', missed: {}, counts: { records: 3, gone: 1 } });
    expect(events).toHaveLength(3);
  },
);

it('a page that leads in a circle ends its listing', async () => {
  const { traps, day } = await crawled();
  await day();
  traps['/rv/L1002'] = to('/rv/L1002?a=1');
  traps['/rv/L1002?a=1'] = to('/rv/L1002');
  const ended: string[] = [];
  for (let n = 0; n < 4; n += 1) ended.push(...(await day()).ended);
  expect(ended).toEqual(['L1002']);
});

it('three runs within hours end nothing', async () => {
  const { traps, day } = await crawled();
  await day();
  traps['/rv/L1002'] = { status: 404 };
  for (let n = 0; n < 4; n += 1) expect((await day(5)).ended).toEqual([]);
  expect((await day()).ended).toEqual(['L1002']);
});

it.each<[string, Served, number]>([
  ['is not found', { status: 404 }, 4],
  ['is gone for good', { status: 410 }, 2],
  ['says that it was sold', html('This unit has been sold'), 2],
])('a lot of which all %s is believed at the third time', async (_, answer, doubted) => {
  const { traps, lot, day } = await crawled();
  await day();
  for (const { stock } of lot.units.slice(1)) traps[`/rv/${stock}`] = answer;
  for (let n = 1; n < doubted; n += 1) expect((await day()).ended).toEqual([]);
  const { ended, result } = await day();
  expect(ended).toEqual([]);
  expect(result.warnings).toContain(
    'Listings that seem gone, most of what was asked for, and are not ended yet: 3',
  );
  expect((await day()).ended.toSorted()).toEqual(['L1001', 'L1002', 'L1003']);
  expect((await day()).ended).toEqual([]);
});

describe('a lot of which all was gone for a day', () => {
  const answered = (
    lot: { units: { stock: string }[] },
    traps: Record<string, Served>,
    answer?: Served,
  ) => {
    for (const { stock } of lot.units.slice(1))
      if (answer === undefined) delete traps[`/rv/${stock}`];
      else traps[`/rv/${stock}`] = answer;
  };

  it('and is there again keeps it, also where it is gone for one day once more', async () => {
    const { traps, lot, day } = await crawled();
    await day();
    for (const gone of [true, true, false, false, true, false]) {
      answered(lot, traps, gone ? { status: 410 } : undefined);
      expect((await day()).ended).toEqual([]);
    }
  });

  it('keeps it through runs that ask for none of it', async () => {
    const { traps, lot, day } = await crawled();
    await day();
    answered(lot, traps, { status: 410 });
    await day();
    for (let n = 0; n < 3; n += 1) expect((await day(24, { limit: 1 })).ended).toEqual([]);
  });

  it('ends once, whatever its pages say after that', async () => {
    const { traps, lot, day } = await crawled();
    await day();
    const ended: string[] = [];
    for (const status of [410, 410, 404, 404, 404, 404, 404, 404]) {
      answered(lot, traps, { status });
      ended.push(...(await day()).ended);
    }
    expect(ended.toSorted()).toEqual(['L1001', 'L1002', 'L1003']);
  });
});

it('a run that its host sends away ends what it found gone', async () => {
  const { traps, day } = await crawled();
  await day();
  traps['/rv/L1001'] = { status: 410 };
  traps['/rv/L1003'] = { status: 429, headers: { 'retry-after': '7200' } };
  expect(await day()).toMatchObject({ ended: ['L1001'], result: { state: 'partial' } });
});

it('a page that fails and is not found in turn is gone in the end', async () => {
  const { traps, day } = await crawled();
  await day();
  const ended: string[] = [];
  for (const status of [500, 404, 500, 404, 500, 404]) {
    expect(ended).toEqual([]);
    traps['/rv/L1002'] = { status };
    ended.push(...(await day()).ended);
  }
  expect(ended).toEqual(['L1002']);
});

it('a page that was never known and leads to the front page is gone, and no dead letter', async () => {
  const { traps, day, origin } = await crawled({ isWhole: true });
  traps['/'] = html('New 2026 Travel Trailers | Alpha RV');
  traps['/rv/sold'] = to('/');
  traps['/b.txt'] = { headers: { 'content-type': 'text/plain' }, body: `${origin}/rv/sold` };
  const { result, events } = await day();
  expect(result).toMatchObject({ state: 'done', counts: { gone: 1 }, missed: {} });
  expect(events.filter(({ unreadable }) => unreadable !== undefined)).toEqual([]);
});

it('a page that is forbidden by now and not linked any more makes no run partial', async () => {
  const { traps, lot, day } = await crawled({ isWhole: true });
  await day();
  traps['/robots.txt'] = {
    headers: { 'content-type': 'text/plain' },
    body: 'User-agent: *\nDisallow: /rv/L1002\nDisallow: /private\nDisallow: /*sort=\nSitemap: /sitemap.xml',
  };
  lot.units = lot.units.filter(({ stock }) => stock !== 'L1002');
  for (let n = 0; n < 3; n += 1)
    expect(await day()).toMatchObject({ ended: [], result: { state: 'partial' } });
  expect(await day()).toMatchObject({ ended: [], result: { state: 'done', missed: {} } });
});

it('a unit that a page showed beside its own goes on where its own page was not read', async () => {
  const { traps, day, recordOf } = await crawled();
  await day();
  const [own, other] = [await recordOf('L1002'), await recordOf('L1001')];
  traps['/rv/L1002'] = html('Two', `[${own},${other}]`);
  await day();
  traps['/rv/L1002'] = html('One', own);
  traps['/rv/L1001'] = { status: 500 };
  for (let n = 0; n < 5; n += 1) expect((await day()).ended).toEqual([]);
});

it('a challenge at a page that was let go is one', async () => {
  const { traps, day } = await crawled();
  await day();
  traps['/rv/L1002'] = { status: 410 };
  expect((await day()).ended).toEqual(['L1002']);
  traps['/rv/L1002'] = page('<title>Just a moment...</title><div id="challenge-form"></div>');
  expect((await day()).result.state).toBe('blocked');
});

it('a page that fails for ever and is not linked any more makes no run partial', async () => {
  const { traps, lot, day } = await crawled({ isWhole: true });
  await day();
  traps['/rv/L1002'] = { status: 500 };
  lot.units = lot.units.filter(({ stock }) => stock !== 'L1002');
  for (let n = 0; n < 3; n += 1)
    expect(await day()).toMatchObject({ ended: [], result: { missed: { http_500: 1 } } });
  expect(await day()).toMatchObject({ ended: [], result: { state: 'done', coverage: 'full' } });
});

it.each([
  [410, 1],
  [404, 3],
])(
  'a page that was let go since it failed ends its listing by status %i, %i times',
  async (status, times) => {
    const { traps, day } = await crawled();
    await day();
    traps['/rv/L1002'] = { status: 500 };
    for (let n = 0; n < 3; n += 1) expect((await day()).ended).toEqual([]);
    traps['/rv/L1002'] = { status };
    for (let n = 1; n < times; n += 1) expect((await day()).ended).toEqual([]);
    expect((await day()).ended).toEqual(['L1002']);
    expect((await day()).ended).toEqual([]);
  },
);

describe('a page whose record names no id', () => {
  const withoutId = (record: string) =>
    html('One', record.replace('"sku":"L1002",', '').replace(/"vehicleId\w+":"\w+",/, ''));

  it('for one run keeps its listing', async () => {
    const { traps, day, recordOf } = await crawled();
    await day();
    traps['/rv/L1002'] = withoutId(await recordOf('L1002'));
    const { ended, events } = await day();
    expect(ended).toEqual([]);
    expect(events.filter(({ sourceId }) => sourceId.startsWith('hash:'))).toHaveLength(1);
    delete traps['/rv/L1002'];
    const back = await day();
    expect(back.events.map(({ sourceId }) => sourceId)).toContain('L1002');
    expect(back.ended).toEqual([expect.stringMatching(/^hash:/)]);
  });

  it('for three ends the listing that it was', async () => {
    const { traps, day, recordOf } = await crawled();
    await day();
    const record = await recordOf('L1002');
    traps['/rv/L1002'] = withoutId(record);
    for (let n = 0; n < 2; n += 1) expect((await day()).ended).toEqual([]);
    expect((await day()).ended).toEqual(['L1002']);
    // It is another unit by now.
    traps['/rv/L1002'] = withoutId(record.replaceAll('Montana', 'Cougar'));
    for (let n = 0; n < 2; n += 1) expect((await day()).ended).toEqual([]);
    expect((await day()).ended).toEqual([expect.stringMatching(/^hash:/)]);
  });
});

it('a page that offers another unit by now ends the one before', async () => {
  const { traps, day, recordOf } = await crawled();
  await day();
  traps['/rv/L1002'] = html('Another', (await recordOf('L1001')).replaceAll('L1001', 'L2001'));
  const { ended, events } = await day();
  expect(ended).toEqual(['L1002']);
  expect(events.map(({ sourceId }) => sourceId)).toContain('L2001');
  expect((await day()).ended).toEqual([]);
});

it('a page that moved and then is gone ends its listing', async () => {
  const { traps, day, recordOf } = await crawled();
  await day();
  traps['/rv/L1002'] = to('/rv/moved');
  traps['/rv/moved'] = html('Moved', await recordOf('L1002'));
  expect((await day()).ended).toEqual([]);
  traps['/rv/moved'] = { status: 410 };
  expect((await day()).ended).toEqual(['L1002']);
});

it.each([
  ['the one run after the other', false],
  ['in one run', true],
])('a page that moved to one that is linked is not missed, %s', async (_, atOnce) => {
  const { traps, day, recordOf, origin } = await crawled({ isWhole: true });
  await day();
  traps['/rv/montana'] = html('Montana', await recordOf('L1002'));
  traps['/b.txt'] = {
    headers: { 'content-type': 'text/plain' },
    body: `${origin}/rv/montana\n${origin}/rv/L1003`,
  };
  if (!atOnce) await day();
  traps['/rv/L1002'] = to('/rv/montana');
  for (let n = 0; n < 4; n += 1)
    expect(await day()).toMatchObject({ ended: [], result: { state: 'done', missed: {} } });
  traps['/rv/montana'] = { status: 410 };
  expect((await day()).ended).toEqual(['L1002']);
});

it('a listing that has another page by now goes on', async () => {
  const { traps, day, recordOf, origin } = await crawled();
  await day();
  traps['/rv/L1002'] = { status: 404 };
  traps['/rv/montana'] = html('Montana', await recordOf('L1002'));
  traps['/b.txt'] = {
    headers: { 'content-type': 'text/plain' },
    body: `${origin}/rv/montana\n${origin}/rv/L1003`,
  };
  for (let n = 0; n < 3; n += 1) {
    const seen = (await day()).events.filter(({ sourceId }) => sourceId === 'L1002');
    expect(seen.map(({ fields }) => fields.removedAt)).toEqual([undefined]);
  }
});
