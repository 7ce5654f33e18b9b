import { SUPPORT_LEVELS, type SupportLevel } from '#schemas/valuation-model.ts';
import { RV_TYPE_IDS } from '#schemas/vocabulary.ts';
import type { Residual } from './calibrate.ts';
import { composeModel, type Composition } from './compose.ts';
import { KIND, type Design } from './design.ts';
import { fitPrices, type Fit } from './fit.ts';
import { ancestorAt, predictRow } from './predict.ts';
import { LEVEL } from './tree.ts';
import { hashOf, type UnitTable } from './unit-table.ts';

const FOLDS = 5;
/** Names left out whole: fewer folds do, since only wide ranges follow from them. */
const NAME_FOLDS = 3;
/**
 * A fold starts from the whole fit's spread and robust weights; given these one pass solves exactly,
 * and the second takes weights in which the held-out rows have had no part.
 */
const FOLD_ITERATIONS = 2;
/** So many units give every quantile to a fraction of a percent; more would only take time. */
const UNITS_MAX = 30_000;

export interface HeldOut {
  /** For calibration: each unit at every support level it could be asked at. */
  residuals: Residual[];
  /** Each unit once, at the best support it has: what accuracy is counted on. */
  best: Residual[];
}

/**
 * Estimates every unit from a fit without it. Known names: five folds by unit, so that a unit's own
 * prices, at whatever source, never help. Names the market does not know: folds by line and by make,
 * where the whole name is left out, which is what an unknown model or make meets.
 */
export function crossFit(
  design: Design,
  table: UnitTable,
  whole: Fit,
  types: readonly string[],
): HeldOut {
  const latest = latestRows(design, table);
  const heldOut: HeldOut = { residuals: [], best: [] };
  const typeOf = (row: number) => types.indexOf(RV_TYPE_IDS[design.type[row] ?? 0] ?? '');
  const each = (
    folds: number,
    commonRounds: number,
    foldOf: (row: number) => number,
    visit: (row: number, composition: Composition) => void,
  ) => {
    const fold = Int8Array.from({ length: design.rows }, (_, row) => foldOf(row) % folds);
    for (let out = 0; out < folds; out += 1) {
      const include = Uint8Array.from(fold, (own) => (own === out ? 0 : 1));
      const fit = fitPrices(design, {
        include,
        from: whole,
        iterations: FOLD_ITERATIONS,
        commonRounds,
      });
      const composition = composeModel(design, fit, table.unit, include);
      for (const row of latest) if (fold[row] === out) visit(row, composition);
    }
  };
  const add = (
    row: number,
    composition: Composition,
    from: number,
    as?: SupportLevel,
    sized = true,
  ) => {
    const predicted = predictRow(design, table, composition, row, from, sized);
    if (predicted === undefined) return undefined;
    const residual: Residual = {
      residual: (design.y[row] ?? 0) - predicted.logPrice,
      support: SUPPORT_LEVELS.indexOf(as ?? predicted.support),
      units: predicted.units,
      type: typeOf(row),
      age: design.age[row] ?? 0,
      isNew: design.kind[row] === KIND.new,
      value: Math.exp(predicted.logPrice),
      half: ((table.hash[design.source[row] ?? 0] ?? 0) >>> 16) % 2 === 0 ? 0 : 1,
    };
    heldOut.residuals.push(residual);
    return residual;
  };

  each(
    FOLDS,
    1,
    (row) => table.hash[design.source[row] ?? 0] ?? 0,
    (row, composition) => {
      const leaf = design.leaf[row] ?? 0;
      const best = add(row, composition, leaf);
      if (best !== undefined) heldOut.best.push(best);
      // Somebody who does not name the floorplan gets the line's value.
      if (best?.support === SUPPORT_LEVELS.indexOf('model'))
        add(row, composition, ancestorAt(design, leaf, LEVEL.line), undefined, false);
    },
  );
  const keyHash = (row: number, level: number) => {
    const key = design.tree.key[ancestorAt(design, design.leaf[row] ?? 0, level)] ?? '';
    return hashOf(key.slice(key.indexOf(':') + 1));
  };
  const usual = usualNodes(design);
  each(
    NAME_FOLDS,
    0,
    (row) => keyHash(row, LEVEL.line),
    (row, composition) => {
      const leaf = design.leaf[row] ?? 0;
      if ((design.tree.level[leaf] ?? 0) < LEVEL.line) return;
      const make = ancestorAt(design, leaf, LEVEL.make);
      add(row, composition, make);
      // The type is not known either: the make's most usual one is taken.
      add(
        row,
        composition,
        usual.get(design.tree.key[make]?.split(':')[1] ?? '') ?? make,
        'make-guess',
      );
    },
  );
  each(
    NAME_FOLDS,
    0,
    (row) => keyHash(row, LEVEL.make),
    (row, composition) => {
      const leaf = design.leaf[row] ?? 0;
      if ((design.tree.level[leaf] ?? 0) < LEVEL.make) return;
      add(row, composition, leaf);
    },
  );
  return heldOut;
}

/** The newest priced row of every unit, or of an even share of them where there are very many. */
function latestRows(design: Design, table: UnitTable): number[] {
  const newest = new Map<number, number>();
  for (let row = 0; row < design.rows; row += 1) {
    if (design.kind[row] === KIND.sticker) continue;
    const source = design.source[row] ?? 0;
    const unit = table.unit[source] ?? 0;
    const before = newest.get(unit);
    const beforeDay =
      before === undefined ? -Infinity : (table.day[design.source[before] ?? 0] ?? 0);
    if ((table.day[source] ?? 0) > beforeDay) newest.set(unit, row);
  }
  const rows = [...newest.values()].toSorted((a, b) => a - b);
  const each = Math.ceil(rows.length / UNITS_MAX);
  // Other bits of the hash than the folds are made of.
  return rows.filter((row) => ((table.hash[design.source[row] ?? 0] ?? 0) >>> 8) % each === 0);
}

/** By make id, the node of the type it has most rows of. */
function usualNodes(design: Design): Map<string, number> {
  const rows = new Map<number, number>();
  for (let row = 0; row < design.rows; row += 1) {
    const make = ancestorAt(design, design.leaf[row] ?? 0, LEVEL.make);
    rows.set(make, (rows.get(make) ?? 0) + 1);
  }
  const usual = new Map<string, number>();
  for (const [node, count] of rows) {
    const id = design.tree.key[node]?.split(':')[1] ?? '';
    const before = usual.get(id);
    if (before === undefined || count > (rows.get(before) ?? 0)) usual.set(id, node);
  }
  return usual;
}
