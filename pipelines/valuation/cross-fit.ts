import { SUPPORT_LEVELS } from '#schemas/valuation-model.ts';
import { askRow, type AskedAs } from './ask-row.ts';
import type { Residual } from './calibrate.ts';
import { composeModel, type Composition } from './compose.ts';
import type { Design } from './design.ts';
import { fitPrices, type Fit } from './fit.ts';
import { growNameTrees, TREE_UNITS_MIN, type NameTrees } from './name-trees.ts';
import { ancestorAt } from './predict.ts';
import { LEVEL } from './tree.ts';
import { shareOf, takeByHalves, type Correction } from './tree-share.ts';
import { hashOf, NONE, type UnitTable } from './unit-table.ts';

const FOLDS = 5;
/** Names left out whole: fewer folds do, since only wide ranges follow from them. */
const NAME_FOLDS = 3;
const DEALER_FOLDS = 3;
/** Without a dealer of more than such a share of the units it would be another market. */
const DEALER_SHARE_MAX = 0.2;
/**
 * A fold starts from the whole fit's spread and robust weights; given these one pass solves exactly,
 * and the second takes weights in which the held-out rows have had no part.
 */
const FOLD_ITERATIONS = 2;

export interface CrossFit {
  /** Each unit at every support level it could be asked at. */
  residuals: Residual[];
  /** Units of all but the largest dealers by what others say, whose listings were left out whole; without trees. */
  atNewDealers: Residual[];
  /** How much of what trees say is to be taken; the residuals are with what their other half takes. */
  share: number;
}

/**
 * Estimates every unit from a fit without it. Known names: five folds by unit, so that a unit's own
 * prices, at whatever source, never help. Names the market does not know: folds by line and by make,
 * where the whole name is left out, which is what an unknown model or make meets. `latest` are the
 * rows that are judged, one of a unit.
 */
export function crossFit(
  design: Design,
  table: UnitTable,
  whole: Fit,
  types: readonly string[],
  latest: Int32Array,
): CrossFit {
  const residuals: Residual[] = [];
  const corrections: Correction[] = [];
  // Trees take longer than all else. Decided once: what is left of the market in a fold is too few in
  // one and enough in another.
  let areWorthIt = latest.length >= TREE_UNITS_MIN;
  const each = (
    folds: number,
    commonRounds: number,
    foldOf: (row: number) => number,
    visit: (row: number, composition: Composition, trees: NameTrees | undefined) => void,
    withTrees = true,
  ) => {
    const fold = Int8Array.from({ length: design.rows }, (_, row) => foldOf(row) % folds);
    for (let out = 0; out < folds; out += 1) {
      const held = latest.filter((row) => fold[row] === out);
      if (held.length === 0) continue;
      const include = Uint8Array.from(fold, (own) => (own === out ? 0 : 1));
      const fit = fitPrices(design, {
        include,
        from: whole,
        iterations: FOLD_ITERATIONS,
        commonRounds,
      });
      const composition = composeModel(design, fit, table, include);
      const learnt = latest.filter((row) => fold[row] !== out);
      const grow = (isTrial: boolean) =>
        growNameTrees(design, table, composition, learnt, include, isTrial);
      if (withTrees && areWorthIt)
        areWorthIt =
          corrections.length === 0
            ? findSomething(held, composition, grow(true))
            : shareOf(corrections) > 0;
      const trees = withTrees && areWorthIt ? grow(false) : undefined;
      for (const row of held) visit(row, composition, trees);
    }
  };
  const ask = (
    row: number,
    composition: Composition,
    trees: NameTrees | undefined,
    from: number,
    as?: AskedAs,
  ) => askRow({ design, table, types, composition, trees }, row, from, as);
  const add = (...asked: Parameters<typeof ask>) => {
    const answer = ask(...asked);
    if (answer === undefined) return undefined;
    const { residual, word } = answer;
    residuals.push(residual);
    if (word !== undefined) corrections.push({ residual, word });
    return residual;
  };
  /** Whether small trees meet held-out prices any better: else large ones are not grown. */
  const findSomething = (held: Int32Array, composition: Composition, trees: NameTrees) => {
    const found = [...held].flatMap((row) => {
      const answer = ask(row, composition, trees, design.leaf[row] ?? 0, { isBest: true });
      return answer?.word === undefined ? [] : [{ residual: answer.residual, word: answer.word }];
    });
    return shareOf(found, 0) > 0;
  };

  each(
    FOLDS,
    1,
    (row) => table.hash[design.source[row] ?? 0] ?? 0,
    (row, composition, trees) => {
      const leaf = design.leaf[row] ?? 0;
      const own = add(row, composition, trees, leaf, { isBest: true });
      // Somebody who does not name the floorplan gets the line's value.
      if (own?.support === SUPPORT_LEVELS.indexOf('model'))
        add(row, composition, trees, ancestorAt(design, leaf, LEVEL.line), {
          as: 'line-guess',
          sized: false,
        });
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
    (row, composition, trees) => {
      const leaf = design.leaf[row] ?? 0;
      if ((design.tree.level[leaf] ?? 0) < LEVEL.line) return;
      const make = ancestorAt(design, leaf, LEVEL.make);
      add(row, composition, trees, make);
      // The type is not known either: the make's most usual one is taken.
      add(row, composition, trees, usual.get(design.tree.key[make]?.split(':')[1] ?? '') ?? make, {
        as: 'make-guess',
      });
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
    false,
  );
  const atNewDealers: Residual[] = [];
  const isLarge = largeDealers(design, table, latest);
  each(
    DEALER_FOLDS,
    1,
    (row) => {
      const dealer = table.dealer[design.source[row] ?? 0] ?? NONE;
      return isLarge.has(dealer) ? NONE : dealer;
    },
    (row, composition) => {
      const answer = ask(row, composition, undefined, design.leaf[row] ?? 0, { isBest: true });
      if (answer !== undefined) atNewDealers.push(answer.residual);
    },
    false,
  );
  return { residuals, atNewDealers, share: takeByHalves(corrections) };
}

/** Dealers whose listings are too many to be left out; NONE among them. */
function largeDealers(design: Design, table: UnitTable, latest: Int32Array): Set<number> {
  const units = new Map<number, number>([[NONE, Infinity]]);
  for (const row of latest) {
    const dealer = table.dealer[design.source[row] ?? 0] ?? NONE;
    units.set(dealer, (units.get(dealer) ?? 0) + 1);
  }
  const most = DEALER_SHARE_MAX * latest.length;
  return new Set([...units].filter(([, count]) => count > most).map(([dealer]) => dealer));
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
