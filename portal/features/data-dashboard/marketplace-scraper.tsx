import { useQuery } from '@tanstack/react-query';
import { dataSourcesQuery } from '../../client/data-status.ts';
import { DASHBOARD } from '../../content/data-dashboard.ts';
import { Facts } from '../../ui/facts.tsx';
import { count } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { SourceBadge } from '../../ui/source-badge.tsx';
import { Card, CardHead, Skeleton } from '../../ui/surface.tsx';
import { when } from '../../ui/when.ts';
import { scraperStatsQuery } from './queries.ts';

const words = DASHBOARD.marketplace;

/** What collection has brought, and the marketplaces it is from: sites that are visited, and files. */
export function MarketplaceScraper() {
  const stats = useQuery(scraperStatsQuery);
  const sources = useQuery(dataSourcesQuery);
  const marketplace = sources.data?.registered.find(({ id }) => id === 'marketplace');
  return (
    <Card className="grid grid-cols-1 content-start gap-4">
      <CardHead title={words.title} text={words.text} />
      <Loaded
        query={stats}
        failed={DASHBOARD.scraper.statsFailed}
        waiting={<Skeleton className="h-32" />}
      >
        {({ totalListings, recentListings, lastRun, scheduledScraping }) => (
          <Facts
            facts={[
              [words.total, count(totalListings)],
              [words.recent, count(recentListings)],
              [words.last, lastRun === null ? words.never : when(lastRun)],
              [words.schedule, scheduledScraping ? words.on : words.off],
            ]}
          />
        )}
      </Loaded>
      {marketplace !== undefined && (
        <div>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h3 className="font-bold">{words.sites}</h3>
            <SourceBadge state={marketplace.state} />
          </div>
          {marketplace.sources.length === 0 ? (
            <p className="text-ink-muted">{words.noSites}</p>
          ) : (
            <ul className="mt-1 grid gap-2">
              {marketplace.sources.map(({ source, state, detail }) => (
                <li key={source}>
                  <span className="flex flex-wrap items-center gap-2">
                    <span className="font-bold wrap-anywhere">{source}</span>
                    <SourceBadge state={state} />
                  </span>
                  <span className="block text-small text-ink-muted">{detail}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Card>
  );
}
