import { afterAll, beforeAll, expect, it } from 'vitest';
import { stepContributions } from '#pipelines/market/step-contributions.ts';
import { CONTRIBUTORS_MIN } from '#schemas/constants.ts';
import type { RawContribution } from '#schemas/events/contribution.ts';
import { insertContributions, withdrawContributions } from '#warehouse/queries/activity.ts';
import { purchasesAgainstAsks } from '#warehouse/queries/market-demand.ts';
import { openMarket, type TestMarket } from '../support/market.ts';

const AS_OF = Date.UTC(2026, 10, 20);
let market: TestMarket;

const purchase = (number: number, over: Partial<RawContribution> = {}): RawContribution => ({
  contributionId: String(number).padStart(22, '0'),
  contributor: String(number).padStart(64, '0'),
  day: '2026-11-01',
  sample: false,
  make: 'Jayco',
  model: 'Eagle',
  year: 2021,
  type: 'fifth-wheel',
  purchasePrice: 45_000,
  purchaseDate: '2026-10-03',
  purchaseType: 'dealer',
  condition: 'used',
  state: 'ID',
  zip3: '837',
  listPrice: 50_000,
  ...over,
});

beforeAll(async () => {
  market = await openMarket();
  await insertContributions(market.warehouse, [
    ...Array.from({ length: 6 }, (_, at) => purchase(at, { purchasePrice: 44_000 + 400 * at })),
    // Of one contributor many times over: counts once.
    ...Array.from({ length: 30 }, (_, at) =>
      purchase(100 + at, { contributor: '9'.padStart(64, '0'), purchasePrice: 45_000 }),
    ),
    // Withdrawn, without an asking price, of another market, of long ago, a slip of the keyboard.
    purchase(200, { purchasePrice: 30_000 }),
    purchase(201, { listPrice: undefined }),
    purchase(202, { sample: true, purchasePrice: 30_000 }),
    purchase(203, { purchaseDate: '2020-01-01', purchasePrice: 30_000 }),
    purchase(204, { purchasePrice: 450 }),
    // Four contributors are too few to be told of.
    ...Array.from({ length: 4 }, (_, at) => purchase(300 + at, { type: 'class-a' })),
  ]);
  await withdrawContributions(market.warehouse, [purchase(200).contributionId]);
});
afterAll(() => market.close());

/** What is told on a day, after its step. */
async function toldOn(day: string) {
  await stepContributions(market.warehouse, { sample: false, now: new Date(`${day}T12:00:00Z`) });
  const of = { sample: false, asOf: AS_OF, contributorsMin: CONTRIBUTORS_MIN };
  return purchasesAgainstAsks(market.warehouse, of);
}

it('tells what was paid over what was asked, each contributor once, where enough shared it', async () => {
  const rows = await toldOn('2026-11-20');
  // The four others would be what is left of the whole, so that is not told either.
  expect(rows.map(({ type, contributors }) => [type, contributors])).toEqual([['fifth-wheel', 5]]);
  const [fifthWheel] = rows;
  const logs = [...Array.from({ length: 6 }, (_, at) => 44_000 + 400 * at), 45_000].map((price) =>
    Math.log(price / 50_000),
  );
  expect(fifthWheel?.value).toBeCloseTo(
    Math.round(logs.reduce((sum, log) => sum + log, 0) / 7 / 0.005) * 0.005,
    6,
  );
  expect(fifthWheel?.se).toBeGreaterThan(0);
});

it('tells of the whole where enough shared what the types told of leave', async () => {
  await insertContributions(market.warehouse, [purchase(400, { type: 'class-c' })]);
  // One more is no step.
  expect(await toldOn('2026-11-21')).toHaveLength(1);
  await insertContributions(
    market.warehouse,
    [401, 402, 403, 404].map((at) => purchase(at)),
  );
  const rows = await toldOn('2026-11-22');
  expect(rows.map(({ type, contributors }) => [type, contributors])).toEqual([
    ['all', 15],
    ['fifth-wheel', 10],
  ]);
});

it('does not tell of the whole where few people share many types', async () => {
  const few = [601, 602, 603].map((at) => purchase(at).contributor);
  await insertContributions(market.warehouse, [
    ...Array.from({ length: 5 }, (_, at) =>
      purchase(500 + at, { type: 'pop-up', day: '2026-10-01', sample: true }),
    ),
    // Six contributions to two types that are not told of, and three people behind them.
    ...few.flatMap((contributor, at) =>
      (['class-b', 'park-model'] as const).map((type, n) =>
        purchase(600 + 2 * at + n, { type, contributor, day: '2026-10-01', sample: true }),
      ),
    ),
  ]);
  await stepContributions(market.warehouse, {
    sample: true,
    now: new Date('2026-11-22T12:00:00Z'),
  });
  const of = { sample: true, asOf: AS_OF, contributorsMin: CONTRIBUTORS_MIN };
  const rows = await purchasesAgainstAsks(market.warehouse, of);
  expect(rows.map(({ type }) => type)).toEqual(['pop-up']);
});
