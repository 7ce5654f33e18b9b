import { contributionStats } from '#schemas/api/data.ts';
import { CONTRIBUTORS_MIN } from '#schemas/constants.ts';
import type { Clock } from '#platform/clock.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { contributionTotals, recentContributions } from '#warehouse/queries/contributions.ts';
import { recentOf, statsOf } from '../contributions/stats.ts';
import { route, type Route } from '../http/route.ts';
import { keptFor } from '../kept-for.ts';
import type { MarketHolder } from '../market.ts';

/** More than are shown, since those whose names the catalogue does not know are left out. */
const RECENT_READ = 100;
/** How long figures stand before they are counted again, whoever asks meanwhile. */
const KEPT_MS = 30_000;

/** What owners contributed to the market that is served, in aggregate. */
export function contributionStatsRoutes(
  market: MarketHolder,
  warehouse: Warehouse,
  clock: Clock,
): Route[] {
  const count = async (sample: boolean) => {
    const [totals, recent] = await Promise.all([
      contributionTotals(warehouse, { sample }),
      recentContributions(warehouse, {
        sample,
        contributorsMin: CONTRIBUTORS_MIN,
        limit: RECENT_READ,
      }),
    ]);
    return {
      ...statsOf(totals),
      recentContributions: recentOf(recent, market.resolver, market.nameOfMake),
    };
  };
  const counted = keptFor(KEPT_MS, clock, count);
  return [
    route(contributionStats, async () => {
      const sample = market.current.snapshot.kind === 'sample';
      return { ...market.sampleMark, ...(await counted(sample)) };
    }),
  ];
}
