import type { z } from 'zod';
import type { contributionStats } from '#schemas/api/data.ts';
import { CONTRIBUTORS_MIN } from '#schemas/constants.ts';
import { STATES } from '#schemas/vocabulary.ts';
import type { NameResolver } from '#domain/names/resolve.ts';
import type { ContributionTotals, RecentContribution } from '#warehouse/queries/contributions.ts';

type Answer = z.input<typeof contributionStats.response>;

const RECENT_SHOWN = 10;
/** Averages are told to the nearest $100. */
const ROUNDED_TO = 100;

/** What only contributions tell of a purchase, as people read it. */
const DATA_POINTS: readonly (readonly [keyof ContributionTotals, string])[] = [
  ['contributors', 'Prices paid'],
  ['listPrice', 'Savings from the list price'],
  ['tradeInValue', 'Trade-in values'],
  ['financingRate', 'Financing rates'],
  ['downPayment', 'Down payments'],
  ['mileage', 'Mileage at purchase'],
  ['marketConditions', 'How buyers found the market'],
  ['seasonality', 'Season of purchase'],
];

const enough = (contributors: number | null): boolean => (contributors ?? 0) >= CONTRIBUTORS_MIN;

const rounded = (dollars: number | null, contributors: number): number | null =>
  dollars === null || !enough(contributors) ? null : Math.round(dollars / ROUNDED_TO) * ROUNDED_TO;

const NOTHING = {
  stats: {
    totalContributions: 0,
    contributingUsers: 0,
    avgPurchasePrice: null,
    avgSavingsFromList: null,
  },
  exclusiveDataPoints: [],
};

const inFives = (count: number): number => count - (count % CONTRIBUTORS_MIN);

/** The figures that enough contributors stand behind; the others as if nobody had shared anything. */
export function statsOf(
  totals: ContributionTotals | undefined,
): Pick<Answer, 'stats' | 'exclusiveDataPoints'> {
  if (totals === undefined) return NOTHING;
  const { contributions, contributors, purchasePrice, listPrice, savings } = totals;
  return {
    stats: {
      totalContributions: enough(contributors) ? inFives(contributions) : 0,
      contributingUsers: enough(contributors) ? inFives(contributors) : 0,
      avgPurchasePrice: rounded(purchasePrice, contributors),
      avgSavingsFromList: rounded(savings, listPrice),
    },
    exclusiveDataPoints: DATA_POINTS.filter(([told]) => enough(totals[told])).map(
      ([, label]) => label,
    ),
  };
}

const stateNames = new Map(STATES.map(({ code, name }) => [code, name]));

/** What is shown of the latest: names of the catalogue only, nothing that somebody typed. */
export function recentOf(
  rows: readonly RecentContribution[],
  resolver: Pick<NameResolver, 'resolve'>,
  nameOfMake: (makeId: string) => string,
): Answer['recentContributions'] {
  return rows
    .flatMap(({ make, model, state, day, type, ...row }) => {
      const name = resolver.resolve({ make, model });
      if (name.basis !== 'catalogue') return [];
      return {
        ...row,
        make: nameOfMake(name.makeId),
        model: name.lineName,
        location: stateNames.get(state) ?? state,
        createdAt: day,
        rvType: type,
      };
    })
    .slice(0, RECENT_SHOWN);
}
