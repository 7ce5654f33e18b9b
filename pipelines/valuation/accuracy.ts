import { bandOf, confidenceOf, rangeEnds, residualScale } from '#domain/valuation/calibrated.ts';
import type { AccuracyReport, ConditionAccuracy, JudgedGroup } from '#schemas/accuracy.ts';
import { ACCURACY_UNITS_MIN } from '#schemas/constants.ts';
import { SUPPORT_LEVELS, type Calibration } from '#schemas/valuation-model.ts';
import type { RvTypeId } from '#schemas/vocabulary.ts';
import {
  AGE_BANDS,
  measuredShare,
  metricsOf,
  VALUE_BANDS,
  type Scored,
} from './backtest/metrics.ts';
import { calibrate, type Residual } from './calibrate.ts';
import { correct } from './correct.ts';
import type { CrossFit } from './cross-fit.ts';

/**
 * How well units were met by estimates made without them, in the measures of `npm run backtest`.
 * No price of a unit has a part in the effects and names it is estimated by, and its range and confidence are
 * from a calibration on the other half of the units, since on their own half ranges cover 80% by construction.
 * What the market is asked once is not asked anew without the unit: how much names and rows vary and how the
 * market moves (`Spread`), usual miles and lengths, and, to begin with, which prices are gross errors. One unit
 * of many hardly moves these. What is served is calibrated on both halves.
 */
export function accuracyOf(
  { residuals, atNewDealers }: Pick<CrossFit, 'residuals' | 'atNewDealers'>,
  types: readonly RvTypeId[],
): AccuracyReport {
  const [used, ofNew] = [false, true].map((isNew) => {
    const own = (residual: Residual) => residual.isNew === isNew;
    return conditionAccuracy(residuals.filter(own), atNewDealers.filter(own), types);
  }) as [ConditionAccuracy, ConditionAccuracy];
  return { used, new: ofNew };
}

/** A unit's corrected residual with what would have been said of it. */
interface Judged {
  residual: Residual;
  scored: Scored;
}

function conditionAccuracy(
  residuals: readonly Residual[],
  atNewDealers: readonly Residual[],
  types: readonly RvTypeId[],
): ConditionAccuracy {
  const calibrationOfHalf = [0, 1].map((half) =>
    calibrate(
      residuals.filter((residual) => residual.half === half),
      types.length,
    ),
  );
  const judge = (own: readonly Residual[]) =>
    own.flatMap((residual) => {
      const calibration = calibrationOfHalf[1 - residual.half];
      if (calibration === undefined) return [];
      const left = correct(calibration, residual);
      return [{ residual: left, scored: scoredBy(calibration, left) }];
    });
  const judged = judge(residuals.filter(({ isBest }) => isBest));
  const inBands = (bounds: readonly number[], x: (residual: Residual) => number) =>
    [...Map.groupBy(judged, ({ residual }) => bandOf(bounds, x(residual)))]
      .toSorted(([a], [b]) => a - b)
      .map(([at, members]) => ({ ...band(bounds, at), ...groupOf(members) }));
  return {
    overall: groupOf(judged),
    atNewDealers: groupOf(judge(atNewDealers)),
    byType: [...Map.groupBy(judged, ({ residual }) => types[residual.type])]
      .flatMap(([type, members]) => (type === undefined ? [] : [{ type, ...groupOf(members) }]))
      .toSorted((a, b) => b.units - a.units || types.indexOf(a.type) - types.indexOf(b.type)),
    byAge: inBands(AGE_BANDS, ({ age }) => age),
    byPrice: inBands(VALUE_BANDS, ({ value }) => value),
    byConfidence: tenths(judged),
  };
}

/** What the evaluator would say, with this calibration, of the unit that left the corrected residual. */
function scoredBy(calibration: Calibration, residual: Residual): Scored {
  const support = SUPPORT_LEVELS[residual.support] ?? 'type';
  const scale = residualScale(calibration, { ...residual, support });
  const ends = rangeEnds(calibration, support, scale);
  const log = Math.log(residual.value);
  return {
    actual: log + residual.residual,
    answer: {
      log,
      low: log + ends.low,
      high: log + ends.high,
      confidence: confidenceOf(calibration, support, scale),
    },
  };
}

function groupOf(members: readonly Judged[]): JudgedGroup {
  const units = members.length;
  if (units < ACCURACY_UNITS_MIN) return { units, figures: null };
  const { mdape, within5, within10, within20, coverage } = metricsOf(
    members.map(({ scored }) => scored),
  );
  const share = (own: number | null) => measuredShare(own ?? 0, units);
  return {
    units,
    figures: {
      medianError: mdape ?? 0,
      within5: share(within5),
      within10: share(within10),
      within20: share(within20),
      coverage: share(coverage),
    },
  };
}

function tenths(judged: readonly Judged[]): ConditionAccuracy['byConfidence'] {
  const { confidence } = metricsOf(judged.map(({ scored }) => scored));
  return (confidence?.bins ?? []).map(({ n, stated, observed }) => ({
    units: n,
    stated,
    observed: n < ACCURACY_UNITS_MIN ? null : measuredShare(observed, n),
  }));
}

/** The first band begins and the last one ends nowhere. */
function band(bounds: readonly number[], at: number): { from: number | null; to: number | null } {
  return { from: at === 0 ? null : (bounds[at] ?? null), to: bounds[at + 1] ?? null };
}
