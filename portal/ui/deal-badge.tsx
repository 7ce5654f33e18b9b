import type { Deal } from '#schemas/api/listings.ts';
import { roundedFor } from '#schemas/shown-values.ts';
import type { DealRating } from '#schemas/vocabulary.ts';
import { LISTINGS } from '../content/listings.ts';
import { classes } from './classes.ts';
import { share, usd } from './format.ts';

const words = LISTINGS.deal;

const LOOKS: Record<DealRating, string> = {
  great: 'bg-primary text-on-primary',
  good: 'bg-primary-soft text-primary',
  fair: 'bg-info-soft text-info',
  high: 'bg-accent-soft text-accent-ink',
  'very-high': 'bg-danger-soft text-danger',
};

/** The rating of an asking price by our valuation, and what it rests on; or why there is none. */
export function DealBadge({ deal }: { deal: Deal | undefined }) {
  if (deal === undefined) return <p className="text-small text-ink-muted">{words.none}</p>;
  if ('refused' in deal)
    return <p className="text-small text-ink-muted">{words.refused[deal.refused]}</p>;
  return (
    <div data-deal={deal.rating}>
      <span
        className={classes(
          'inline-block rounded-[0.8rem] px-2.5 py-0.5 text-small font-bold',
          LOOKS[deal.rating],
        )}
      >
        {words.ratings[deal.rating]}
      </span>
      <p className="tabular mt-1 text-small text-ink-muted">
        {words.valuation(usd(roundedFor(deal)(deal.value)))}. {words.position(share(deal.position))}
      </p>
    </div>
  );
}
