import { monthOf } from '#domain/valuation/age.ts';
import { drawNormals } from '../../stories/statistics/draw-normals.ts';

const DAY_MS = 86_400_000;
const DAYS = 731;

/** What a drawn market's visits are like; a year is 365 days. */
export interface VisitsLike {
  asOf: number;
  seed: number;
  /** Visits a day at the end. */
  perDay: number;
  /** Log growth in a year. */
  growth: number;
  /** Standard deviation, in log, of what a month has of its own; the same for the same `marketSeed`. */
  scatter?: number;
  marketSeed?: number;
  /** Log distance of April from the year's mean, opposite in October. */
  season?: number;
}

/** Visits by day, oldest first, over the two years before an instant. */
export function drawVisits(of: VisitsLike): { at: number; visits: number }[] {
  const normal = drawNormals(of.seed);
  const ofMarket = drawNormals(of.marketSeed ?? of.seed + 1_000);
  const months = Array.from({ length: 26 }, () => (of.scatter ?? 0) * ofMarket());
  const last = monthOf(of.asOf);
  return Array.from({ length: DAYS }, (_, day) => {
    const at = of.asOf - (DAYS - day) * DAY_MS;
    const calendar = new Date(at).getUTCMonth();
    const log =
      (of.growth * (at - of.asOf)) / (365 * DAY_MS) +
      (months[last - monthOf(at)] ?? 0) +
      (of.season ?? 0) * Math.cos((2 * Math.PI * (calendar - 3)) / 12);
    const mean = of.perDay * Math.exp(log);
    return { at, visits: Math.max(0, Math.round(mean + Math.sqrt(mean) * normal())) };
  });
}
