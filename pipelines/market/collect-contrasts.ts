import {
  ALL,
  type Contrast,
  type Days,
  type Figure,
  type MarketFacts,
  type TypeOrAll,
} from '#schemas/market-facts.ts';
import { CENSUS_REGIONS, RV_TYPE_IDS } from '#schemas/vocabulary.ts';
import type { Warehouse } from '#warehouse/client.ts';
import {
  dealerCuts,
  dealerDays,
  dealerSupply,
  fallenPrices,
  type DealerDaysRow,
  type DealerSupplyRow,
} from '#warehouse/queries/market-dealers.ts';
import type { MarketTables } from '#warehouse/queries/market-tables.ts';
import { LEAST_CLUSTERS } from '../stories/measures.ts';
import { widerBy } from '../stories/statistics/normal.ts';
import { contrastsOfCuts } from './contrasts-of-cuts.ts';
import { counted, share } from './contrasts.ts';
import { daysOfSeveral, type DayCounts } from './days-by-group.ts';
import { spreadOfClusters, spreadOfGrowth, type Clustered } from './spread-of-clusters.ts';

/** Standard error of a median over that of a mean, and quartile distance over standard deviation, of normals. */
const MEDIAN_COST = 1.2533;
const QUARTILES = 1.349;
/** Days are whole: a median is no surer than this, in days. */
const DAY_ERROR = 0.3;
const YEAR = 12;

/** What is compared, dealer by dealer. `days` and `supply` are those of the same tables. */
export async function collectContrasts(
  warehouse: Warehouse,
  tables: MarketTables,
  { days, supply, sample }: { days: DayCounts; supply: MarketFacts['supply']; sample: boolean },
): Promise<Contrast[]> {
  const month = supply.firstMonth + supply.months - 2;
  return [
    ...contrastsOfDays(days, await dealerDays(warehouse, tables, { sample })),
    ...contrastsOfCuts(await dealerCuts(warehouse, tables), await fallenPrices(warehouse, tables)),
    ...contrastsOfSupply(supply, await dealerSupply(warehouse, tables, month)),
  ];
}

interface Group {
  types: readonly TypeOrAll[];
  condition: 'new' | 'used';
  regions: readonly (typeof ALL | (typeof CENSUS_REGIONS)[number])[];
}

/** Types among the others, regions among the others, new units beside used ones. */
export function contrastsOfDays(days: DayCounts, rows: readonly DealerDaysRow[]): Contrast[] {
  const everywhere = { regions: [ALL] } as const;
  const wanted: [rest: Pick<Contrast, 'measure' | 'type' | 'region' | 'condition'>, Group, Group][] = [
    [
      { measure: 'days-of-new', type: ALL, region: ALL },
      { types: [ALL], condition: 'new', ...everywhere },
      { types: [ALL], condition: 'used', ...everywhere },
    ],
  ]; // prettier-ignore
  for (const condition of ['new', 'used'] as const) {
    for (const type of RV_TYPE_IDS)
      wanted.push([
        { measure: 'days', type, region: ALL, condition },
        { types: [type], condition, ...everywhere },
        { types: RV_TYPE_IDS.filter((other) => other !== type), condition, ...everywhere },
      ]);
    for (const region of CENSUS_REGIONS)
      wanted.push([
        { measure: 'days-in-region', type: ALL, region, condition },
        { types: [ALL], condition, regions: [region] },
        { types: [ALL], condition, regions: CENSUS_REGIONS.filter((other) => other !== region) },
      ]);
  }
  return wanted.flatMap(([rest, own, others]) => {
    const figures = [own, others].map((group) => medianOf(daysOfSeveral(days, group)));
    const [figure, reference] = figures;
    if (figure === undefined || reference === undefined) return [];
    const spread = spreadOfClusters([
      { weight: 1, own: clustersOf(rows, own), others: clustersOf(rows, others) },
    ]);
    const sides = {
      own: atLeast(figure, MEDIAN_COST * spread.own),
      others: atLeast(reference, MEDIAN_COST * spread.others),
    };
    const error = Math.max(
      MEDIAN_COST * spread.difference,
      // No surer than the units are if each stood for itself.
      Math.hypot(figure.error, reference.error),
    );
    return [{ ...rest, ...sides, error, clusters: spread.clusters }];
  });
}

const clustersOf = (
  rows: readonly DealerDaysRow[],
  { types, condition, regions }: Group,
): Clustered[] =>
  rows
    .filter(
      (row) =>
        row.condition === condition &&
        types.some((type) => type === ALL || type === row.type) &&
        regions.some((region) => region === ALL || region === row.region),
    )
    .map(({ dealer: cluster, units: n, logDays: sum }) => ({ cluster, n, sum }));

/** Log of the median, with the error that the quartiles and the rounding to days give. */
function medianOf(days: Days | null): Figure | undefined {
  if (!days || days.median < 1 || days.p25 < 1) return undefined;
  const spread = Math.log(days.p75 / days.p25) / QUARTILES;
  return {
    value: Math.log(days.median),
    error: Math.hypot((MEDIAN_COST * spread) / Math.sqrt(days.units), DAY_ERROR / days.median),
    n: days.units,
  };
}

const atLeast = (figure: Figure, error: number): Figure => ({
  ...figure,
  error: Math.max(figure.error, error),
});

/** Supply a year on, where both months were wholly seen, and every type's share of what is on offer. */
export function contrastsOfSupply(
  { months, series }: MarketFacts['supply'],
  rows: readonly DealerSupplyRow[],
): Contrast[] {
  const found: Contrast[] = [];
  const everywhere = series.find(({ type, region }) => type === ALL && region === ALL)?.now ?? 0;
  for (const { type, region, onOffer, yearChange, now } of series) {
    const rest = { type, region };
    const of = rows.filter(
      (row) => (type === ALL || row.type === type) && (region === ALL || row.region === region),
    );
    if (yearChange !== null) {
      const own = counted(onOffer[months - 2] ?? 0);
      const others = counted(onOffer[months - 2 - YEAR] ?? 0);
      const { difference, clusters } = spreadOfGrowth(
        of.map(({ dealer, inMonth, yearBefore }) => ({ cluster: dealer, sum: inMonth, n: yearBefore })),
      ); // prettier-ignore
      const error = Math.max(difference, Math.hypot(own.error, others.error));
      found.push({ measure: 'supply', ...rest, own, others, error, clusters });
    }
    if (type === ALL || region !== ALL || everywhere === 0) continue;
    const spread = spreadOfClusters([
      {
        weight: 1,
        own: rows.map((row) => ({
          cluster: row.dealer,
          n: row.now,
          sum: row.type === type ? row.now : 0,
        })),
        others: [],
      },
    ]);
    const own = share(now, everywhere);
    const error = Math.max(own.error, spread.own);
    const nothing = { value: 0, n: everywhere, error: 0 };
    found.push({ measure: 'on-offer', ...rest, own: { ...own, error }, others: nothing, error, clusters: spread.clusters }); // prettier-ignore
  }
  return found;
}

/** By how much more units of a type came down than the others', as sure as its dealers are many. */
export function deeperCuts(
  contrasts: readonly Contrast[],
  type: TypeOrAll,
): MarketFacts['priceCuts'][number]['deeper'] {
  const found = contrasts.find((one) => one.measure === 'cut-depth' && one.type === type);
  if (found === undefined || found.clusters < LEAST_CLUSTERS) return null;
  const { own, others, error, clusters } = found;
  return { value: own.value - others.value, se: error * widerBy(clusters) };
}

/**
 * Changes of supply as sure as the dealers behind them are many: so wide that 1.96 errors hold 95 of 100,
 * and null where fewer stand behind one than are a market.
 */
export function noSurerThanDealers(
  series: MarketFacts['supply']['series'],
  contrasts: readonly Contrast[],
): MarketFacts['supply']['series'] {
  return series.map((one) => {
    const found = contrasts.find(
      ({ measure, type, region }) =>
        measure === 'supply' && type === one.type && region === one.region,
    );
    if (one.yearChange === null || found === undefined) return one;
    const { error, clusters } = found;
    if (clusters < LEAST_CLUSTERS) return { ...one, yearChange: null };
    return { ...one, yearChange: { ...one.yearChange, se: error * widerBy(clusters) } };
  });
}
