import { Fragment, type ReactNode, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { Listing } from '#schemas/api/listings.ts';
import {
  askedPrice,
  daysListed,
  isWeb,
  listingName,
  namePartsOf,
  pictureOf,
  ruleOfThumb,
} from '../client/listing-rules.ts';
import { pathOf } from '../client/paths.ts';
import { LISTINGS } from '../content/listings.ts';
import { buttonClasses } from './button.tsx';
import { classes } from './classes.ts';
import { DealBadge } from './deal-badge.tsx';
import { dealerName } from './dealer-name.ts';
import { usd } from './format.ts';
import { HeartIcon } from './icons.tsx';
import { ListingPicture } from './listing-picture.tsx';
import { comparedWithMarket, factsOf, whereOf } from './listing-words.ts';
import { RvName } from './rv-name.tsx';
import { useHeir } from './use-heir.ts';

interface ListingCardProps {
  listing: Listing;
  save?: Save;
  /** What else can be done with it. */
  action?: ReactNode;
}

/**
 * One RV on the market: picture, price, how the price stands, and the facts. It takes two rows of the grid it
 * stands in, so that the prices of neighbours are on one line whatever their names take. A dozen come at once: on a
 * phone, where none has a neighbour, and in its short lines nothing is laid out with more care than it shows.
 */
export function ListingCard({ listing, save, action }: ListingCardProps) {
  const name = listingName(listing);
  return (
    <article
      aria-label={name}
      className="card overflow-hidden rounded-card border border-edge bg-surface text-wrap shadow-card sm:row-span-2 sm:grid sm:grid-rows-subgrid sm:gap-y-0"
    >
      <div>
        <div className="relative">
          <ListingPicture picture={pictureOf(listing)} type={listing.type.id} />
          {save && <SaveButton name={name} {...save} />}
        </div>
        <div className="px-4 pt-4 print:pt-2">
          <h3 className="leading-snug font-bold text-wrap wrap-anywhere">
            <ListingLink listing={listing} />
          </h3>
          <p className="text-small text-ink-muted">
            <Listed parts={factsOf(listing)} />
          </p>
        </div>
      </div>
      <div className="flex flex-col gap-3 p-4 pt-3 print:gap-1.5 print:py-2">
        <div>
          <p className="tabular text-heading font-extrabold tracking-tight">
            <PriceText listing={listing} />
          </p>
          <RuleOfThumbText listing={listing} />
        </div>
        <DealBadge deal={listing.deal} />
        <p className="mt-auto text-small text-ink-muted wrap-anywhere">
          <Listed
            parts={[
              whereOf(listing),
              dealerName(listing.dealer),
              LISTINGS.listedDays(daysListed(listing)),
            ].filter(Boolean)}
          />
        </p>
        <div className="no-print flex flex-wrap items-center justify-between gap-y-1">
          {action}
          <JudgeLink listing={listing} />
        </div>
      </div>
    </article>
  );
}

/** Separated by commas, each on one line where it fits on one: a figure is not torn from its unit. */
const Listed = ({ parts }: { parts: readonly string[] }) =>
  parts.map((part, at) => (
    <Fragment key={at}>
      <span className="inline-block">{at < parts.length - 1 ? `${part},` : part}</span>{' '}
    </Fragment>
  ));

/** A listing's name, leading to the dealer's page where it has one. */
export function ListingLink({ listing }: { listing: Listing }) {
  const name = <RvName parts={namePartsOf(listing)} />;
  if (!isWeb(listing.url)) return name;
  return (
    <a
      href={listing.url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      aria-label={LISTINGS.visit(listingName(listing))}
      // Pressed by a thumb above and below its line too.
      className="-my-3 inline-block py-3 underline-offset-4 hover:underline"
    >
      {name}
    </a>
  );
}

/** `$31,450`; without a shown price N/A, and whether the dealer asks to be called. */
export function PriceText({ listing }: { listing: Listing }) {
  const asked = askedPrice(listing);
  if (asked !== null) return usd(asked);
  return (
    <>
      {`${LISTINGS.none} `}
      {listing.priceState === 'call' && (
        <span className="text-small font-bold text-ink-muted">{LISTINGS.price.call}</span>
      )}
    </>
  );
}

/** The specification's estimate of listing cards, named for what it is; `bare` where its name stands beside it. */
export function RuleOfThumbText({ listing, bare = false }: { listing: Listing; bare?: boolean }) {
  const rule = ruleOfThumb(listing);
  return (
    <p className="tabular text-small text-ink-muted">
      {!bare && `${LISTINGS.rule.label}: `}
      {rule === null ? LISTINGS.none : usd(rule.estimate)}
      {rule?.percent != null && `, ${comparedWithMarket(rule.percent)}`}
    </p>
  );
}

/** Leads to the analyzer with its form filled in; looking there uses nothing up. */
export function JudgeLink({ listing }: { listing: Listing }) {
  const { make, model, condition, mileage } = listing;
  const asked = askedPrice(listing);
  if (asked === null || make.name === 'Unknown' || model.name === 'Unknown') return null;
  const form = new URLSearchParams({
    make: make.name,
    model: model.name,
    year: String(model.year),
    ...(condition === 'new' || condition === 'certified' ? { condition } : {}),
    ...(mileage == null ? {} : { mileage: String(mileage) }),
    askingPrice: String(asked),
    location: listing.location.split(', ').at(-1) ?? '',
    listingId: listing.id,
  });
  return (
    <Link
      to={`${pathOf('realtimeAnalyzer')}?${form}`}
      aria-label={LISTINGS.judgeOf(listingName(listing))}
      className={buttonClasses('quiet', 'small', '-mx-3')}
    >
      {LISTINGS.judge}
    </Link>
  );
}

interface Save {
  saved: boolean;
  /** Being changed: it does nothing, and keeps the focus. */
  busy: boolean;
  onToggle: () => void;
  /** Id of the heading that has the focus after it where the card goes with it. */
  heir?: string;
}

function SaveButton({ name, saved, busy, onToggle, heir }: Save & { name: string }) {
  const button = useRef<HTMLButtonElement>(null);
  useHeir(button, heir);
  return (
    <button
      ref={button}
      type="button"
      aria-label={saved ? LISTINGS.save.unsave(name) : LISTINGS.save.save(name)}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onToggle}
      className="no-print absolute top-2 right-2 grid size-11 place-items-center rounded-full border border-edge bg-surface text-primary shadow-card hover:bg-primary-soft aria-disabled:cursor-not-allowed aria-disabled:opacity-55"
    >
      <HeartIcon className={classes('size-5', saved && 'fill-current')} />
    </button>
  );
}
