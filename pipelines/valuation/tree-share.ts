import { takenOf, type TreesWord } from '#domain/valuation/detail.ts';
import type { Residual } from './calibrate.ts';

/** What trees say of the RV whose curve left a residual. */
export interface Correction {
  residual: Residual;
  word: TreesWord;
}

/** Shares that are tried; errors count as no more than this, so that gross ones do not choose. */
const SHARES = Array.from({ length: 17 }, (_, at) => at / 20);
const ERROR_MAX = 0.5;
/** Trees that make the mean error of so many units smaller by less are not taken. */
const SHARE_UNITS_MIN = 50;
const LEAST_GAIN = 0.005;

/**
 * The share by which held-out prices are met best. One for new and used: with two of them a used unit
 * could be worth more than a new one. Both count alike, however many there are of each. Of each unit
 * only the best residual chooses.
 */
export function shareOf(corrections: readonly Correction[], leastGain = LEAST_GAIN): number {
  const best = corrections.filter(({ residual }) => residual.isBest);
  const groups = [true, false]
    .map((isNew) => best.filter(({ residual }) => residual.isNew === isNew))
    .filter(({ length }) => length >= SHARE_UNITS_MIN);
  if (groups.length === 0) return 0;
  const errorAt = (group: readonly Correction[], share: number) =>
    group.reduce(
      (sum, { residual, word }) =>
        sum + Math.min(ERROR_MAX, Math.abs(residual.residual - takenOf(word, share))),
      0,
    );
  const errors = SHARES.map((share) =>
    groups.reduce((sum, group) => sum + errorAt(group, share) / errorAt(group, 0), 0),
  );
  const least = Math.min(...errors);
  return least < (1 - leastGain) * (errors[0] ?? 0) ? (SHARES[errors.indexOf(least)] ?? 0) : 0;
}

/**
 * Takes what trees say into the residuals of either half of the units by the share that the other
 * half chooses: a price has no part in how it is met. The share that is served, which all of them
 * choose, is returned; where it is 0 nothing is taken.
 */
export function takeByHalves(corrections: readonly Correction[]): number {
  const share = shareOf(corrections);
  if (share === 0) return 0;
  const shareOfOthers = [0, 1].map((half) =>
    shareOf(corrections.filter(({ residual }) => residual.half !== half)),
  );
  for (const { residual, word } of corrections) {
    const taken = takenOf(word, shareOfOthers[residual.half] ?? 0);
    residual.residual -= taken;
    residual.value *= Math.exp(taken);
  }
  return share;
}
