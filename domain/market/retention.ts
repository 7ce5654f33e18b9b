import type { ModelNodes, ValuationModel } from '#schemas/valuation-model.ts';
import { curveAt, knotPosition } from '../valuation/age.ts';
import { conditionEffect, newShiftOf } from '../valuation/log-price.ts';

/** What of a new unit's asking price a used one still asks some years later, in log; never above 0. */
export interface Retention {
  log: number;
  /** Standard error of what tells this name from others of its type. */
  se: number;
  units: number;
  /** Those of them offered used: without these nothing was seen of what is left. */
  usedUnits: number;
}

/** So many standard errors below what a name seems to keep, it is ranked: one-sided 90%. */
const CAUTION = 1.2816;

/**
 * Retention of one node of the model from new at age 0 to used at `years`. Curves are pooled already: a
 * name with few listings lies near its maker and type, and its standard error is wide.
 */
export function retentionOf(
  model: ValuationModel,
  level: ModelNodes,
  node: number,
  type: number,
  years: number,
): Retention {
  const effects = model.types[type];
  if (effects === undefined) throw new RangeError(`The model has no type ${type}.`);
  const offset = node * model.knots.length;
  const start = knotPosition(model.knots, 0);
  const asNew =
    curveAt(level.curves, offset, start) +
    conditionEffect(
      effects,
      'new',
      { curves: level.curves, offset, newShift: newShiftOf(level, node) },
      start,
    );
  const used = curveAt(level.curves, offset, knotPosition(model.knots, years));
  return {
    log: Math.min(0, used - asNew),
    // Late years are not in it: of names with no old units nothing is known of these, well known or not.
    se: (level.earlySlopeSd[node] ?? level.slopeSd[node] ?? 0) * years,
    units: level.units[node] ?? 0,
    usedUnits: usedUnitsOf(level, node),
  };
}

/** One name built as several types: the mean by units. */
export function meanRetention(parts: readonly Retention[]): Retention {
  const units = parts.reduce((sum, part) => sum + part.units, 0);
  const mean = (of: (part: Retention) => number) =>
    units === 0 ? 0 : parts.reduce((sum, part) => sum + part.units * of(part), 0) / units;
  const usedUnits = parts.reduce((sum, part) => sum + part.usedUnits, 0);
  return { log: mean(({ log }) => log), se: mean(({ se }) => se), units, usedUnits };
}

/** Snapshots of before they were counted have none. */
const usedUnitsOf = ({ units, usedUnits }: ModelNodes, node: number): number =>
  (usedUnits.length === 0 ? units : usedUnits)[node] ?? 0;

/** With fewer used units nothing is told of what a name keeps. */
const USED_UNITS_MIN = 20;

/** Whether enough used units stand behind what a name is said to keep. */
export const isKnown = ({ usedUnits }: Pick<Retention, 'usedUnits'>): boolean =>
  usedUnits >= USED_UNITS_MIN;

export const isTypeKnown = ({ typeNodes }: Pick<ValuationModel, 'typeNodes'>, type: number) =>
  isKnown({ usedUnits: usedUnitsOf(typeNodes, type) });

/**
 * What names are ranked by: what they keep at least, with 90% certainty. Ten lucky listings then do not
 * outrank a name that is well known to keep nearly as much.
 */
export const keptAtLeast = ({ log, se }: Pick<Retention, 'log' | 'se'>): number =>
  log - CAUTION * se;
/** And what they keep at most: the lowest of these are the worst. */
export const keptAtMost = ({ log, se }: Pick<Retention, 'log' | 'se'>): number =>
  log + CAUTION * se;

/** Percent lost over the years. */
export const lostPercent = ({ log }: Pick<Retention, 'log'>): number => 100 * (1 - Math.exp(log));
/** Fraction kept. */
export const keptShare = ({ log }: Pick<Retention, 'log'>): number => Math.exp(log);

const FIRST_YEARS = 10;

/** Share of the value before that each of the first ten years takes, from new on. */
export function yearlyLosses(retentionAfter: (years: number) => Retention): number[] {
  const logs = Array.from({ length: FIRST_YEARS + 1 }, (_, years) =>
    years === 0 ? 0 : retentionAfter(years).log,
  );
  return logs.slice(1).map((log, at) => Math.max(0, 1 - Math.exp(log - (logs[at] ?? 0))));
}

/** The age from which on a year takes less than the mean of the given years: the steep part is over. */
export function steepAge(losses: readonly number[]): number {
  const mean = losses.reduce((sum, loss) => sum + loss, 0) / Math.max(1, losses.length);
  return Math.max(
    1,
    losses.findIndex((loss) => loss < mean),
  );
}
