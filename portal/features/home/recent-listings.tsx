import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { searchListings } from '#schemas/api/listings.ts';
import { HOME_RECENT_LISTINGS } from '#schemas/constants.ts';
import { api } from '../../client/api.ts';
import { pathOf } from '../../client/paths.ts';
import { useSavedRvs } from '../../client/saved-rvs.ts';
import { HOME } from '../../content/home.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { ListingCard } from '../../ui/listing-card.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Skeleton } from '../../ui/surface.tsx';

const words = HOME.recent;
const GRID = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 print:grid-cols-3';
const query = { limit: HOME_RECENT_LISTINGS };

const recentQuery = queryOptions({
  queryKey: [searchListings.path, query],
  queryFn: ({ signal }) => api(searchListings, { query }, signal),
});

/** What came to the market last. */
export function RecentListings() {
  const recent = useQuery(recentQuery);
  const { isSaved, toggle, changing } = useSavedRvs();
  return (
    <section aria-labelledby="recent-title" className="print-in-parts">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="recent-title" className="text-heading">
          {words.title}
        </h2>
        <Link to={pathOf('search')} className={buttonClasses('quiet', 'regular', '-mx-4')}>
          {words.all}
        </Link>
      </div>
      {recent.isError ? (
        <LoadFailed words={words.failed} query={recent} />
      ) : recent.data === undefined ? (
        <div aria-busy="true" className={GRID}>
          {Array.from({ length: HOME_RECENT_LISTINGS }, (_, card) => (
            <Skeleton key={card} className="h-[32rem] rounded-card" />
          ))}
        </div>
      ) : recent.data.listings.length === 0 ? (
        <p className="text-ink-muted">{words.none}</p>
      ) : (
        <ul className={GRID}>
          {recent.data.listings.slice(0, HOME_RECENT_LISTINGS).map((listing) => (
            <li key={listing.id} className="sm:row-span-2 sm:grid sm:grid-rows-subgrid sm:gap-y-0">
              <ListingCard
                listing={listing}
                save={{
                  saved: isSaved(listing.id),
                  busy: changing === listing.id,
                  onToggle: () => toggle(listing.id),
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
