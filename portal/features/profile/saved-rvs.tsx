import { Link } from 'react-router-dom';
import { pathOf } from '../../client/paths.ts';
import { type SavedRv, useSavedRvs } from '../../client/saved-rvs.ts';
import { LISTINGS } from '../../content/listings.ts';
import { OVERVIEW } from '../../content/profile.ts';
import { SEARCH } from '../../content/search.ts';
import { Answered } from '../../ui/answered.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { usd } from '../../ui/format.ts';
import { TrendDownIcon, TrendUpIcon } from '../../ui/icons.tsx';
import { RvName } from '../../ui/rv-name.tsx';
import { savedNamePartsOf, savedPriceOf } from '../../ui/saved-price.ts';
import { CardHead, Skeleton } from '../../ui/surface.tsx';

const words = OVERVIEW.saved;
/** Where the focus goes on when the saved RV that had it is let go of. */
const HEADING = 'saved-rvs';

/** The saved listings as lines, each with what its price did since. */
export function SavedRvs() {
  const { saved, toggle, changing } = useSavedRvs();
  const { data } = saved;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <CardHead title={words.title} text={words.text} heirId={HEADING} />
        {data !== undefined && data.length > 0 && (
          <Link
            to={`${pathOf('search')}?view=saved`}
            className={buttonClasses('quiet', 'small', '-mx-3')}
          >
            {words.all}
          </Link>
        )}
      </div>
      <div className="mt-3">
        <Answered query={saved} words={words.failed} waiting={<Skeleton className="h-24" />}>
          {(all) =>
            all.length === 0 ? (
              <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-sunken p-4">
                <p>{words.none}</p>
                <Link to={pathOf('search')} className={buttonClasses('secondary', 'small')}>
                  {words.search}
                </Link>
              </div>
            ) : (
              <ul className="divide-y divide-edge">
                {all.map((rv) => (
                  <SavedLine
                    key={rv.id}
                    rv={rv}
                    busy={changing === rv.listingId}
                    onRemove={() => toggle(rv.listingId)}
                  />
                ))}
              </ul>
            )
          }
        </Answered>
      </div>
    </>
  );
}

interface SavedLineProps {
  rv: SavedRv;
  busy: boolean;
  onRemove: () => void;
}

function SavedLine({ rv, busy, onRemove }: SavedLineProps) {
  const { saved, change, direction } = savedPriceOf(rv);
  const lastPrice = rv.priceNow ?? rv.lastPrice;
  const Arrow = direction === 'down' ? TrendDownIcon : TrendUpIcon;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
      <div className="min-w-0">
        <p className="font-bold wrap-anywhere">
          <RvName parts={savedNamePartsOf(rv)} />
        </p>
        <p className="tabular text-small text-ink-muted">{saved}</p>
      </div>
      <div className="tabular max-sm:col-start-1 max-sm:row-start-2 sm:text-end">
        <p className="font-bold">{lastPrice === null ? LISTINGS.none : usd(lastPrice)}</p>
        <p
          className={classes(
            'flex items-center gap-1 text-small font-bold sm:justify-end',
            direction === 'down' && 'text-primary',
            direction === 'up' && 'text-danger',
          )}
        >
          {direction !== 'level' && <Arrow className="size-4 shrink-0" />}
          {change}
        </p>
      </div>
      <Button
        look="secondary"
        size="small"
        aria-label={SEARCH.saved.removeOf(savedNamePartsOf(rv).join(' '))}
        busy={busy}
        heir={HEADING}
        onClick={onRemove}
        className="max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1"
      >
        {SEARCH.saved.remove}
      </Button>
    </li>
  );
}
