import {
  TREE_NAMES,
  type SupportLevel,
  type ValuationModel,
  type ValuationTrees,
} from '#schemas/valuation-model.ts';
import { monthOf } from './age.ts';
import { logParts, sumOf } from './log-price.ts';
import type { IndexedModel } from './model-index.ts';
import type { Place } from './place.ts';
import { treesSay, type TreeFacts } from './trees.ts';

const MS_PER_DAY = 86_400_000;
/** Model years beside those a name is listed in that trees are still asked of. */
const YEARS_BESIDE = 1;
/** Level of the names that trees know an RV by; undefined where only its maker or its type is known. */
const LEVEL_OF: Readonly<
  Record<SupportLevel, 'floorplans' | keyof ValuationTrees['years'] | undefined>
> = {
  model: 'floorplans',
  line: 'lines',
  family: 'families',
  make: 'makes',
  'make-guess': 'makes',
  type: undefined,
};

/**
 * What trees say of an RV beyond its curve, by their share; 0 where no name it stands on is known to
 * them. Of a model year far from those that its name is listed in, what they say of the nearest: past
 * the data every value moves as curves do.
 */
export function detailOf(
  index: IndexedModel,
  place: Place,
  facts: Omit<TreeFacts, 'day'> & { region: string },
  instant: number,
): number {
  const { model } = index;
  const { trees } = model;
  if (trees.share === 0) return 0;
  const name = LEVEL_OF[place.level];
  if (name === undefined) return 0;
  const modelYear = nearestYear(trees, place, facts.modelYear);
  const isNear = modelYear === facts.modelYear;
  const near = {
    ...facts,
    modelYear,
    age: facts.age + facts.modelYear - modelYear,
    // Else more miles could be worth more, where curves think more of them in one year than another.
    mileage: isNear ? facts.mileage : undefined,
  };
  const curve = logParts(model, place, { ...near, month: monthOf(instant) });
  const said = treesSay(
    model,
    place.type,
    { level: TREE_NAMES.indexOf(name), node: place.node },
    { ...near, day: Math.floor(instant / MS_PER_DAY) },
  );
  return trees.share * (said - sumOf(curve));
}

/** Whether trees are asked of just this model year. */
export function isInYears({ trees }: ValuationModel, place: Place, modelYear: number): boolean {
  return trees.share === 0 || nearestYear(trees, place, modelYear) === modelYear;
}

/** The model year nearest to one that a name is listed in; a floorplan has the years of its line. */
function nearestYear({ years }: ValuationTrees, place: Place, modelYear: number): number {
  const name = LEVEL_OF[place.level];
  if (name === undefined) return modelYear;
  const [level, node] =
    name === 'floorplans' ? (['lines', place.line] as const) : ([name, place.node] as const);
  const first = (years[level].first[node] ?? modelYear) - YEARS_BESIDE;
  const last = (years[level].last[node] ?? modelYear) + YEARS_BESIDE;
  return Math.max(first, Math.min(last, modelYear));
}
