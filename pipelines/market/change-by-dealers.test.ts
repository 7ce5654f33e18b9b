import { describe, expect, it } from 'vitest';
import { trendOf } from '#domain/market/trend.ts';
import { ALL, type PriceIndex } from '#schemas/market-facts.ts';
import { storyFacts } from '../stories/from-market.ts';
import { FALSE_DISCOVERY_RATE } from '../stories/measures.ts';
import { tellStories, type Told } from '../stories/tell-stories.ts';
import { LAST_DAY } from '../valuation/testing/market.ts';
import { emptyFacts } from './empty-facts.ts';
import {
  historyOfDealers,
  STICKER_TREND,
  STICKER_YEAR,
  type DealerOverTime,
  type HistoryLike,
} from './testing/dealers-over-time.ts';
import { quickFit } from './testing/quick-fit.ts';

const SEEDS = [1, 2, 3, 4];
const MONTH_DAYS = 365.2425 / 12;
/** Of what changes over time or lies between new and used. */
const KINS = ['trend', 'step', 'season/price', 'gap'];

const tellOf = (index: PriceIndex): Told & { index: PriceIndex } => ({
  index,
  ...tellStories(storyFacts({ ...emptyFacts(), index }, (id) => id)),
});
const tell = (like: Omit<HistoryLike, 'dealers'>) =>
  tellOf(quickFit(historyOfDealers({ dealers: 120, ...like })).index);

/** The first of each region, all for one type, of which they then are most; 17 months ago one thing happens. */
const large = (happens: (dealer: DealerOverTime, at: number) => void) => (dealers: DealerOverTime[]) =>
  dealers.slice(0, 4).forEach((dealer, at) => {
    Object.assign(dealer, { type: 'class-c', size: 40, priced: 0 });
    happens(dealer, at);
  }); // prettier-ignore
const THEN = LAST_DAY - 500;

describe('a history in which only dealers change', () => {
  it.each<[string, HistoryLike['change']]>([
    ['many come, go and reprice', undefined],
    ['large ones come, who ask more', large((dealer) => Object.assign(dealer, { from: THEN, priced: 0.1 }))],
    ['the largest goes, who asked more', large((dealer, at) => at === 1 && Object.assign(dealer, { to: THEN, priced: 0.15, size: 160 }))],
    ['the largest puts up all it has', large((dealer, at) => at === 1 && Object.assign(dealer, { repricedOn: THEN, repriced: 0.15, size: 160 }))],
  ])('tells no change of the market: %s', (_, change) => {
    const told = SEEDS.map((seed) => tell({ seed, units: 2_400, ...(change !== undefined && { change }) }));
    const candidates = told.flatMap(({ judged }) => judged).filter(({ kin }) => KINS.includes(kin));
    for (const kin of KINS) expect(candidates.map((one) => one.kin)).toContain(kin);
    const chance = candidates.filter(({ p }) => p <= FALSE_DISCOVERY_RATE);
    expect(chance.length / candidates.length).toBeLessThanOrEqual(FALSE_DISCOVERY_RATE);
    expect(told.flatMap(({ stories }) => stories.map(({ of }) => of.id))).toEqual([]);
    for (const { yearChange } of told.flatMap(({ index }) => index.series))
      expect(trendOf(yearChange)).toBe('stable');
  }); // prettier-ignore
});

describe('a history whose stickers do not rise, and which shows none', () => {
  it('tells no fall of the market, though stickers are believed to rise', () => {
    const told = SEEDS.map((seed) => {
      const rows = historyOfDealers({ units: 2_400, dealers: 120, seed }).map((unit) => {
        const asFlat = Math.exp(-STICKER_TREND * (unit.year - STICKER_YEAR));
        return { ...unit, price: Math.round((unit.price ?? 1) * asFlat), msrp: null };
      });
      return tellOf(quickFit(rows).index);
    });
    expect(told.flatMap(({ stories }) => stories.map(({ of }) => of.id))).toEqual([]);
  });
});

describe('a history in which the market changes, and dealers besides', () => {
  const since = (day: number) => (LAST_DAY - day) / MONTH_DAYS;

  it('has its fall of 8% over three years told each time, as the index and every chart have it', () => {
    const lift = (day: number) => -0.08 * (1 - Math.min(1, since(day) / 36));
    for (const seed of SEEDS) {
      const { stories, index } = tell({ seed, units: 4_000, lift });
      const found = stories.find(({ of }) => of.category === 'market-trends')?.of;
      expect(found).toMatchObject({ kin: 'trend', finding: { kind: 'trend', months: 36 } });
      expect(found?.effect).toBeGreaterThan(-0.12);
      expect(found?.effect).toBeLessThan(-0.05);
      const subject = found?.finding.kind === 'trend' ? found.finding.subject.id : '';
      const type = subject === 'market' ? ALL : subject;
      const level = index.series.find((series) => series.type === type)?.level;
      expect(found?.effect).toBeCloseTo(-(level?.at(-37) ?? Number.NaN), 6);
    }
  });

  it('has its season of 2% up and down told each time', () => {
    const lift = (day: number) => 0.02 * Math.cos((2 * Math.PI * day) / 365.2425);
    for (const seed of SEEDS) {
      const found = tell({ seed, units: 4_000, lift }).stories.map(({ of }) => of.finding);
      expect(found).toEqual([
        expect.objectContaining({ kind: 'season', of: 'price', subject: expect.objectContaining({ id: 'market' }) }),
      ]);
    }
  }); // prettier-ignore
});
