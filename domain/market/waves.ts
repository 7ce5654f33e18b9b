const YEAR = 12;

/** What twelve monthly effects have of a wave that goes round so many times a year. */
export interface Wave {
  cosine: number;
  sine: number;
  /** How often chance alone makes such a wave as strong: chi squared with two degrees of freedom. */
  p: number;
}

/** `error`: standard error of the cosine and of the sine. */
export function waveOf(times: number, effects: readonly number[], error: number): Wave {
  const part = (turn: (angle: number) => number) =>
    effects.reduce((sum, effect, month) => sum + effect * weightOf(turn, times, month), 0);
  const cosine = part(Math.cos);
  const sine = part(Math.sin);
  const strength = (cosine ** 2 + sine ** 2) / error ** 2;
  return { cosine, sine, p: Number.isFinite(strength) ? Math.exp(-strength / 2) : 1 };
}

/**
 * Standard errors of the wave of twelve months and of that of six, by the covariance of the months:
 * each as in its least sure direction, so that no season looks surer than it is.
 */
export function waveErrors(covariance: (a: number, b: number) => number): [number, number] {
  const errorOf = (times: number) => {
    const between = (one: (angle: number) => number, other: (angle: number) => number) => {
      let sum = 0;
      for (let a = 0; a < YEAR; a += 1)
        for (let b = 0; b < YEAR; b += 1)
          sum += weightOf(one, times, a) * weightOf(other, times, b) * covariance(a, b);
      return sum;
    };
    const cosine = between(Math.cos, Math.cos);
    const sine = between(Math.sin, Math.sin);
    // The larger eigenvalue of the two by two.
    const widest =
      (cosine + sine) / 2 + Math.hypot((cosine - sine) / 2, between(Math.cos, Math.sin));
    return Math.sqrt(Math.max(0, widest));
  };
  return [errorOf(1), errorOf(2)];
}

/** A wave that chance makes as strong more often than this is no season. */
const CHANCE_MAX = 0.05;

/**
 * Whether there is a season at all. By its wave and not by the months picked as extremes: of twelve, two
 * always lie far apart.
 */
export const isSeasonal = ({
  value,
  waveSe: [error],
}: {
  value: readonly number[];
  waveSe: readonly [first: number, second: number];
}): boolean => waveOf(1, value, error).p <= CHANCE_MAX;

const weightOf = (turn: (angle: number) => number, times: number, month: number): number =>
  turn((2 * Math.PI * times * month) / YEAR) / (YEAR / 2);
