import request from 'supertest';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { contributionStatsRoutes } from '#api/resources/contribution-stats.ts';
import { stepContributions } from '#pipelines/market/step-contributions.ts';
import { drawMarket } from '#pipelines/valuation/testing/market.ts';
import { snapshotOf } from '#pipelines/valuation/testing/snapshot.ts';
import { contributionStats } from '#schemas/api/data.ts';
import { rawContribution, type RawContribution } from '#schemas/events/contribution.ts';
import { insertContributions, withdrawContributions } from '#warehouse/queries/activity.ts';
import { contributionTotals } from '#warehouse/queries/contributions.ts';
import { openMarket } from '../support/market.ts';
import { serveSnapshot } from '../support/serve-snapshot.ts';

const market = await openMarket();
afterAll(market.close);
const snapshot = snapshotOf(drawMarket({ units: 300, seed: 3 }));
const isSample = snapshot.kind === 'sample';
const time = { now: new Date('2026-11-21T12:00:00Z') };
const app = await serveSnapshot(
  (holder) => contributionStatsRoutes(holder, market.warehouse, () => time.now),
  snapshot,
);
beforeEach(async () => {
  await market.warehouse.command('TRUNCATE TABLE contributions');
  await market.warehouse.command('TRUNCATE TABLE contribution_steps');
});

let ids = 0;
/** What the `by`th contributor shared. */
function shared(by: number, over: Partial<RawContribution> = {}): RawContribution {
  const [example] = rawContribution.examples;
  if (example === undefined) throw new Error('no example');
  return {
    ...example,
    contributionId: String((ids += 1)).padStart(22, '0'),
    contributor: String(by).padStart(64, '0'),
    sample: snapshot.kind === 'sample',
    ...over,
  };
}
const five = (over: (by: number) => Partial<RawContribution> = () => ({})) =>
  [1, 2, 3, 4, 5].map((by) => shared(by, over(by)));
const load = (...events: RawContribution[]) => insertContributions(market.warehouse, events);

const step = () => stepContributions(market.warehouse, { sample: isSample, now: time.now });

/** After the next day's step, or so much later. */
async function stats(milliseconds = 24 * 3_600_000) {
  time.now = new Date(time.now.getTime() + milliseconds);
  await step();
  const { body } = await request(app).get(contributionStats.path).expect(200);
  return contributionStats.response.parse(body);
}
const NOTHING = {
  stats: {
    totalContributions: 0,
    contributingUsers: 0,
    avgPurchasePrice: null,
    avgSavingsFromList: null,
  },
  exclusiveDataPoints: [],
  recentContributions: [],
};

it('tells nothing of four contributors, however much they share', async () => {
  expect(await stats()).toMatchObject(NOTHING);
  await load(...five().slice(0, 4), ...[1, 2, 3, 4].map((by) => shared(by)));
  expect(await stats()).toMatchObject(NOTHING);
});

it('tells of five: averages to $100, the latest to $1,000 with state and day', async () => {
  await load(
    ...five((by) => ({
      purchasePrice: 47_510 + by,
      listPrice: 52_480,
      day: `2026-11-0${by}`,
    })),
  );
  const { stats: figures, recentContributions, exclusiveDataPoints } = await stats();
  expect(figures).toEqual({
    totalContributions: 5,
    contributingUsers: 5,
    avgPurchasePrice: 47_500,
    avgSavingsFromList: 5_000,
  });
  expect(exclusiveDataPoints).toEqual(['Prices paid', 'Savings from the list price']);
  expect(recentContributions.map(({ createdAt }) => createdAt)).toEqual([
    '2026-11-05',
    '2026-11-04',
    '2026-11-03',
    '2026-11-02',
    '2026-11-01',
  ]);
  expect(recentContributions[0]).toEqual({
    year: 2021,
    make: 'Jayco',
    model: 'Eagle',
    location: 'Idaho',
    createdAt: '2026-11-05',
    rvType: 'fifth-wheel',
    purchasePrice: 48_000,
    listPrice: 52_000,
  });
});

it('lets no contributor weigh more by sharing more', async () => {
  await load(
    ...five(() => ({ purchasePrice: 40_000 })),
    ...Array.from({ length: 20 }, () => shared(5, { purchasePrice: 90_000 })),
  );
  const { stats: figures } = await stats();
  expect(figures).toMatchObject({ totalContributions: 25, contributingUsers: 5 });
  const ofFifth = (40_000 + 20 * 90_000) / 21;
  const mean = (4 * 40_000 + ofFifth) / 5;
  expect(figures.avgPurchasePrice).toBe(Math.round(mean / 100) * 100);
});

it('takes a contribution that is withdrawn out of every figure', async () => {
  const events = five();
  await load(...events);
  expect((await stats()).recentContributions).toHaveLength(5);
  await withdrawContributions(market.warehouse, [events[2]?.contributionId ?? '']);
  expect(await stats()).toMatchObject(NOTHING);
});

it('tells of savings only where five told a list price, and of no slip of the keyboard', async () => {
  await load(...five((by) => ({ listPrice: by === 1 ? undefined : 50_000, financingRate: 0.07 })));
  expect(await stats()).toMatchObject({
    stats: { avgPurchasePrice: 47_500, avgSavingsFromList: null },
    exclusiveDataPoints: ['Prices paid', 'Financing rates'],
  });
  await load(shared(1, { listPrice: 5_000_000 }));
  expect((await stats()).stats.avgSavingsFromList).toBeNull();
});

it('shows none of a type and state with fewer than five, none without a state', async () => {
  await load(
    ...five((by) => ({ state: by === 5 ? 'OR' : 'ID' })),
    ...five((by) => ({ type: by === 5 ? 'class-a' : 'class-c' })),
    ...five(() => ({ state: '', zip3: '' })),
  );
  const { stats: figures, recentContributions } = await stats();
  expect(figures).toMatchObject({ totalContributions: 15, contributingUsers: 5 });
  expect(recentContributions).toEqual([]);
});

it('shows names of the catalogue only: what somebody made up is read by nobody', async () => {
  await load(
    ...five((by) => (by === 1 ? { make: 'Call 555-0100', model: '<b>cheap</b>' } : {})),
    shared(2, { model: 'my neighbour Bob' }),
  );
  const { recentContributions } = await stats();
  expect(recentContributions).toHaveLength(4);
  for (const { make, model } of recentContributions)
    expect([make, model]).toEqual(['Jayco', 'Eagle']);
});

it('counts contributions of the market that is served, not of the other kind', async () => {
  await load(...five(() => ({ sample: snapshot.kind !== 'sample' })));
  expect(await stats()).toMatchObject(NOTHING);
});

it('tells of nobody on the day they came', async () => {
  await load(...five(() => ({ day: time.now.toISOString().slice(0, 10) })));
  expect(await stats(60_000)).toMatchObject(NOTHING);
  expect((await stats()).stats.contributingUsers).toBe(5);
});

it('does not change around one arrival, so that nobody reads a price off the difference', async () => {
  await load(...five());
  const before = await stats();
  await load(shared(6, { purchasePrice: 90_000, state: 'ID' }));
  expect(await stats()).toEqual(before);
  await load(...[7, 8, 9].map((by) => shared(by)));
  expect(await stats()).toEqual(before);
  await load(shared(10), shared(11));
  const after = await stats();
  expect(after.stats).toMatchObject({ contributingUsers: 10, totalContributions: 10 });
  expect(after.stats.avgPurchasePrice).toBeGreaterThan(before.stats.avgPurchasePrice ?? 0);
});

it('lets nobody find where the rounding turns by sharing and withdrawing their own', async () => {
  await load(...five());
  const before = await stats();
  for (const price of [60_000, 55_000, 50_000]) {
    const own = shared(1, { purchasePrice: price });
    await load(own);
    expect((await stats()).stats).toEqual(before.stats);
    await withdrawContributions(market.warehouse, [own.contributionId]);
    expect((await stats()).stats).toEqual(before.stats);
  }
});

it('takes what was withdrawn out at the next step, with four others', async () => {
  const events = [
    ...five(),
    ...[6, 7, 8, 9, 10].map((by) => shared(by, { purchasePrice: 60_000 })),
  ];
  await load(...events);
  expect((await stats()).stats).toMatchObject({ contributingUsers: 10, avgPurchasePrice: 53_800 });
  await withdrawContributions(market.warehouse, [events[0]?.contributionId ?? '']);
  // The same day still: who withdraws must not see at once what that changes.
  expect((await stats(60_000)).stats.contributingUsers).toBe(10);
  expect((await stats()).stats).toMatchObject({ contributingUsers: 5, avgPurchasePrice: 60_000 });
});

it('counts a step whose run ended before it was counted', async () => {
  await load(...five());
  await step();
  await market.warehouse.command(
    "INSERT INTO contribution_steps SELECT * REPLACE ('' AS figures) FROM contribution_steps FINAL",
  );
  expect((await stats(60_000)).stats.contributingUsers).toBe(5);
});

it('tells all of the sample with each batch, however much came since: it is of nobody', async () => {
  const told = async () => {
    await stepContributions(market.warehouse, { sample: true, now: time.now });
    return (await contributionTotals(market.warehouse, { sample: true }))?.contributors;
  };
  await load(...five(() => ({ sample: true })));
  expect(await told()).toBe(5);
  await load(shared(6, { sample: true }));
  expect(await told()).toBe(6);
  expect(await stats()).toMatchObject(NOTHING);
});
