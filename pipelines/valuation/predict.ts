import { monthPoint } from '#domain/valuation/age.ts';
import type { RvFacts } from '#domain/valuation/detail.ts';
import {
  floorplanCurve,
  logParts,
  nodeCurve,
  sumOf,
  type CurveRef,
} from '#domain/valuation/log-price.ts';
import { floorplanFeet } from '#domain/valuation/size.ts';
import type { SupportLevel, ValuationModel } from '#schemas/valuation-model.ts';
import { CENSUS_REGIONS, RV_TYPE_IDS, type Condition } from '#schemas/vocabulary.ts';
import type { Composition } from './compose.ts';
import { KIND, type Design } from './design.ts';
import { LEVEL } from './tree.ts';
import type { UnitTable } from './unit-table.ts';

const MS_PER_DAY = 86_400_000;
const CONDITION_OF: readonly Condition[] = ['new', 'used', 'certified'];

/** What is known of the price of a row by a model that may not have seen it. */
export interface Prediction {
  logPrice: number;
  support: SupportLevel;
  units: number;
  /** The node it rests on, and what is asked of it. */
  node: number;
  facts: RvFacts;
  /** Log price by the curve of the node, of other facts. */
  curve: (facts: RvFacts) => number;
}

/**
 * Predicts a row of the design as the served model would, from the deepest node at or above `from`
 * that the model knows; `sized` says whether the floorplan's length may be used. Sticker rows have no prediction.
 */
export function predictRow(
  design: Design,
  table: UnitTable,
  composition: Composition,
  row: number,
  from: number,
  sized = true,
): Prediction | undefined {
  const { tree } = design;
  const { position, units } = composition;
  const model = composition.model as ValuationModel;
  let node = from;
  while (node > 0 && (position[node] ?? -1) < 0) node = tree.parent[node] ?? 0;
  const level = tree.level[node] ?? 0;
  if (level < LEVEL.type || design.kind[row] === KIND.sticker) return undefined;
  const known = factsOf(design, table, row);
  const facts = sized ? known : { ...known, feet: undefined };
  const ref = curveOf(design, composition, node, facts.feet);
  const curve = (own: RvFacts) => sumOf(logParts(model, ref, own));
  return {
    logPrice: curve(facts),
    support: SUPPORT_OF[level] ?? 'type',
    units: units[node] ?? 0,
    node,
    facts,
    curve,
  };
}

/** What is known of a row besides its name. */
export function factsOf(design: Design, table: UnitTable, row: number): RvFacts {
  const source = design.source[row] ?? 0;
  const day = table.day[source] ?? 0;
  const mileage = table.mileage[source] ?? Number.NaN;
  return {
    modelYear: table.year[source] ?? 0,
    age: design.age[row] ?? 0,
    condition: CONDITION_OF[design.kind[row] ?? KIND.used] ?? 'used',
    mileage: Number.isNaN(mileage) ? undefined : mileage,
    region: CENSUS_REGIONS[table.region[source] ?? -1] ?? '',
    month: monthPoint(day * MS_PER_DAY),
    day,
    feet: floorplanFeet(table.floorplans[table.floorplan[source] ?? -1] ?? ''),
  };
}

const SUPPORT_OF: readonly SupportLevel[] = [
  'type',
  'type',
  'type',
  'make',
  'family',
  'line',
  'model',
];

/** Ancestor of a node at a level (itself where it is not deeper). */
export function ancestorAt(design: Design, node: number, level: number): number {
  let at = node;
  while ((design.tree.level[at] ?? 0) > level) at = design.tree.parent[at] ?? 0;
  return at;
}

function curveOf(
  design: Design,
  composition: Composition,
  node: number,
  feet: number | undefined,
): CurveRef {
  const { tree } = design;
  const { model, position } = composition;
  const level = tree.level[node] ?? 0;
  const at = position[node] ?? 0;
  const typeId = RV_TYPE_IDS[Number.parseInt(tree.key[node] ?? '', 10)];
  const type = model.types.findIndex(({ id }) => id === typeId);
  if (level === LEVEL.floorplan) return floorplanCurve(model as ValuationModel, at, type);
  const columns = [
    model.typeNodes,
    model.typeNodes,
    model.makers,
    model.makes,
    model.families,
    model.lines,
  ][level];
  return nodeCurve(columns ?? model.typeNodes, at, type, model.knots.length, feet);
}
