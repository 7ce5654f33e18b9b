import { MARKET_FIGURES } from '../content/market-figures.ts';
import { count, usd } from './format.ts';

interface MedianPriceProps {
  listings: number;
  priced: number;
  medianPrice: number | null;
}

/** A median asking price, and where not every listing beside it shows a price, of how many it is. */
export function MedianPrice({ listings, priced, medianPrice }: MedianPriceProps) {
  if (medianPrice === null) return MARKET_FIGURES.none;
  return (
    <>
      {usd(medianPrice)}{' '}
      {priced < listings && (
        <span className="block text-small font-normal text-ink-muted max-[22rem]:whitespace-normal">
          {MARKET_FIGURES.ofPriced(count(priced))}
        </span>
      )}
    </>
  );
}
