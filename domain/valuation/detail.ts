import {
  TREE_NAMES,
  type SupportLevel,
  type ValuationModel,
  type ValuationTrees,
} from '#schemas/valuation-model.ts';
import { logParts, sumOf } from './log-price.ts';
import type { Place } from './place.ts';
import { treesSay, type TreeFacts } from './trees.ts';

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
  'line-guess': 'lines',
  'make-guess': 'makes',
  type: undefined,
};

/** All that curves and trees are asked of an RV besides its name. */
export interface RvFacts extends TreeFacts {
  region: string;
  /** Months since January 1970 (`monthPoint`). */
  month: number;
}

/** Model years that a name is listed in. */
export interface ListedYears {
  first: number;
  last: number;
}

/** What trees say of an RV, in log price, before their share is chosen. */
export interface TreesWord {
  /** Beyond what its curve says. */
  beyond: number;
  /** Of a new unit that may fall below what it would be as a certified one: that one's curve, less its own. */
  asCertified: { curve: number; beyond: number } | undefined;
}

/**
 * The one way trees are asked, of what is served and of what is held out: they say a log price less
 * `ofCurve` of what the curve says. Of a model year far from those that its name is listed in, what
 * they say of the nearest: past the data every value moves as curves do.
 */
export function treesWord(
  facts: RvFacts,
  years: ListedYears,
  curve: (facts: RvFacts) => number,
  says: (facts: RvFacts) => number,
  ofCurve: number,
): TreesWord {
  const beyond = (own: RvFacts): number => {
    const near = nearFacts(own, years);
    if (near === own || own.condition !== 'certified')
      return says(near) - (1 - ofCurve) * curve(near);
    // Trees know no certified units: what one is worth more is its own age's matter, not the nearest year's.
    const used: RvFacts = { ...own, condition: 'used' };
    return beyond(used) - (1 - ofCurve) * (curve(own) - curve(used));
  };
  if (facts.condition !== 'new' || nearFacts(facts, years) === facts)
    return { beyond: beyond(facts), asCertified: undefined };
  const certified: RvFacts = { ...facts, condition: 'certified', mileage: undefined };
  return {
    beyond: beyond(facts),
    asCertified: { curve: curve(certified) - curve(facts), beyond: beyond(certified) },
  };
}

/**
 * What a share of the trees' word adds to a curve. Among its years trees see to it that a new unit is
 * worth at least what it would be as a certified one; outside it is lifted to that.
 */
export function takenOf({ beyond, asCertified }: TreesWord, share: number): number {
  if (share === 0) return 0;
  const own = share * beyond;
  if (asCertified === undefined) return own;
  return Math.max(own, asCertified.curve + share * asCertified.beyond);
}

/** The same RV had it been sold, driven as is usual. */
export function asUsed(facts: RvFacts): RvFacts {
  return { ...facts, condition: 'used', mileage: undefined };
}

function nearFacts(facts: RvFacts, { first, last }: ListedYears): RvFacts {
  const modelYear = Math.max(first - YEARS_BESIDE, Math.min(last + YEARS_BESIDE, facts.modelYear));
  if (modelYear === facts.modelYear) return facts;
  return {
    ...facts,
    modelYear,
    age: facts.age + facts.modelYear - modelYear,
    // Else more miles could be worth more, where curves think more of them in one year than another.
    mileage: undefined,
  };
}

/**
 * What trees say of an RV beyond its curve, by their share; 0 where no name it stands on is known to
 * them.
 */
export function detailOf(model: ValuationModel, place: Place, facts: RvFacts): number {
  const { trees } = model;
  const name = LEVEL_OF[place.level];
  if (trees.share === 0 || name === undefined) return 0;
  const treePlace = { level: TREE_NAMES.indexOf(name), node: place.node };
  const word = treesWord(
    facts,
    yearsOf(trees, place, name, facts.modelYear),
    (own) => sumOf(logParts(model, place, own)),
    (own) => treesSay(model, place.type, treePlace, own),
    trees.ofCurve,
  );
  return takenOf(word, trees.share);
}

/** A floorplan has the years of its line. */
function yearsOf(
  { years }: ValuationTrees,
  place: Place,
  name: 'floorplans' | keyof ValuationTrees['years'],
  modelYear: number,
): ListedYears {
  const [level, node] =
    name === 'floorplans' ? (['lines', place.line] as const) : ([name, place.node] as const);
  return {
    first: years[level].first[node] ?? modelYear,
    last: years[level].last[node] ?? modelYear,
  };
}
