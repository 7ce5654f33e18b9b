import type { BuyingDecision } from '#schemas/api/analysis.ts';
import { gapShown } from '#schemas/shown-values.ts';
import { STATES } from '#schemas/vocabulary.ts';
import { BUYING } from '../../content/buying.ts';
import { classes } from '../../ui/classes.ts';
import { percentFine, share, usd } from '../../ui/format.ts';
import { Card } from '../../ui/surface.tsx';
import { LOOKS, NO_ADVICE_PANEL } from './advice-look.ts';

const words = BUYING.advice;

/** What to do, how sure that is, and why. */
export function Verdict({ decision }: { decision: BuyingDecision }) {
  const { name, title, panel } = verdictOf(decision);
  const state = STATES.find(({ code }) => code === decision.state)?.name ?? '';
  return (
    <section aria-labelledby="verdict-title">
      <Card>
        <div
          className={classes(
            'keep-colour -mx-5 -mt-5 mb-5 rounded-t-card p-5 sm:-mx-6 sm:-mt-6 sm:p-6',
            panel,
          )}
        >
          <p className="font-bold">{words.title}</p>
          <h3 id="verdict-title" className="mt-1 text-heading leading-tight">
            {title}
          </h3>
          <p className="mt-2 font-bold tabular">
            {words.asked(usd(decision.askingPrice), state)}, {positionOf(decision)}
          </p>
        </div>
        <h4 className="font-bold">{words.reasons}</h4>
        <ul
          aria-label={`${words.reasons}: ${name}`}
          className="mt-1 grid list-disc gap-1.5 pl-5 marker:text-primary"
        >
          {decision.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
        <p className="mt-4">
          <span className="font-bold">{words.confidence}:</span>{' '}
          <span className="tabular font-extrabold text-primary">
            {share(decision.confidenceScore)}
          </span>
        </p>
      </Card>
    </section>
  );
}

/** A price nobody can mean comes before the advice, and too little data in place of it. */
function verdictOf({ priceCheck, abstained, overallRecommendation }: BuyingDecision) {
  if (priceCheck.outcome !== 'plausible')
    return { ...words.unbelievable, panel: LOOKS.avoid.panel };
  if (abstained) return { ...words.abstained, panel: NO_ADVICE_PANEL };
  return {
    ...words.verdicts[overallRecommendation],
    panel: LOOKS[overallRecommendation].panel,
  };
}

function positionOf(decision: BuyingDecision): string {
  const { askingPrice, currentMarketValue, valuation } = decision;
  const { percent } = gapShown(askingPrice, currentMarketValue, valuation.range);
  if (percent === 0) return words.at;
  const size = percentFine(Math.abs(percent));
  return percent > 0 ? words.above(size) : words.below(size);
}
