import { treesWord, type TreesWord } from '#domain/valuation/detail.ts';
import { SUPPORT_LEVELS, type SupportLevel } from '#schemas/valuation-model.ts';
import { RV_TYPE_IDS } from '#schemas/vocabulary.ts';
import type { Residual } from './calibrate.ts';
import type { Composition } from './compose.ts';
import { KIND, type Design } from './design.ts';
import { hashOfRow } from './latest-rows.ts';
import { OF_CURVE, type NameTrees } from './name-trees.ts';
import { predictRow } from './predict.ts';
import { LEVEL } from './tree.ts';
import type { UnitTable } from './unit-table.ts';

/** What a model that has not seen them is asked of held-out rows by. */
export interface Asked {
  design: Design;
  table: UnitTable;
  /** Ids of the model's types. */
  types: readonly string[];
  composition: Composition;
  trees: NameTrees | undefined;
}

/** How a unit is asked, other than by all that is known of it. */
export interface AskedAs {
  /** Support to be booked under. */
  as?: SupportLevel;
  /** Whether the floorplan's length is told. */
  sized?: boolean;
  isBest?: boolean;
}

/**
 * How far a row's price lies from the estimate by the deepest name known at or above `from`, and what
 * trees say of it; undefined where nothing is known.
 */
export function askRow(
  { design, table, types, composition, trees }: Asked,
  row: number,
  from: number,
  { as, sized = true, isBest = false }: AskedAs = {},
): { residual: Residual; word: TreesWord | undefined } | undefined {
  const predicted = predictRow(design, table, composition, row, from, sized);
  if (predicted === undefined) return undefined;
  const hash = hashOfRow(design, table, row);
  const residual: Residual = {
    residual: (design.y[row] ?? 0) - predicted.logPrice,
    support: SUPPORT_LEVELS.indexOf(as ?? predicted.support),
    units: predicted.units,
    type: types.indexOf(RV_TYPE_IDS[design.type[row] ?? 0] ?? ''),
    age: design.age[row] ?? 0,
    isNew: design.kind[row] === KIND.new,
    value: Math.exp(predicted.logPrice),
    half: bitOf(hash, 16),
    innerHalf: bitOf(hash, 17),
    isBest,
  };
  const { node, facts, curve } = predicted;
  // None above makes: there no name is known to trees.
  const word =
    trees !== undefined && (design.tree.level[node] ?? 0) >= LEVEL.make
      ? treesWord(facts, trees.yearsOf(node), curve, (own) => trees.says(own, node), OF_CURVE)
      : undefined;
  return { residual, word };
}

const bitOf = (hash: number, place: number): 0 | 1 => (((hash >>> place) & 1) === 0 ? 0 : 1);
