import { type SavedRv, useSavedRvs } from '../../client/saved-rvs.ts';
import { LISTINGS } from '../../content/listings.ts';
import { SEARCH } from '../../content/search.ts';
import { Answered } from '../../ui/answered.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { usd } from '../../ui/format.ts';
import { TrendDownIcon, TrendUpIcon } from '../../ui/icons.tsx';
import { ListingCard } from '../../ui/listing-card.tsx';
import { RvName } from '../../ui/rv-name.tsx';
import { Card } from '../../ui/surface.tsx';
import { savedNamePartsOf, savedPriceOf } from '../../ui/saved-price.ts';
import { CompareTray } from './compare-tray.tsx';
import { PickButton } from './pick-button.tsx';
import { GRID, ResultsSkeleton } from './results.tsx';
import { useSearchState } from './use-search-state.ts';

const words = SEARCH.saved;
/** Where the focus goes on when the saved listing that had it is let go of. */
const HEADING = 'saved-listings';

/** The saved listings, each with what its price did since it was saved. */
export function SavedList({ onSearch }: { onSearch: () => void }) {
  const { saved, toggle, changing } = useSavedRvs();
  const { state, changeAtOnce } = useSearchState();
  const onCompare = (compare: string[]) => changeAtOnce({ ...state, compare }, 'compare');
  return (
    <Answered query={saved} words={words.failed} waiting={<ResultsSkeleton />}>
      {(all) => (
        <>
          <h2 id={HEADING} tabIndex={-1} className="sr-only">
            {SEARCH.views.saved}
          </h2>
          {all.length === 0 ? (
            <EmptyCard type="class-b" words={words.empty}>
              <Button onClick={onSearch}>{words.empty.search}</Button>
            </EmptyCard>
          ) : (
            <ul className={GRID}>
              {all.map((rv) => (
                <li key={rv.id} className="flex flex-col">
                  <SinceSaved rv={rv} />
                  <div className="grid grow grid-rows-[auto_1fr]">
                    {rv.listing === null ? (
                      <GoneCard
                        rv={rv}
                        busy={changing === rv.listingId}
                        onRemove={() => toggle(rv.listingId)}
                      />
                    ) : (
                      <ListingCard
                        listing={rv.listing}
                        save={{
                          saved: true,
                          busy: changing === rv.listingId,
                          onToggle: () => toggle(rv.listingId),
                          heir: HEADING,
                        }}
                        action={
                          <PickButton
                            listing={rv.listing}
                            compare={state.compare}
                            onCompare={onCompare}
                          />
                        }
                      />
                    )}
                  </div>
                </li>
              ))}
            </ul>
          )}
          <CompareTray ids={state.compare} onClear={() => onCompare([])} />
        </>
      )}
    </Answered>
  );
}

interface GoneCardProps {
  rv: SavedRv;
  busy: boolean;
  onRemove: () => void;
}

/** What is left of a listing that nobody knows any more: its name, and what it last asked. */
function GoneCard({ rv, busy, onRemove }: GoneCardProps) {
  const name = savedNamePartsOf(rv);
  const price = rv.lastPrice === null ? LISTINGS.none : usd(rv.lastPrice);
  return (
    <Card className="row-span-2 grid content-start justify-items-start gap-3">
      <h3 className="leading-snug font-bold wrap-anywhere">
        <RvName parts={name} />
      </h3>
      <p className="tabular">{words.lastPrice(price)}</p>
      <p className="text-small text-ink-muted">{words.goneText}</p>
      <Button
        look="secondary"
        size="small"
        aria-label={words.removeOf(name.join(' '))}
        busy={busy}
        heir={HEADING}
        onClick={onRemove}
      >
        {words.remove}
      </Button>
    </Card>
  );
}

/** What the price did, above the card. */
function SinceSaved({ rv }: { rv: SavedRv }) {
  const { saved, change, direction } = savedPriceOf(rv);
  const Arrow = direction === 'down' ? TrendDownIcon : TrendUpIcon;
  return (
    <div className="tabular mb-2 min-h-12 px-1 text-small">
      <p className="text-ink-muted">{saved}</p>
      <p
        className={classes(
          'flex items-center gap-1 font-bold',
          direction === 'down' && 'text-primary',
          direction === 'up' && 'text-danger',
        )}
      >
        {direction !== 'level' && <Arrow className="size-4" />}
        {change}
      </p>
    </div>
  );
}
