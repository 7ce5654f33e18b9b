import { afterEach, expect, it } from 'vitest';
import { rawListing } from '#schemas/events/raw-listing.ts';
import { dealerServer } from '../support/sites/crawled-dealer.ts';
import { lotOf } from '../support/sites/dealer.ts';
import type { Served } from '../support/sites/serve.ts';

/** Listings whose page says that they are gone, on a site of which no run sees everything. */

const undone: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const undo of undone.splice(0).toReversed()) await undo();
});
const dealer = dealerServer(undone);

async function crawled(namesVersions = true) {
  const traps: Record<string, Served> = { '/rv/L1000': { status: 500 } };
  const lot = { units: lotOf(4) };
  const { crawl, folder, served, time } = await dealer(lot, { traps, namesVersions });
  const day = async () => {
    const result = await crawl();
    time.pass(24 * 3_600_000 + 1);
    const events = (await folder.events(rawListing)).filter(({ runId }) => runId === result.runId);
    const ended = events.filter(({ fields }) => fields.removedAt !== undefined);
    return { result, events, ended };
  };
  return { traps, day, origin: served.origin };
}

it.each([
  ['names versions', true],
  ['names none', false],
])(
  'a page that is not found for the third time ends its listing, on a server that %s',
  async (_, names) => {
    const { traps, day } = await crawled(names);
    await day();
    traps['/rv/L1002'] = { status: 404 };
    for (let n = 0; n < 2; n += 1) expect((await day()).ended).toEqual([]);
    const { result, ended } = await day();
    expect(result).toMatchObject({
      state: 'partial',
      missed: { http_500: 1 },
      counts: { records: 2, gone: 1, removed: 1, published: 3 },
    });
    expect(ended).toMatchObject([
      {
        sourceId: 'L1002',
        fields: { title: '2007 Keystone Montana 3121RL', removedAt: ended[0]?.observedAt },
      },
    ]);
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
  ['says that it was sold', { body: '<title>This unit has been sold</title>' }],
])('a page that %s ends its listing at once', async (_, answer) => {
  const { traps, day } = await crawled();
  await day();
  traps['/rv/L1002'] = answer;
  const { result, ended } = await day();
  expect(ended.map(({ sourceId }) => sourceId)).toEqual(['L1002']);
  expect(result.state).toBe('partial');
});

it('a page that leads away for the third time ends its listing', async () => {
  const { traps, day } = await crawled();
  await day();
  traps['/rv/L1002'] = { status: 302, headers: { location: '/inventory' } };
  for (let n = 0; n < 2; n += 1) expect((await day()).ended).toEqual([]);
  expect((await day()).ended.map(({ sourceId }) => sourceId)).toEqual(['L1002']);
});

it('a listing that has another page by now goes on', async () => {
  const { traps, day, origin } = await crawled();
  const { events } = await day();
  const vehicle = events.find(({ sourceId }) => sourceId === 'L1002')?.record.body ?? '';
  traps['/rv/L1002'] = { status: 404 };
  traps['/rv/montana'] = { body: `<script type="application/ld+json">${vehicle}</script>` };
  traps['/b.txt'] = {
    headers: { 'content-type': 'text/plain' },
    body: `${origin}/rv/montana\n${origin}/rv/L1003`,
  };
  for (let n = 0; n < 3; n += 1) {
    const seen = (await day()).events.filter(({ sourceId }) => sourceId === 'L1002');
    expect(seen.map(({ fields }) => fields.removedAt)).toEqual([undefined]);
  }
});
