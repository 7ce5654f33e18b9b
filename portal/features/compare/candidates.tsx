import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { COMPARE_MAX, COMPARE_SEARCH_LIMIT } from '#schemas/constants.ts';
import type { Listing } from '#schemas/api/listings.ts';
import { listingName, namePartsOf, pictureOf } from '../../client/listing-rules.ts';
import { pathOf } from '../../client/paths.ts';
import { COMPARE } from '../../content/compare.ts';
import { isolated } from '../../content/isolated.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { CompareButton } from '../../ui/compare-button.tsx';
import { count } from '../../ui/format.ts';
import { PriceText } from '../../ui/listing-card.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { ListingPicture } from '../../ui/listing-picture.tsx';
import { factsOf } from '../../ui/listing-words.ts';
import { RvName } from '../../ui/rv-name.tsx';
import { Skeleton } from '../../ui/surface.tsx';
import { candidatesOf, type FoundCandidates } from './queries.ts';

const words = COMPARE.search;
/** Heads the search, and has the focus once a suggestion was taken. */
export const HEADING = 'compare-search';

interface CandidatesProps {
  text: string;
  ids: readonly string[];
  onAdd: (id: string) => void;
  onSuggestion: (name: string) => void;
}

/** What was found, each with its button; nothing is asked while nothing is typed. */
export function Candidates(props: CandidatesProps) {
  const found = useQuery(candidatesOf(props.text));
  const asked = props.text.trim() !== '';
  const isKnown = found.data !== undefined && !found.isPlaceholderData;
  return (
    <>
      {/* There before it says anything: what comes with its text is not read out. */}
      <p role="status" className="sr-only">
        {asked &&
          !found.isError &&
          (isKnown ? words.found(count(found.data.total)) : words.loading)}
      </p>
      {!asked ? (
        <p className="text-ink-muted">{words.prompt}</p>
      ) : found.isError ? (
        <LoadFailed words={words.failed} query={found} />
      ) : found.data === undefined ? (
        <CandidatesSkeleton />
      ) : (
        <Found found={found.data} stale={found.isPlaceholderData} {...props} />
      )}
    </>
  );
}

interface FoundProps extends CandidatesProps {
  found: FoundCandidates;
  /** Still those of the question before. */
  stale: boolean;
}

function Found({ found, stale, text, ids, onAdd, onSuggestion }: FoundProps) {
  const { listings, total, suggestions = [] } = found;
  if (listings.length === 0)
    return (
      <div>
        <p className="font-bold">{words.none}</p>
        {suggestions.length > 0 && (
          <>
            <p className="mt-2 text-small">{words.suggestions}</p>
            <ul className="mt-1 flex flex-wrap gap-2">
              {suggestions.map(({ name }) => (
                <li key={name}>
                  <Button
                    look="secondary"
                    size="small"
                    heir={HEADING}
                    onClick={() => onSuggestion(name)}
                  >
                    {name}
                  </Button>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    );
  return (
    <>
      <ul
        aria-label={words.results}
        aria-busy={stale}
        className={classes('grid gap-x-6 lg:grid-cols-2', stale && 'opacity-60')}
      >
        {listings.map((listing) => (
          <Candidate
            key={listing.id}
            listing={listing}
            selected={ids.includes(listing.id)}
            full={ids.length >= COMPARE_MAX}
            onAdd={() => onAdd(listing.id)}
          />
        ))}
      </ul>
      {total > listings.length && (
        <p className="mt-3 text-small text-ink-muted">
          {words.more(count(listings.length), count(total))}{' '}
          <Link
            to={`${pathOf('search')}?${new URLSearchParams({ make: text.trim(), compare: ids.join(',') })}`}
            className="font-bold text-primary underline underline-offset-4"
          >
            {words.all}
          </Link>
        </p>
      )}
    </>
  );
}

interface CandidateProps {
  listing: Listing;
  selected: boolean;
  full: boolean;
  onAdd: () => void;
}

const Candidate = ({ listing, selected, full, onAdd }: CandidateProps) => (
  <li className="grid grid-cols-[5rem_minmax(0,1fr)] items-center gap-x-3 gap-y-1.5 border-b border-edge py-2.5 sm:grid-cols-[5rem_minmax(0,1fr)_auto]">
    <ListingPicture
      picture={pictureOf(listing)}
      type={listing.type.id}
      className="self-start rounded-control sm:self-center"
    />
    <div>
      <p className="leading-snug font-bold wrap-anywhere">
        <RvName parts={namePartsOf(listing)} />
      </p>
      <p className="text-small text-ink-muted">
        <span className="tabular font-bold text-ink">
          <PriceText listing={listing} />
        </span>{' '}
        {[...factsOf(listing).slice(0, 2), listing.location]
          .filter(Boolean)
          .map(isolated)
          .join(', ')}
      </p>
    </div>
    <div className="col-start-2 sm:col-start-3">
      <CompareButton name={listingName(listing)} selected={selected} full={full} onAdd={onAdd} />
    </div>
  </li>
);

/** As many as most searches find. */
const CandidatesSkeleton = () => (
  <div aria-busy="true" className="grid gap-x-6 gap-y-3 lg:grid-cols-2">
    {Array.from({ length: COMPARE_SEARCH_LIMIT }, (_, row) => (
      <Skeleton key={row} className="h-24 sm:h-16" />
    ))}
  </div>
);
