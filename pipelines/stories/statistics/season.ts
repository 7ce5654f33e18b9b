import { sum } from 'simple-statistics';

/** A year as a wave, or as a wave and one twice as fast where the months show that too. */
export interface SeasonFit {
  /** Month of the crest and of the trough of the fitted curve; January is 0. */
  high: number;
  low: number;
  /** Crest less trough, and its standard error. */
  swing: number;
  error: number;
  /** That the months would swing like this without a season: chi squared of the first wave, two degrees. */
  p: number;
  /** Cosine and sine of the first wave, with their variances. */
  wave: readonly [cosine: number, sine: number];
  variance: readonly [cosine: number, sine: number];
}

const MONTHS = 12;
/** The second wave is taken where it would come by chance less often than this. */
const SECOND_WAVE_P = 0.01;

/**
 * Fits waves to the effects of the twelve months. A single month's figure is too unsure to name the
 * dearest month by: next to each other they differ by less than their errors. All twelve together
 * tell the crest to within a fraction of a month.
 */
export function fitSeason(effects: readonly number[], errors: readonly number[]): SeasonFit {
  const first = waveOf(1, effects, errors);
  const waves = waveOf(2, effects, errors).p < SECOND_WAVE_P ? [1, 2] : [1];
  // Each fitted month is a weighted sum of the twelve, so the difference of two has a known error.
  const weight = (of: number, from: number): number =>
    waves.reduce((total, wave) => total + Math.cos(angle(wave, of - from)) / (MONTHS / 2), 0);
  const fitted = effects.map((_, of) =>
    effects.reduce((total, effect, from) => total + weight(of, from) * effect, 0),
  );
  const high = fitted.indexOf(Math.max(...fitted));
  const low = fitted.indexOf(Math.min(...fitted));
  return {
    high,
    low,
    swing: (fitted[high] ?? 0) - (fitted[low] ?? 0),
    error: Math.hypot(
      ...errors.map((error, from) => (weight(high, from) - weight(low, from)) * error),
    ),
    p: first.p,
    wave: first.wave,
    variance: first.variance,
  };
}

/** Whether two seasons differ by more than chance: p of the difference of their first waves. */
export function differenceOfSeasons(one: SeasonFit, other: SeasonFit): number {
  const squares = ([0, 1] as const).map(
    (part) =>
      (one.wave[part] - other.wave[part]) ** 2 / (one.variance[part] + other.variance[part]),
  );
  return Math.exp(-sum(squares) / 2);
}

function waveOf(wave: number, effects: readonly number[], errors: readonly number[]) {
  const part = (turn: (angle: number) => number) => {
    const weights = effects.map((_, month) => turn(angle(wave, month)) / (MONTHS / 2));
    return {
      value: weights.reduce((total, weight, month) => total + weight * (effects[month] ?? 0), 0),
      variance: weights.reduce(
        (total, weight, month) => total + (weight * (errors[month] ?? 0)) ** 2,
        0,
      ),
    };
  };
  const cosine = part(Math.cos);
  const sine = part(Math.sin);
  const strength = cosine.value ** 2 / cosine.variance + sine.value ** 2 / sine.variance;
  return {
    wave: [cosine.value, sine.value] as const,
    variance: [cosine.variance, sine.variance] as const,
    // Chi squared with two degrees of freedom has this tail exactly.
    p: Number.isFinite(strength) ? Math.exp(-strength / 2) : 1,
  };
}

const angle = (wave: number, months: number): number => (2 * Math.PI * wave * months) / MONTHS;
