import { chanceOfWave, waveOf, type Waves } from '#domain/market/waves.ts';

/** A year as a wave, or as a wave and one twice as fast where the months show that too. */
export interface SeasonFit {
  /** Month of the crest and of the trough of the fitted curve; January is 0. */
  high: number;
  low: number;
  /** Crest less trough, and its standard error. */
  swing: number;
  error: number;
  /** That the months would swing like this without a season: of the first wave. */
  p: number;
  /** Cosine and sine of the first wave, and the standard error of each. */
  wave: readonly [cosine: number, sine: number];
  waveError: number;
}

const MONTHS = 12;
/** The second wave is taken where it would come by chance less often than this. */
const SECOND_WAVE_P = 0.01;

/**
 * Fits waves to the effects of the twelve months. A single month's figure is too unsure to name the
 * dearest month by: next to each other they differ by less than their errors. All twelve together
 * tell the crest to within a fraction of a month.
 * @param errors of the wave of twelve months and of that of six
 * @param dealers the same by dealers alone, where it hangs on them
 */
export function fitSeason(
  effects: readonly number[],
  errors: Waves['waveSe'],
  dealers?: Waves['dealers'],
): SeasonFit {
  const season: Waves = { value: effects, waveSe: errors, dealers };
  const errorOf = (wave: number) => Math.max(errors[wave - 1] ?? 0, dealers?.waveSe[wave - 1] ?? 0);
  const { cosine, sine } = waveOf(1, effects, errorOf(1));
  const waves = chanceOfWave(season, 2) < SECOND_WAVE_P ? [1, 2] : [1];
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
    // Between two months a wave differs by the chord between them.
    error: Math.hypot(
      ...waves.map((wave) => 2 * Math.sin(angle(wave, high - low) / 2) * errorOf(wave)),
    ),
    p: chanceOfWave(season, 1),
    wave: [cosine, sine],
    waveError: errorOf(1),
  };
}

/** Whether two seasons differ by more than chance: p of the difference of their first waves. */
export function differenceOfSeasons(one: SeasonFit, other: SeasonFit): number {
  const apart = Math.hypot(one.wave[0] - other.wave[0], one.wave[1] - other.wave[1]);
  return Math.exp(-(apart ** 2) / (one.waveError ** 2 + other.waveError ** 2) / 2);
}

const angle = (wave: number, months: number): number => (2 * Math.PI * wave * months) / MONTHS;
