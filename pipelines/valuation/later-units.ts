import { monthOf } from '#domain/valuation/age.ts';
import { quantileAt, rangeEnds, residualScale } from '#domain/valuation/calibrated.ts';
import { takenOf } from '#domain/valuation/detail.ts';
import { RANGE_LEVEL } from '#schemas/constants.ts';
import { SUPPORT_LEVELS, type Calibration } from '#schemas/valuation-model.ts';
import { askRow } from './ask-row.ts';
import type { Residual } from './calibrate.ts';
import { correct } from './correct.ts';
import { composeModel } from './compose.ts';
import { KIND, type Design } from './design.ts';
import { fitPrices, type Fit } from './fit.ts';
import { growNameTrees } from './name-trees.ts';
import type { UnitTable } from './unit-table.ts';

const MS_PER_DAY = 86_400_000;
/** Months that a fit looks ahead; where the next units come later, it looks as far as those. */
const HORIZON = 3;
/** Months a market is cut after at most: each takes a fit. */
const CUTS = 2;
/** With fewer units on either side of a cut nothing is learnt. */
const LEARNT_MIN = 500;
const LATER_MIN = 30;
const FOLD_ITERATIONS = 2;
/** Later units that count as much as the belief that they are met as all others are. */
const PRIOR_UNITS = 60;

/** By how much ranges must be wider for units that come to market later; at least 1. */
export interface LaterWidths {
  new: number;
  used: number;
}

/**
 * What comes to market later is offered by others, in other places and of other lines than what is
 * listed: it lies further from its estimate than a unit held out of the same listings. How much
 * further is measured by fits that end a few months earlier, in widths of the calibrated ranges.
 * `judged` are the rows that are judged, one of a unit; `share` as chosen for trees.
 */
export function laterWidths(
  design: Design,
  table: UnitTable,
  whole: Fit,
  types: readonly string[],
  judged: Int32Array,
  calibration: { new: Calibration; used: Calibration },
  share: number,
): LaterWidths {
  const widths = { new: [] as number[], used: [] as number[] };
  const first = firstRows(design, table, judged);
  for (const { cut, until } of cutsOf(design, table, first)) {
    const include = Uint8Array.from({ length: design.rows }, (_, row) =>
      monthOfRow(design, table, row) <= cut ? 1 : 0,
    );
    const fit = fitPrices(design, {
      include,
      from: whole,
      iterations: FOLD_ITERATIONS,
      commonRounds: 1,
    });
    const composition = composeModel(design, fit, table, include);
    const trees =
      share === 0
        ? undefined
        : growNameTrees(
            design,
            table,
            composition,
            judged.filter((row) => include[row] === 1),
            include,
          );
    for (const row of first) {
      const month = monthOfRow(design, table, row);
      if (month <= cut || month > until) continue;
      const asked = { design, table, types, composition, trees };
      const answer = askRow(asked, row, design.leaf[row] ?? 0);
      if (answer === undefined) continue;
      const { residual, word } = answer;
      const taken = word === undefined ? 0 : takenOf(word, share);
      const kind = residual.isNew ? 'new' : 'used';
      widths[kind].push(
        inWidths(calibration[kind], {
          ...residual,
          residual: residual.residual - taken,
          value: residual.value * Math.exp(taken),
        }),
      );
    }
  }
  return { new: widthOf(widths.new), used: widthOf(widths.used) };
}

/** By unit of the judged rows its first priced row. */
function firstRows(design: Design, table: UnitTable, judged: Int32Array): Int32Array {
  const unitOf = (row: number) => table.unit[design.source[row] ?? 0] ?? 0;
  const isJudged = new Uint8Array(table.units);
  for (const row of judged) isJudged[unitOf(row)] = 1;
  const first = new Map<number, number>();
  for (let row = 0; row < design.rows; row += 1) {
    const unit = unitOf(row);
    if (isJudged[unit] === 0 || design.kind[row] === KIND.sticker) continue;
    const before = first.get(unit);
    const dayOf = (of: number) => table.day[design.source[of] ?? 0] ?? 0;
    if (before === undefined || dayOf(row) < dayOf(before)) first.set(unit, row);
  }
  return Int32Array.from(first.values());
}

/** The last months after which enough units are first seen, and until when they are taken. */
function cutsOf(
  design: Design,
  table: UnitTable,
  first: Int32Array,
): { cut: number; until: number }[] {
  const byMonth = new Map<number, number>();
  for (const row of first) {
    const month = monthOfRow(design, table, row);
    byMonth.set(month, (byMonth.get(month) ?? 0) + 1);
  }
  const seen = [...byMonth.keys()].toSorted((a, b) => a - b);
  const between = (from: number, to: number) =>
    seen.reduce(
      (sum, month) => sum + (month > from && month <= to ? (byMonth.get(month) ?? 0) : 0),
      0,
    );
  return seen
    .flatMap((cut, at) => {
      const next = seen[at + 1];
      if (next === undefined) return [];
      const until = Math.max(cut + HORIZON, next);
      const isEnough = between(-Infinity, cut) >= LEARNT_MIN && between(cut, until) >= LATER_MIN;
      return isEnough ? [{ cut, until }] : [];
    })
    .slice(-CUTS);
}

function monthOfRow(design: Design, table: UnitTable, row: number): number {
  return monthOf((table.day[design.source[row] ?? 0] ?? 0) * MS_PER_DAY);
}

/** How far a price lies from its estimate, where 1 is the end of its range. */
function inWidths(calibration: Calibration, uncorrected: Residual): number {
  const residual = correct(calibration, uncorrected);
  const support = SUPPORT_LEVELS[residual.support] ?? 'type';
  const scale = residualScale(calibration, { ...residual, support });
  const { low, high } = rangeEnds(calibration, support, scale);
  return residual.residual / (residual.residual < 0 ? low : high);
}

/** The width that 80% lie within, drawn to 1 where there are few. */
function widthOf(widths: readonly number[]): number {
  if (widths.length === 0) return 1;
  const width = quantileAt(
    widths.toSorted((a, b) => a - b),
    RANGE_LEVEL,
  );
  return Math.max(1, width) ** (widths.length / (widths.length + PRIOR_UNITS));
}
