import { expect, it } from 'vitest';
import { monthOf } from '#domain/valuation/age.ts';
import { ALL, type MarketFacts } from '#schemas/market-facts.ts';
import { CENSUS_REGIONS } from '#schemas/vocabulary.ts';
import { demandOf } from '../market/collect-facts.ts';
import { countSeason } from '../market/count-season.ts';
import { emptyFacts } from '../market/empty-facts.ts';
import { marketOverTime } from '../market/testing/over-time.ts';
import { quickFit } from '../market/testing/quick-fit.ts';
import { drawVisits } from '../market/testing/visits.ts';
import { storyFacts } from './from-market.ts';
import { drawNormals } from './statistics/draw-normals.ts';
import { tellStories } from './tell-stories.ts';

const AS_OF = Date.UTC(2026, 10, 20);
const MONTHS = 120;
const FIRST = monthOf(AS_OF) - MONTHS + 1;
const YEAR_MS = 365 * 86_400_000;
const TYPES = ['class-c', 'travel-trailer', 'fifth-wheel'] as const;
const MAKES = 6;
/** What the drawn market's regions ask apart from each other; here they shall not. */
const REGION_STEP = 0.02;

/**
 * Facts as the market's own road makes them, of a market in which visits double every year, new supply
 * grows, and besides that nothing is so.
 */
function nullMarket(seed: number): MarketFacts {
  const rows = marketOverTime({ units: 500, seed }).map((unit) => {
    const region = REGION_STEP * ((CENSUS_REGIONS as readonly string[]).indexOf(unit.region) - 1.5);
    return { ...unit, price: Math.round((unit.price ?? 1) * Math.exp(-region)) };
  });
  const onOffer = (type: string) =>
    rows.filter((unit) => unit.current && (type === ALL || unit.type === type)).length;
  return {
    ...emptyFacts(),
    index: quickFit(rows).index,
    supply: {
      firstMonth: FIRST,
      months: MONTHS,
      coverage: new Float32Array(MONTHS),
      series: ([ALL, ...TYPES] as const).map((type, at) => {
        const firstSeen = growingSupply(10 * seed + at);
        return {
          type,
          region: ALL,
          firstSeen,
          onOffer: new Int32Array(MONTHS),
          now: onOffer(type),
          yearChange: null,
          season: countSeason(firstSeen.subarray(1, MONTHS - 1), FIRST + 1),
        };
      }),
    },
    demand: growingDemand(seed, (type) => onOffer(type) / onOffer(ALL)),
  };
}

function growingSupply(seed: number): Int32Array<ArrayBuffer> {
  const normal = drawNormals(seed);
  return Int32Array.from({ length: MONTHS }, (_, month) => {
    const mean = 200 * Math.exp(month / 60);
    return Math.round(mean * Math.exp(0.1 * normal()) + Math.sqrt(mean) * normal());
  });
}

function growingDemand(seed: number, shareOf: (type: string) => number): MarketFacts['demand'] {
  const found: Parameters<typeof demandOf>[0] = { byMonth: [], byCalendar: [], byMake: [] };
  const ofMakes = Array.from({ length: MAKES }, () => [0, 0]);
  TYPES.forEach((type, at) => {
    const days = drawVisits({
      asOf: AS_OF,
      seed: 100 * seed + at,
      marketSeed: seed,
      perDay: 60 * shareOf(type),
      growth: Math.LN2,
      scatter: 0.1,
    });
    for (const { at, visits } of days) {
      found.byMonth.push({ type, month: monthOf(at), searches: visits, analyses: 0 });
      const isRecent = at >= AS_OF - YEAR_MS;
      for (let visit = 0; visit < visits; visit += 1) {
        const make = ofMakes[(visit * 7 + Math.floor(at / 86_400_000)) % MAKES];
        if (make) make[Number(isRecent)] = (make[Number(isRecent)] ?? 0) + 1;
      }
      if (at < AS_OF - 2 * YEAR_MS) continue;
      found.byCalendar.push({
        type,
        calendarMonth: new Date(at).getUTCMonth() + 1,
        visits: isRecent ? visits : 0,
        visitsBefore: isRecent ? 0 : visits,
      });
    }
  });
  found.byMake = ofMakes
    .map(([before = 0, recent = 0], make) => ({
      makeId: `make-${make}`,
      searches: recent,
      analyses: 0,
      visitsBefore: before,
    }))
    .toSorted((a, b) => b.searches - a.searches);
  return demandOf(found, { firstMonth: FIRST, months: MONTHS, asOf: AS_OF });
}

it('tells of a market that only grows at most one in twenty of what it might', () => {
  let candidates = 0;
  let real = 0;
  let told = 0;
  const kins = new Set<string>();
  for (let seed = 1; seed <= 8; seed += 1) {
    const { judged, stories } = tellStories(storyFacts(nullMarket(seed), (id) => id));
    candidates += judged.length;
    real += judged.filter(({ q }) => q <= 0.05).length;
    told += stories.length;
    for (const { kin } of judged) kins.add(kin);
  }
  expect(candidates).toBeGreaterThan(8 * 30);
  for (const kin of ['trend', 'season/price', 'season/supply', 'season/visits', 'interest'])
    expect(kins).toContain(kin);
  expect(real / candidates).toBeLessThanOrEqual(0.05);
  expect(told / candidates).toBeLessThanOrEqual(0.05);
});
