import type { Candidate } from '../candidate.ts';
import type { Season } from '../facts.ts';
import { LEAST_SEASON_N, LEAST_SWING } from '../measures.ts';
import { bestOf, twoSided } from '../statistics/normal.ts';

/** Pairs of months that the two ends of a season were picked from. */
const PAIRS = 66;

/** The highest against the lowest month of every season. Those with the same two months are one thing. */
export function seasonCandidates(seasons: readonly Season[]): Candidate[] {
  return seasons.map(({ of, subject, effects, errors, n }) => {
    const high = effects.indexOf(Math.max(...effects));
    const low = effects.indexOf(Math.min(...effects));
    const swing = (effects[high] ?? 0) - (effects[low] ?? 0);
    const error = Math.hypot(errors[high] ?? 0, errors[low] ?? 0);
    const least = LEAST_SWING[of];
    return {
      id: `season/${of}/${subject.id}`,
      category: 'seasonal-patterns',
      finding: { kind: 'season', of, subject, high, low, swing },
      query: `seasons[${of}, ${subject.id}]: highest less lowest month, Šidák over ${PAIRS} pairs`,
      about: [`season/${of}/${subject.id}`, `season/${of}/${high}-${low}`],
      kin: `season/${of}`,
      effect: swing,
      error,
      interval: [swing - 1.96 * error, swing + 1.96 * error],
      p: error > 0 ? bestOf(PAIRS, twoSided(swing / error)) : 1,
      n,
      unfit:
        n < LEAST_SEASON_N
          ? `${n} counted, fewer than ${LEAST_SEASON_N}`
          : swing < least
            ? `a swing of ${swing.toFixed(4)} is less than ${least}`
            : undefined,
      size: swing / least,
    };
  });
}
