import { leftoverYears } from '#domain/valuation/age.ts';
import type { PriceIndex } from '#schemas/market-facts.ts';
import { LISTING_CONDITIONS, RV_TYPE_IDS } from '#schemas/vocabulary.ts';
import { LEAST_CLUSTERS } from '../stories/measures.ts';
import { widerBy } from '../stories/statistics/normal.ts';
import { contrastSe } from '../valuation/contrast.ts';
import { KIND, type Design } from '../valuation/design.ts';
import { groupOf, NU, type Fit } from '../valuation/fit.ts';
import { NONE, type UnitTable } from '../valuation/unit-table.ts';
import { countUnits } from './count-units.ts';
import { dealerKey } from './dealer-groups.ts';
import { spreadOfClusters, type Clustered } from './spread-of-clusters.ts';

/** The premium of a new unit is stated for this age in years. */
const PREMIUM_AGE = 1;
/** Used units older than this say nothing of it. */
const AGE_MAX = 4;

/**
 * What a new unit asks above a used one of its model year, by type, no surer than its dealers are many;
 * nothing of a type with fewer than are a market.
 */
export function newPremiums(design: Design, fit: Fit, table: UnitTable): PriceIndex['newPremium'] {
  const { layout } = design;
  const years = leftoverYears(PREMIUM_AGE);
  const weights = [1, years, 1, years];
  const kinds = LISTING_CONDITIONS.length;
  const units = countUnits(
    table,
    (row) => {
      const type = design.types[row] ?? NONE;
      const condition = table.condition[row] ?? NONE;
      return type === NONE || condition === NONE ? NONE : type * kinds + condition;
    },
    RV_TYPE_IDS.length * kinds,
  );
  const alike = alikeByType(design, fit, table);
  return RV_TYPE_IDS.map((type, at) => {
    const { wider, dealers } = alike[at] ?? { wider: 1, dealers: 0 };
    const columns = [
      layout.newPooled,
      layout.newPooled + 1,
      layout.newByType + 2 * at,
      layout.newByType + 2 * at + 1,
    ];
    return {
      type,
      newUnits: units[at * kinds + LISTING_CONDITIONS.indexOf('new')] ?? 0,
      usedUnits: units[at * kinds + LISTING_CONDITIONS.indexOf('used')] ?? 0,
      value: columns.reduce((sum, c, i) => sum + (weights[i] ?? 0) * (fit.common[c] ?? 0), 0),
      se: contrastSe(fit, columns, weights) * wider * widerBy(dealers),
      dealers,
    };
  }).filter(
    ({ newUnits, usedUnits, dealers }) =>
      newUnits > 0 && usedUnits > 0 && dealers >= LEAST_CLUSTERS,
  );
}

interface Side {
  byDealer: Map<string, { n: number; sum: number }>;
  /** Were each row to stand for itself: squares of weighted errors, and the weight. */
  squares: number;
  weight: number;
}

/**
 * By type, how much wider the distance between new and young used units is where a dealer's units are
 * alike than if each stood for itself (Kish's design effect, as errors), and how many dealers tell it.
 */
function alikeByType(
  design: Design,
  fit: Fit,
  table: UnitTable,
): { wider: number; dealers: number }[] {
  const side = (): Side => ({ byDealer: new Map(), squares: 0, weight: 0 });
  const types = RV_TYPE_IDS.map(() => ({ fresh: side(), used: side() }));
  for (let row = 0; row < design.rows; row += 1) {
    const type = design.type[row] ?? 0;
    const kind = design.kind[row] ?? 0;
    const own = kind === KIND.new ? types[type]?.fresh : types[type]?.used;
    const tells = kind === KIND.new || kind === KIND.used;
    if (own === undefined || !tells || (design.age[row] ?? 0) > AGE_MAX) continue;
    const variance = fit.spread.rows[groupOf(type, kind)] ?? 1;
    const error = (design.y[row] ?? 0) - (fit.fitted[row] ?? 0);
    const weight = ((design.weight[row] ?? 0) * (NU + 1)) / (NU + error ** 2 / variance);
    const key = dealerKey(table, design.source[row] ?? 0);
    const dealer = own.byDealer.get(key) ?? { n: 0, sum: 0 };
    own.byDealer.set(key, { n: dealer.n + weight, sum: dealer.sum + weight * error });
    own.squares += (weight * error) ** 2;
    own.weight += weight;
  }
  const clustersOf = ({ byDealer }: Side): Clustered[] =>
    [...byDealer].map(([cluster, sums]) => ({ cluster, ...sums }));
  return types.map(({ fresh, used }) => {
    const { difference, clusters } = spreadOfClusters([
      { weight: 1, own: clustersOf(fresh), others: clustersOf(used) },
    ]);
    const alone = Math.sqrt(fresh.squares / fresh.weight ** 2 + used.squares / used.weight ** 2);
    return { wider: alone > 0 ? Math.max(1, difference / alone) : 1, dealers: clusters };
  });
}
