import { SUPPORT_LEVELS, type SupportLevel } from '#schemas/valuation-model.ts';
import { RV_TYPE_IDS } from '#schemas/vocabulary.ts';
import type { Residual } from './calibrate.ts';
import { composeModel, type Composition } from './compose.ts';
import { KIND, type Design } from './design.ts';
import { fitPrices, type Fit } from './fit.ts';
import { growNameTrees, type NameTrees } from './name-trees.ts';
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

export interface CrossFit extends HeldOut {
  /** How much of what trees say is to be taken; the residuals are with it. */
  share: number;
}

/** What trees would add to the estimate that left a residual, were they taken at their word. */
interface Correction {
  residual: Residual;
  correction: number;
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
): CrossFit {
  const latest = latestRows(design, table);
  const residuals: Residual[] = [];
  const best: Residual[] = [];
  const corrections: Correction[] = [];
  // A market of which a fold's trees say nothing new is spared the rest.
  const areWorthIt = () => {
    if (corrections.length === 0) return true;
    return shareOf(corrections, new Set(best)) > 0;
  };
  const typeOf = (row: number) => types.indexOf(RV_TYPE_IDS[design.type[row] ?? 0] ?? '');
  const each = (
    folds: number,
    commonRounds: number,
    foldOf: (row: number) => number,
    visit: (row: number, composition: Composition, trees: NameTrees | undefined) => void,
    withTrees: () => boolean,
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
      const learnt = latest.filter((row) => fold[row] !== out);
      const trees = withTrees() ? growNameTrees(design, table, composition, learnt) : undefined;
      for (const row of latest) if (fold[row] === out) visit(row, composition, trees);
    }
  };
  const add = (
    row: number,
    composition: Composition,
    trees: NameTrees | undefined,
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
    residuals.push(residual);
    const correction =
      trees === undefined
        ? undefined
        : correctionOf(design, composition, trees, row, from, sized, predicted.logPrice);
    if (correction !== undefined) corrections.push({ residual, correction });
    return residual;
  };

  each(
    FOLDS,
    1,
    (row) => table.hash[design.source[row] ?? 0] ?? 0,
    (row, composition, trees) => {
      const leaf = design.leaf[row] ?? 0;
      const own = add(row, composition, trees, leaf);
      if (own !== undefined) best.push(own);
      // Somebody who does not name the floorplan gets the line's value.
      if (own?.support === SUPPORT_LEVELS.indexOf('model'))
        add(row, composition, trees, ancestorAt(design, leaf, LEVEL.line), undefined, false);
    },
    areWorthIt,
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
    (row, composition, trees) => {
      const leaf = design.leaf[row] ?? 0;
      if ((design.tree.level[leaf] ?? 0) < LEVEL.line) return;
      const make = ancestorAt(design, leaf, LEVEL.make);
      add(row, composition, trees, make);
      // The type is not known either: the make's most usual one is taken.
      add(
        row,
        composition,
        trees,
        usual.get(design.tree.key[make]?.split(':')[1] ?? '') ?? make,
        'make-guess',
      );
    },
    areWorthIt,
  );
  each(
    NAME_FOLDS,
    0,
    (row) => keyHash(row, LEVEL.make),
    (row, composition) => {
      const leaf = design.leaf[row] ?? 0;
      if ((design.tree.level[leaf] ?? 0) < LEVEL.make) return;
      add(row, composition, undefined, leaf);
    },
    () => false,
  );
  const share = shareOf(corrections, new Set(best));
  for (const { residual, correction } of corrections) {
    residual.residual -= share * correction;
    residual.value *= Math.exp(share * correction);
  }
  return { residuals, best, share };
}

/** What trees say of the place an estimate rests on, less its curve's; none above makes. */
function correctionOf(
  design: Design,
  composition: Composition,
  trees: NameTrees,
  row: number,
  from: number,
  sized: boolean,
  logPrice: number,
): number | undefined {
  const { tree } = design;
  let node = from;
  while (node > 0 && (composition.position[node] ?? -1) < 0) node = tree.parent[node] ?? 0;
  if ((tree.level[node] ?? 0) < LEVEL.make) return undefined;
  return trees.says(row, node, sized) - logPrice;
}

/** Shares that are tried; errors count as no more than this, so that gross ones do not choose. */
const SHARES = Array.from({ length: 17 }, (_, at) => at / 20);
const ERROR_MAX = 0.5;
/** Trees that make the mean error of so many units smaller by less are not taken. */
const SHARE_UNITS_MIN = 50;
const LEAST_GAIN = 0.005;

/**
 * The share by which held-out prices, each at the best support it has, are met best. One for new and
 * used: with two of them a used unit could be worth more than a new one. Both count alike, however
 * many there are of each.
 */
function shareOf(corrections: readonly Correction[], best: ReadonlySet<Residual>): number {
  const own = corrections.filter(({ residual }) => best.has(residual));
  const groups = [true, false]
    .map((isNew) => own.filter(({ residual }) => residual.isNew === isNew))
    .filter(({ length }) => length >= SHARE_UNITS_MIN);
  if (groups.length === 0) return 0;
  const errorAt = (group: readonly Correction[], share: number) =>
    group.reduce(
      (sum, { residual, correction }) =>
        sum + Math.min(ERROR_MAX, Math.abs(residual.residual - share * correction)),
      0,
    );
  const errors = SHARES.map((share) =>
    groups.reduce((sum, group) => sum + errorAt(group, share) / errorAt(group, 0), 0),
  );
  const least = Math.min(...errors);
  return least < (1 - LEAST_GAIN) * (errors[0] ?? 0) ? (SHARES[errors.indexOf(least)] ?? 0) : 0;
}

/** The newest priced row of every unit, or of an even share of them where there are very many. */
export function latestRows(design: Design, table: UnitTable): number[] {
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
