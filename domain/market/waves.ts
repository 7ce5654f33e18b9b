const YEAR = 12;

/** What twelve monthly effects have of a wave that goes round so many times a year. */
export interface Wave {
  cosine: number;
  sine: number;
  /** How often chance alone makes such a wave as strong. */
  p: number;
}

/**
 * `error`: standard error of the cosine and of the sine; `degrees`: how many degrees of freedom tell it.
 * The strength is then Fisher's F of two and so many degrees, and where the error is known chi squared.
 */
export function waveOf(
  times: number,
  effects: readonly number[],
  error: number,
  degrees = Infinity,
): Wave {
  const part = (turn: (angle: number) => number) =>
    effects.reduce((sum, effect, month) => sum + effect * weightOf(turn, times, month), 0);
  const cosine = part(Math.cos);
  const sine = part(Math.sin);
  const strength = (cosine ** 2 + sine ** 2) / error ** 2;
  return { cosine, sine, p: Number.isFinite(strength) ? chance(strength, degrees) : 1 };
}

const chance = (strength: number, degrees: number): number =>
  degrees === Infinity ? Math.exp(-strength / 2) : (1 + strength / degrees) ** (-degrees / 2);

/** Degrees of freedom of what so many clusters tell; of nothing that hangs on clusters there is no end. */
export const degreesOf = (clusters: number | undefined): number =>
  clusters === undefined ? Infinity : Math.max(1, clusters - 1);

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

/** Twelve monthly effects, and how sure their waves of twelve and of six months are. */
export interface Waves {
  value: readonly number[];
  waveSe: readonly [first: number, second: number];
  /** Where they hang on dealers: as many of equal size would say as much, and the errors by them alone. */
  dealers?: { equal: number; waveSe: readonly [first: number, second: number] } | undefined;
}

/** How often chance alone makes a wave as strong, by either error: of two the one that says so more often. */
export function chanceOfWave({ value, waveSe, dealers }: Waves, times: 1 | 2): number {
  const { p } = waveOf(times, value, waveSe[times - 1] ?? Infinity);
  if (dealers === undefined) return p;
  const error = dealers.waveSe[times - 1] ?? Infinity;
  return Math.max(p, waveOf(times, value, error, degreesOf(dealers.equal)).p);
}

/**
 * Whether there is a season at all. By its wave and not by the months picked as extremes: of twelve, two
 * always lie far apart.
 */
export const isSeasonal = (season: Waves): boolean => chanceOfWave(season, 1) <= CHANCE_MAX;

const weightOf = (turn: (angle: number) => number, times: number, month: number): number =>
  turn((2 * Math.PI * times * month) / YEAR) / (YEAR / 2);
