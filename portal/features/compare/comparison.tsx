import type { ReactNode } from 'react';
import type { Listing } from '#schemas/api/listings.ts';
import { listingName, pictureOf } from '../../client/listing-rules.ts';
import { COMPARE } from '../../content/compare.ts';
import { LISTINGS } from '../../content/listings.ts';
import { classes } from '../../ui/classes.ts';
import { DealBadge } from '../../ui/deal-badge.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { JudgeLink, ListingLink, PriceText, RuleOfThumbText } from '../../ui/listing-card.tsx';
import { ListingPicture } from '../../ui/listing-picture.tsx';
import { Skeleton } from '../../ui/surface.tsx';
import type { Compared } from './queries.ts';
import { type FactRow, factRows, lowestPrice } from './rows.ts';

const words = COMPARE.selected;

interface ComparisonProps {
  compared: readonly Compared[];
  onRemove: (id: string) => void;
}

/** Three columns however many there are, so that adding one moves no fact; on a phone two while two do. */
const columnsOf = (listings: number): string =>
  classes(
    'grid break-inside-avoid sm:gap-x-5 lg:grid-cols-[9rem_repeat(3,minmax(0,1fr))] print:grid-cols-[7rem_repeat(3,minmax(0,1fr))]',
    listings > 2 ? 'grid-cols-3 gap-x-2' : 'grid-cols-2 gap-x-3 sm:grid-cols-3',
  );

/** Of seven digits it has room in its column on the narrowest phone, since it must not break. */
const priceOf = (listings: number): string =>
  classes(
    'font-extrabold wrap-normal sm:text-title',
    listings > 2 ? 'text-small leading-[inherit] min-[22rem]:text-body' : 'text-lead',
  );

/**
 * The cards side by side, and their facts in rows. On a phone a fact's name stands above its values, so
 * that three columns fit without scrolling sideways. The roles keep it a table whatever its layout.
 */
export function Comparison({ compared, onRemove }: ComparisonProps) {
  const listings = compared.map(({ listing }) => listing);
  return (
    <div role="table" aria-label={words.caption} className="tabular">
      <div role="row" className={columnsOf(compared.length)}>
        <span role="columnheader" className="sr-only lg:not-sr-only print:not-sr-only">
          <span className="sr-only">{words.fact}</span>
        </span>
        {compared.map(({ listing, onMarket }) => (
          <div key={listing.id} role="columnheader" className="min-w-0 font-normal">
            <CardHead listing={listing} onMarket={onMarket} onRemove={() => onRemove(listing.id)} />
          </div>
        ))}
      </div>
      <Row
        label={COMPARE.rows.price}
        best={lowestPrice(listings)}
        values={listings.map((listing) => (
          <span key={listing.id} className={priceOf(listings.length)}>
            <PriceText listing={listing} />
          </span>
        ))}
      />
      <Row
        label={COMPARE.rows.deal}
        values={listings.map((listing) => (
          <DealBadge key={listing.id} deal={listing.deal} />
        ))}
      />
      <Row
        label={COMPARE.rows.rule}
        values={listings.map((listing) => (
          <RuleOfThumbText key={listing.id} listing={listing} bare />
        ))}
      />
      {factRows(listings).map(({ key, values, best }) => (
        <Row key={key} label={COMPARE.rows[key]} values={values} best={best} />
      ))}
    </div>
  );
}

/** About as high as the comparison will be: what stands below it must not be pushed down. */
export const ComparisonSkeleton = ({ listings }: { listings: number }) => (
  <div aria-busy="true" className={columnsOf(listings)}>
    <span className="hidden lg:block" />
    {Array.from({ length: listings }, (_, column) => (
      <div key={column} className="grid content-start gap-3">
        <Skeleton className="aspect-16/10" />
        <Skeleton className="h-16" />
        <Skeleton className="h-[58rem] lg:h-[42rem]" />
      </div>
    ))}
  </div>
);

interface CardHeadProps {
  listing: Listing;
  onMarket: boolean;
  onRemove: () => void;
}

const CardHead = ({ listing, onMarket, onRemove }: CardHeadProps) => (
  <div className="relative">
    <ListingPicture
      picture={pictureOf(listing)}
      type={listing.type.id}
      className="rounded-control"
    />
    <button
      type="button"
      aria-label={LISTINGS.compare.remove(listingName(listing))}
      onClick={onRemove}
      className="no-print absolute top-0 right-0 flex size-11 items-start justify-end p-1"
    >
      <span className="grid size-7 place-items-center rounded-full border border-edge bg-surface shadow-card hover:bg-primary-soft">
        <CloseIcon className="size-4" />
      </span>
    </button>
    <p className="mt-2 text-small leading-snug font-bold wrap-anywhere sm:text-body sm:leading-snug">
      <ListingLink listing={listing} />
    </p>
    {!onMarket && <p className="text-small font-bold text-danger">{words.gone}</p>}
    <div className="no-print">
      <JudgeLink listing={listing} />
    </div>
  </div>
);

interface RowProps {
  label: string;
  values: readonly ReactNode[];
  best?: FactRow['best'];
}

const Row = ({ label, values, best = null }: RowProps) => (
  <div
    role="row"
    className={classes(columnsOf(values.length), 'border-t border-edge py-2.5 print:py-1.5')}
  >
    <span
      role="rowheader"
      className="col-span-full text-small font-bold text-ink-muted lg:col-span-1 lg:pt-0.5 print:col-span-1"
    >
      {label}
    </span>
    {values.map((value, index) => (
      <div
        // The columns keep their order.
        key={index}
        role="cell"
        className={classes(
          'min-w-0 text-small wrap-anywhere sm:text-body',
          best?.at.includes(index) && 'font-bold text-primary',
        )}
      >
        {value}
        {best?.at.includes(index) && (
          <span className="block text-small font-bold">{best.word}</span>
        )}
      </div>
    ))}
  </div>
);
