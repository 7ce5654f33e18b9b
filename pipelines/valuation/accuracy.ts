import { rangeEnds, residualScale } from '#domain/valuation/calibrated.ts';
import { SUPPORT_LEVELS, type Accuracy, type Calibration } from '#schemas/valuation-model.ts';
import { medianSorted } from 'simple-statistics';
import { calibrate, type Residual } from './calibrate.ts';

/**
 * How well used units were met by estimates made without them: errors as shares of the price, as a
 * buyer would count. Whether a price lies in its range is asked of ranges calibrated on the other
 * half of the units, since on their own half they would cover 80% by construction.
 */
export function accuracyOf(
  residuals: readonly Residual[],
  best: readonly Residual[],
  types: number,
): Accuracy {
  if (best.length === 0)
    return { units: 0, medianAbsoluteError: null, within10: null, within20: null, coverage: null };
  const errors = best
    .map(({ residual }) => Math.abs(Math.exp(-residual) - 1))
    .toSorted((a, b) => a - b);
  const within = (share: number) => errors.filter((error) => error <= share).length / errors.length;
  const ofOther = [1, 0].map((half) =>
    calibrate(
      residuals.filter((residual) => residual.half === half),
      types,
    ),
  );
  const inside = best.filter((residual) => {
    const calibration = ofOther[residual.half];
    return calibration !== undefined && isInRange(calibration, residual);
  });
  return {
    units: best.length,
    medianAbsoluteError: medianSorted(errors),
    within10: within(0.1),
    within20: within(0.2),
    coverage: inside.length / best.length,
  };
}

function isInRange(calibration: Calibration, residual: Residual): boolean {
  const support = SUPPORT_LEVELS[residual.support] ?? 'type';
  const scale = residualScale(calibration, { ...residual, support });
  const { low, high } = rangeEnds(calibration, support, scale);
  return residual.residual >= low && residual.residual <= high;
}
