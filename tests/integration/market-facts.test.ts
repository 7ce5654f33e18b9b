import { afterAll, beforeAll, expect, it } from 'vitest';
import { collectFacts } from '#pipelines/market/collect-facts.ts';
import { emptyPriceIndex } from '#pipelines/market/price-index.ts';
import { buildMarket, type BuiltMarket } from '#pipelines/units/build-market.ts';
import type { ActivityAnalysis, ActivitySearch } from '#schemas/events/activity.ts';
import type { Sighting } from '#schemas/facts.ts';
import type { MarketFacts } from '#schemas/market-facts.ts';
import { insertAnalyses, insertSearches } from '#warehouse/queries/activity.ts';
import { insertSightings } from '#warehouse/queries/facts.ts';
import { marketVisits } from '#warehouse/queries/market-demand.ts';
import { priceCuts, type PriceCutRow } from '#warehouse/queries/market-supply.ts';
import { sighting } from '../support/listings.ts';
import { openMarket, type TestMarket } from '../support/market.ts';

const AS_OF = Date.UTC(2026, 10, 20);
let market: TestMarket;
let facts: MarketFacts;
let empty: MarketFacts;
let later: MarketFacts;
let nextMonth: MarketFacts;
let laterCuts: PriceCutRow[];

beforeAll(async () => {
  market = await openMarket();
  const { warehouse } = market;
  const factsOf = ({ tables }: BuiltMarket, sample: boolean, now = new Date(AS_OF)) =>
    collectFacts(warehouse, tables, { index: emptyPriceIndex(), asOf: AS_OF, now, sample });
  empty = await factsOf(await buildMarket(warehouse, 'empty', { sample: 'auto' }), false);

  await insertSightings(warehouse, [
    // Two cuts of 10% of the price before: first to last 19%. On offer since August.
    seen('A', '2026-08-01', { price: 40_000 }),
    seen('A', '2026-09-01', { price: 36_000 }),
    seen('A', '2026-11-20', { price: 32_400 }),
    // Stands since a year, as its source says, and shows one price.
    seen('B', '2026-11-20', { first_seen_at: '2025-11-20 00:00:00.000', region: 'South' }),
    // Gone in September, after 61 days.
    seen('C', '2026-07-01', { condition: 'new' }),
    seen('C', '2026-08-31', { condition: 'new', removed_at: '2026-08-31 00:00:00.000' }),
    // Gone a year ago, after 19 days.
    seen('E', '2025-10-01', { condition: 'certified' }),
    seen('E', '2025-10-20', { condition: 'certified', removed_at: '2025-10-20 00:00:00.000' }),
    // Of no known type: it is on offer, but not among any type's.
    seen('D', '2026-11-20', { type: '', price: null, price_state: 'call' }),
  ]);
  for (const month of ['2025-10', '2026-10', '2026-11'])
    await warehouse.command(
      `INSERT INTO ingest_runs (run_id, state, source, coverage, swept_at)
       VALUES ('run-${month}', 'loaded', 'test-dealer', 'full', '${month}-19 00:00:00.000')`,
    );
  await insertSearches(warehouse, [
    visit('s-1', { makeId: 'jayco', type: 'fifth-wheel' }),
    visit('s-1', { makeId: 'jayco', type: 'fifth-wheel' }),
    visit('s-2', { makeId: 'winnebago' }),
    visit('s-3', { makeId: 'winnebago', at: '2025-06-01T00:00:00.000Z' }),
    visit('s-4', { makeId: 'airstream', sample: true }),
    // After the newest listing was seen.
    visit('s-5', { makeId: 'winnebago', at: '2026-12-01T00:00:00.000Z' }),
  ]);
  await insertAnalyses(warehouse, [
    { ...visit('a-1', { makeId: 'jayco' }), year: 2021, condition: 'used', value: 30_000 },
  ] satisfies ActivityAnalysis[]);
  const listed = await buildMarket(warehouse, 'facts', { sample: 'auto' });
  facts = await factsOf(listed, false);
  nextMonth = await factsOf(listed, false, new Date('2026-12-02T00:00:00.000Z'));

  await insertSightings(warehouse, [
    // Of a source that was never collected again.
    seen('F', '2025-01-10', { source: 'once', type: 'class-c' }),
    seen('G', '2025-01-02', { source: 'once', type: 'class-c', price: 90_000 }),
    // Corrected: it never asked three times as much.
    seen('G', '2025-01-10', { source: 'once', type: 'class-c', price: 30_000 }),
    // Came while the source was watched, for two months.
    seen('J', '2025-03-01', { source: 'once', type: 'class-a' }),
    seen('J', '2025-03-09', { source: 'once', type: 'class-a' }),
    // Cut, and raised again to more than at first.
    seen('H', '2025-01-02', { source: 'once', type: 'class-b', price: 60_000 }),
    seen('H', '2025-01-10', { source: 'once', type: 'class-b', price: 54_000 }),
    seen('H', '2025-01-20', { source: 'once', type: 'class-b', price: 61_000 }),
  ]);
  const built = await buildMarket(warehouse, 'later', { sample: 'auto' });
  later = await factsOf(built, false);
  laterCuts = await priceCuts(warehouse, built.tables);
});
afterAll(() => market.close());

const seen = (id: string, day: string, over: Partial<Sighting>): Sighting =>
  sighting({ source_id: id, stock_number: id, observed_at: `${day} 00:00:00.000`, ...over });
const visit = (id: string, over: Partial<ActivitySearch>) => ({
  id,
  at: '2026-11-01T00:00:00.000Z',
  sample: false,
  makeId: '',
  lineId: '',
  type: '' as const,
  region: '',
  results: 1,
  ...over,
});
const supplyOf = (type: string, region: string) =>
  facts.supply.series.find((series) => series.type === type && series.region === region);

it('counts units on offer and new ones by month, type and region', () => {
  expect(supplyOf('all', 'all')).toMatchObject({ now: 3 });
  expect(supplyOf('travel-trailer', 'all')).toMatchObject({ now: 2 });
  expect(supplyOf('travel-trailer', 'South')).toMatchObject({ now: 1 });
  const { firstSeen, onOffer } = supplyOf('travel-trailer', 'all') ?? {};
  // November a year ago, and then July to November.
  expect([...(firstSeen?.slice(-13) ?? [])]).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0]);
  expect([...(onOffer?.slice(-6) ?? [])]).toEqual([1, 2, 3, 2, 2, 2]);
});

it('compares supply with a year ago only where both months were wholly collected', () => {
  expect(facts.supply.coverage.slice(-2)).toEqual(Float32Array.of(1, 1));
  const changeOf = (type: string, region: string) =>
    facts.contrasts?.find(
      (of) => of.measure === 'supply' && of.type === type && of.region === region,
    );
  const change = changeOf('travel-trailer', 'all');
  expect((change?.own.value ?? 0) - (change?.others.value ?? 0)).toBeCloseTo(Math.log(2), 9);
  expect(change?.error).toBeGreaterThanOrEqual(Math.sqrt(1 / 2 + 1));
  // One dealer's lot is no market.
  expect(supplyOf('travel-trailer', 'all')?.yearChange).toBeNull();
  // None was on offer there in October a year ago.
  expect(changeOf('travel-trailer', 'South')).toBeUndefined();
});

it('measures price cuts step by step and from the first to the last price', () => {
  const [all, trailers] = facts.priceCuts;
  // Of B, seen once, nobody knows whether its price was cut.
  expect(all).toMatchObject({ type: 'all', units: 3, withCut: 1 });
  expect(trailers?.type).toBe('travel-trailer');
  expect(trailers?.medianCut).toBeCloseTo(0.1, 9);
  expect(trailers?.gap?.median).toBeCloseTo(0.19, 9);
});

it('sets the cuts of a type against those of its sources', () => {
  const cuts = later.priceCuts.find(({ type }) => type === 'class-c');
  // Of the three that this source shows again one was cut; the other source's cut is no matter.
  expect(cuts?.usual).toMatchObject({ units: 3, share: 1 / 3 });
});

it('counts a unit that was raised again among those cut, not among those that came down', () => {
  const cutsOf = (type: string) => laterCuts.find((row) => row.type === type);
  expect(cutsOf('class-b')).toMatchObject({ units: 1, withCut: 1, cameDown: 0 });
  expect(cutsOf('travel-trailer')).toMatchObject({ withCut: 1, cameDown: 1 });
});

it('counts days on the market, of what stands and of what is gone', () => {
  const days = (type: string, condition: string, region: string) =>
    facts.daysOnMarket.find(
      (row) => row.type === type && row.condition === condition && row.region === region,
    );
  expect(days('travel-trailer', 'used', 'West')?.onOffer).toMatchObject({ units: 1, median: 111 });
  expect(days('travel-trailer', 'used', 'South')?.onOffer).toMatchObject({ units: 1, median: 365 });
  expect(days('travel-trailer', 'new', 'all')).toMatchObject({
    onOffer: null,
    gone: { units: 1, median: 61 },
  });
  // Of D, seen once, nobody knows how long it has stood.
  expect(days('all', 'all', 'all')?.onOffer?.units).toBe(2);
  expect(days('travel-trailer', 'new', 'all')?.onOffer).toBeNull();
});

it('counts days only as far as a unit was seen, and not of one that stood when its source was first read', () => {
  const onOffer = (type: string) =>
    later.daysOnMarket.find(
      (row) => row.type === type && row.condition === 'all' && row.region === 'all',
    )?.onOffer;
  expect(onOffer('class-a')).toEqual({ units: 1, p25: 8, median: 8, p75: 8 });
  // G has stood for 8 days or for 800.
  expect(onOffer('class-c')).toBeNull();
});

it('counts no correction as a cut', () => {
  expect(later.priceCuts.find(({ type }) => type === 'class-c')).toMatchObject({
    units: 1,
    withCut: 0,
    gap: null,
  });
});

it('counts searches and analyses once each, of the market they were made on', () => {
  expect(facts.demand.makes).toEqual([
    { makeId: 'jayco', searches: 1, analyses: 1, visitsBefore: 0 },
    { makeId: 'winnebago', searches: 1, analyses: 0, visitsBefore: 1 },
  ]);
  const all = facts.demand.series.find(({ type }) => type === 'all');
  expect(all?.searches.at(-1)).toBe(2);
  expect(all?.analyses.at(-1)).toBe(1);
  expect(all?.season).toBeNull();
});

it('counts them up to now, also where no listing was seen since', () => {
  expect(nextMonth.demand.makes).toEqual([
    { makeId: 'jayco', searches: 1, analyses: 1, visitsBefore: 0 },
    { makeId: 'winnebago', searches: 2, analyses: 0, visitsBefore: 1 },
  ]);
  const all = nextMonth.demand.series.find(({ type }) => type === 'all');
  expect(all?.searches.slice(-2)).toEqual(new Int32Array([2, 1]));
});

it('counts visits of either year by calendar month', async () => {
  const of = { sample: false, asOf: AS_OF };
  expect((await marketVisits(market.warehouse, of)).byCalendar).toEqual([
    { type: '', calendarMonth: 6, visits: 0, visitsBefore: 1 },
    { type: '', calendarMonth: 11, visits: 2, visitsBefore: 0 },
    { type: 'fifth-wheel', calendarMonth: 11, visits: 1, visitsBefore: 0 },
  ]);
});

it('has no facts of an empty market', () => {
  expect(empty.supply.series).toEqual([]);
  expect(empty.priceCuts.filter(({ units }) => units > 0)).toEqual([]);
  expect(empty.daysOnMarket).toEqual([]);
  expect(empty.demand.makes).toEqual([]);
});
