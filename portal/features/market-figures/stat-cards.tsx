import { useQuery } from '@tanstack/react-query';
import { marketDataQuery } from '../../client/market-data.ts';
import { MARKET_FIGURES } from '../../content/market-figures.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Card, Skeleton } from '../../ui/surface.tsx';
import { statsOf } from './figures.ts';
import { depreciationQuery, trendsQuery } from './queries.ts';

/**
 * The market in four figures; each that cannot be computed is the specification's, and says so. What could not
 * be loaded is not taken for a market without data.
 */
export function StatCards() {
  const months = useQuery(trendsQuery);
  const losses = useQuery(depreciationQuery('5'));
  const market = useQuery(marketDataQuery);
  const waiting = months.isPending || losses.isPending || market.isPending;
  const failed = [months, losses, market].find(({ isLoadingError }) => isLoadingError);
  if (failed !== undefined) return <LoadFailed words={MARKET_FIGURES.failed} query={failed} />;
  const stats = statsOf({
    months: months.data ?? [],
    losses: losses.data ?? [],
    market: market.data,
  });
  return (
    <section aria-label={MARKET_FIGURES.stats.label} aria-busy={waiting}>
      <dl className="grid auto-rows-[auto_1fr] grid-cols-2 gap-3 sm:gap-4 md:grid-cols-4">
        {stats.map(({ title, value, note }) => (
          <Card
            key={title}
            className="row-span-2 grid min-h-32 grid-rows-subgrid gap-y-1 p-4 sm:p-5 md:max-lg:min-h-39"
          >
            <dt className="text-small font-bold text-ink-muted">{title}</dt>
            <dd className="flex flex-col">
              {waiting ? (
                <Skeleton className="h-14 max-md:h-17" />
              ) : (
                <>
                  <span className="tabular text-title leading-tight font-extrabold">{value}</span>
                  <span className="pt-1 text-small leading-snug text-ink-muted">{note}</span>
                </>
              )}
            </dd>
          </Card>
        ))}
      </dl>
    </section>
  );
}
