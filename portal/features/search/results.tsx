import { SEARCH_PAGE_SIZE } from '#schemas/constants.ts';
import { ApiFailure, MalformedAnswer, reasonOf } from '../../client/failures.ts';
import { useSavedRvs } from '../../client/saved-rvs.ts';
import { SEARCH } from '../../content/search.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { ListingCard } from '../../ui/listing-card.tsx';
import { Skeleton } from '../../ui/surface.tsx';
import { type Picking, PickButton } from './pick-button.tsx';
import type { Found } from './queries.ts';

export const GRID = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 print:grid-cols-3';

interface ResultsProps extends Picking {
  found: Found;
  /** Still those of the question before. */
  stale: boolean;
}

export function Results({ found, stale, ...picking }: ResultsProps) {
  const { isSaved, toggle, changing } = useSavedRvs();
  return (
    <ul aria-busy={stale} className={classes(GRID, 'transition-opacity', stale && 'opacity-60')}>
      {found.listings.slice(0, SEARCH_PAGE_SIZE).map((listing) => (
        <li key={listing.id} className="sm:row-span-2 sm:grid sm:grid-rows-subgrid sm:gap-y-0">
          <ListingCard
            listing={listing}
            save={{
              saved: isSaved(listing.id),
              busy: changing === listing.id,
              onToggle: () => toggle(listing.id),
            }}
            action={<PickButton listing={listing} {...picking} />}
          />
        </li>
      ))}
    </ul>
  );
}

/** What was asked is at fault: the same again has the same answer. Not so where only too much was asked at once. */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiFailure && error.status < 500 && error.status !== 429;

export function SearchFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const words = SEARCH.failed;
  const otherwise =
    error instanceof ApiFailure
      ? `${error.status} ${error.statusText}`
      : error instanceof MalformedAnswer
        ? words.malformed
        : words.connection;
  return (
    <Alert
      tone="destructive"
      live
      title={words.title}
      action={
        !isRefused(error) && (
          <Button size="small" onClick={onRetry}>
            {words.retry}
          </Button>
        )
      }
    >
      <p className="wrap-anywhere">{words.reason(reasonOf(error, otherwise))}</p>
      <p>{words.text}</p>
    </Alert>
  );
}

export const ResultsSkeleton = () => (
  <div aria-busy="true" className={GRID}>
    {Array.from({ length: SEARCH_PAGE_SIZE }, (_, card) => (
      <div
        key={card}
        data-skeleton="listing"
        className="overflow-hidden rounded-card border border-edge bg-surface shadow-card"
      >
        <Skeleton className="aspect-16/10 rounded-none" />
        <div className="grid gap-3 p-4">
          <Skeleton className="h-6 w-4/5" />
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-9 w-2/5" />
          <Skeleton className="h-16" />
          <Skeleton className="h-10" />
          <Skeleton className="h-9 w-3/5" />
        </div>
      </div>
    ))}
  </div>
);
