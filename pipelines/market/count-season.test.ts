import { describe, expect, it } from 'vitest';
import { waveOf } from '#domain/market/waves.ts';
import type { MeasuredSeason } from '#schemas/market-facts.ts';
import { drawNormals } from '../stories/statistics/draw-normals.ts';
import { calendarSeason, countSeason } from './count-season.ts';
import { drawVisits, type VisitsLike } from './testing/visits.ts';

const YEAR_MS = 365 * 86_400_000;
const MARKETS = 200;
const MID_MONTH = Date.UTC(2026, 10, 20);

function seasonOf(like: VisitsLike): MeasuredSeason {
  const counts = { before: new Int32Array(12), recent: new Int32Array(12) };
  for (const { at, visits } of drawVisits(like)) {
    if (at < like.asOf - 2 * YEAR_MS) continue;
    const year = at < like.asOf - YEAR_MS ? counts.before : counts.recent;
    const month = new Date(at).getUTCMonth();
    year[month] = (year[month] ?? 0) + visits;
  }
  const season = calendarSeason(counts, like.asOf);
  if (season === null) throw new Error('no season');
  return season;
}
/** Of 200 markets, the share in which chance is said to make such a season less often than `rate`. */
const told = (rate: number, like: Omit<VisitsLike, 'seed'>): number =>
  Array.from({ length: MARKETS }, (_, seed) => seasonOf({ ...like, seed: seed + 1 })).filter(
    ({ value, waveSe }) => waveOf(1, value, waveSe[0]).p < rate,
  ).length / MARKETS;

describe('a season of two years of visits', () => {
  it.each([
    { asOf: MID_MONTH, growth: 0, scatter: 0 },
    { asOf: MID_MONTH, growth: Math.LN2, scatter: 0 },
    { asOf: MID_MONTH, growth: -Math.LN2, scatter: 0.1 },
    { asOf: MID_MONTH, growth: Math.log(5), scatter: 0.1 },
    { asOf: Date.UTC(2026, 4, 1), growth: Math.LN2, scatter: 0.1 },
    { asOf: Date.UTC(2026, 0, 31), growth: Math.LN2, scatter: 0.3 },
  ])('is none where visits only grow (growth $growth, scatter $scatter)', (like) => {
    expect(told(0.05, { ...like, perDay: 40 })).toBeLessThanOrEqual(0.05);
    expect(told(0.01, { ...like, perDay: 40 })).toBeLessThanOrEqual(0.01);
  });

  it('is the true one where visits grow and have one', () => {
    const like = { asOf: MID_MONTH, growth: Math.LN2, scatter: 0.05, season: 0.3, perDay: 40 };
    expect(told(0.001, like)).toBeGreaterThan(0.95);
    const { value } = seasonOf({ ...like, seed: 1 });
    value.forEach((effect, month) =>
      expect(Math.abs(effect - 0.3 * Math.cos((2 * Math.PI * (month - 3)) / 12))).toBeLessThan(
        0.15,
      ),
    );
  });

  it('says how many it was counted on: of a longer row only the months that were compared', () => {
    const each = new Int32Array(12).fill(400);
    expect(calendarSeason({ before: each, recent: each }, MID_MONTH)?.counted).toBe(9_600);
    // Half a year at either end has no year around it.
    expect(countSeason(new Int32Array(60).fill(100), 0)?.counted).toBe(4_800);
  });

  it('is not known of hardly any visits', () => {
    const few = new Int32Array(12).fill(4);
    const many = new Int32Array(12).fill(400);
    expect(calendarSeason({ before: few, recent: many }, MID_MONTH)).toBeNull();
  });
});

describe('a season of new supply', () => {
  it('is none where supply only grows', () => {
    const found = Array.from({ length: MARKETS }, (_, seed) => {
      const days = drawVisits({ asOf: MID_MONTH, seed: seed + 1, perDay: 40, growth: 0 });
      const counts = Array.from({ length: 48 }, (_, month) =>
        Math.round((days[15 * month]?.visits ?? 0) * 10 * Math.exp(month / 24)),
      );
      return countSeason(counts, 600);
    });
    const ps = found.map((season) => waveOf(1, season?.value ?? [], season?.waveSe[0] ?? 0).p);
    expect(ps.filter((p) => p < 0.05).length / MARKETS).toBeLessThanOrEqual(0.09);
    expect(ps.filter((p) => p < 0.01).length / MARKETS).toBeLessThanOrEqual(0.03);
  });

  it.each([
    { began: 79, fell: 111, factor: 0.8 },
    { began: 90, fell: 118, factor: 1 },
  ])('is not known of the few years since it was looked at, in one of which it fell', (market) => {
    const normal = drawNormals(7);
    const counts = Int32Array.from({ length: 118 }, (_, month) => {
      if (month < market.began) return 0;
      const mean = 300 * (month >= market.fell ? market.factor : 1);
      return Math.round(mean + Math.sqrt(mean) * normal());
    });
    expect(countSeason(counts, 660)).toBeNull();
  });
});
