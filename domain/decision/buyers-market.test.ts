import { describe, expect, it } from 'vitest';
import { ALL, type MarketFacts } from '#schemas/market-facts.ts';
import { buyersMarketOf, type MarketOf } from './buyers-market.ts';

const OF: MarketOf = { type: 'travel-trailer', condition: 'used', region: 'South', month: 11 };

/** What an empty market knows: nothing. */
const facts = (known: Partial<MarketFacts> = {}): MarketFacts => ({
  index: { firstMonth: 0, months: 0, series: [], regions: [], newPremium: [] },
  supply: { firstMonth: 0, months: 0, coverage: new Float32Array(0), series: [] },
  priceCuts: [],
  daysOnMarket: [],
  demand: { firstMonth: 0, months: 0, series: [], makes: [] },
  ...known,
});

type Days = MarketFacts['daysOnMarket'][number];
const days = (type: Days['type'], region: Days['region'], median: number, units = 100): Days => ({
  type,
  condition: 'used',
  region,
  onOffer: { units, p25: 1, median, p75: 999 },
  gone: null,
});

type Supply = MarketFacts['supply']['series'][number];
const supply = (
  type: Supply['type'],
  region: Supply['region'],
  now: number,
  yearChange: Supply['yearChange'] = null,
): Supply => ({
  type,
  region,
  firstSeen: new Int32Array(0),
  onOffer: new Int32Array(0),
  now,
  yearChange,
  season: null,
});
const withSupply = (series: Supply[]) => facts({ supply: { ...facts().supply, series } });

describe('what the market says of bargaining', () => {
  it('is nothing where nothing is known', () => {
    expect(buyersMarketOf(facts(), OF)).toEqual({});
  });

  it('is of the region where that has enough units, else of the country', () => {
    const country = [days(ALL, ALL, 80), days('travel-trailer', ALL, 90)];
    const thin = [days(ALL, 'South', 70), days('travel-trailer', 'South', 100, 29)];
    const thick = [days(ALL, 'South', 70), days('travel-trailer', 'South', 100)];
    const of = (daysOnMarket: Days[], asked = OF) =>
      buyersMarketOf(facts({ daysOnMarket }), asked).daysOnMarket;
    expect(of([...country, ...thick])).toEqual({
      now: 100,
      usual: 70,
      condition: 'used',
      where: 'in the South',
    });
    expect(of([...country, ...thin])).toEqual({
      now: 90,
      usual: 80,
      condition: 'used',
      where: 'in the country',
    });
    expect(of([...country, ...thick], { ...OF, region: undefined })).toMatchObject({ now: 90 });
  });

  it('knows no days where half of the units were first seen on one day', () => {
    const group = days('travel-trailer', ALL, 425);
    const onOffer = { units: 900, p25: 425, median: 425, p75: 425 };
    const daysOnMarket = [days(ALL, ALL, 80), { ...group, onOffer }];
    expect(buyersMarketOf(facts({ daysOnMarket }), OF)).toEqual({});
  });

  it('says of supply how it changed over a year, where that is sure enough', () => {
    const change = { value: 0.2, se: 0.05 };
    const series = [supply('travel-trailer', 'South', 400, change)];
    expect(buyersMarketOf(withSupply(series), OF).supply).toEqual({
      now: 400,
      change: 0.2,
      se: 0.05,
      against: 'year',
      where: 'in the South',
    });
    const unsure = [supply('travel-trailer', 'South', 400, { ...change, se: 0.5 })];
    expect(buyersMarketOf(withSupply(unsure), { ...OF, region: undefined })).toEqual({});
  });

  it('says of supply without a year behind it whether the region has more than its share', () => {
    const series = [
      supply('travel-trailer', 'South', 300),
      supply(ALL, 'South', 500),
      supply('travel-trailer', ALL, 1_000),
      supply(ALL, ALL, 2_000),
    ];
    const found = buyersMarketOf(withSupply(series), OF).supply;
    expect(found).toMatchObject({ now: 300, against: 'share', where: 'in the South' });
    expect(Math.exp(found?.change ?? 0)).toBeCloseTo(1.2);
    expect(found?.se).toBeCloseTo(1 / Math.sqrt(300));
    expect(buyersMarketOf(withSupply(series), { ...OF, region: undefined })).toEqual({});
  });

  it('says nothing of a share that is all there is: of one type alone, or of one region', () => {
    const of = (inRegion: number, all: number, ofType: number) =>
      buyersMarketOf(
        withSupply([
          supply('travel-trailer', 'South', 300),
          supply(ALL, 'South', inRegion),
          supply('travel-trailer', ALL, ofType),
          supply(ALL, ALL, all),
        ]),
        OF,
      );
    expect(of(300, 1_000, 1_000)).toEqual({});
    expect(of(1_000, 1_000, 300)).toEqual({});
    expect(of(990, 1_000, 305)).toEqual({});
    expect(of(500, 2_000, 1_000).supply).toBeDefined();
  });

  it('says of cuts how many there are and how deep, unless no price was ever seen twice', () => {
    const cuts = (type: Days['type'], units: number, withCut: number) => ({
      type,
      units,
      withCut,
      cameDown: withCut,
      medianCut: 0.03,
      gap: withCut === 0 ? null : { p25: 0.02, median: 0.05, p75: 0.1 },
    });
    const of = (priceCuts: MarketFacts['priceCuts']) =>
      buyersMarketOf(facts({ priceCuts }), OF).priceCuts;
    expect(of([cuts(ALL, 1_000, 300), cuts('travel-trailer', 200, 80)])).toEqual({
      now: 0.4,
      usual: 0.3,
      depth: 0.05,
    });
    expect(of([cuts(ALL, 1_000, 0), cuts('travel-trailer', 200, 0)])).toBeUndefined();
  });

  it('takes the season of all types where its own is not known', () => {
    const season = {
      value: [0.01, ...Array(11).fill(0)],
      se: Array<number>(12).fill(0.001),
      waveSe: [0.001, 0.001] as [number, number],
    };
    const series = {
      type: ALL,
      n: new Int32Array(0),
      raw: new Float32Array(0),
      rawSe: new Float32Array(0),
      level: new Float32Array(0),
      levelSe: new Float32Array(0),
      season,
      yearChange: null,
    } as const;
    const index = { ...facts().index, series: [series] };
    expect(buyersMarketOf(facts({ index }), OF).season).toEqual({ month: 11, ...season });
  });
});
