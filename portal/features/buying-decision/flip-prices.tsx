import type { BuyingDecision } from '#schemas/api/analysis.ts';
import { BUYING_RECOMMENDATIONS } from '#schemas/vocabulary.ts';
import { BUYING } from '../../content/buying.ts';
import { classes } from '../../ui/classes.ts';
import { usd } from '../../ui/format.ts';
import { LOOKS } from './advice-look.ts';

const words = BUYING.flips;

/** Each advice with the prices it is given for; the one of this offer stands out, unless its price is not believed. */
export function FlipPrices({ decision }: { decision: BuyingDecision }) {
  const { flipPrices, overallRecommendation, priceCheck } = decision;
  const here = priceCheck.outcome === 'plausible' ? overallRecommendation : null;
  const upTo = (price: number | null) => (price === null ? words.none : words.upTo(usd(price)));
  const prices = {
    buy_now: upTo(flipPrices.buyNow),
    negotiate: upTo(flipPrices.negotiate),
    wait: upTo(flipPrices.wait),
    avoid: words.above(usd(flipPrices.wait)),
  };
  return (
    <>
      <h4 className="mt-5 font-bold">{words.title}</h4>
      <ol className="mt-1">
        {BUYING_RECOMMENDATIONS.map((advice) => {
          const isHere = advice === here;
          return (
            <li
              key={advice}
              aria-current={isHere || undefined}
              className={classes(
                'grid grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-edge py-2 last:border-b-0',
                isHere && 'font-bold',
              )}
            >
              <span
                aria-hidden="true"
                className={classes('keep-colour size-4 rounded-full', LOOKS[advice].stretch)}
              />
              <span>
                {BUYING.advice.verdicts[advice].name}
                {isHere && (
                  <>
                    {' '}
                    <span className="whitespace-nowrap text-ink-muted">({words.here})</span>
                  </>
                )}
              </span>
              <span className="tabular">{prices[advice]}</span>
            </li>
          );
        })}
      </ol>
    </>
  );
}
