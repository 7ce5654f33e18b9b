import type { ReactNode } from 'react';
import type { BuyingDecision } from '#schemas/api/analysis.ts';
import { shownValuation } from '#schemas/shown-values.ts';
import { BUYING } from '../../content/buying.ts';
import { classes } from '../../ui/classes.ts';
import { share, usd } from '../../ui/format.ts';
import { TitledCard } from '../../ui/titled-card.tsx';
import { LOOKS } from './advice-look.ts';
import { FlipPrices } from './flip-prices.tsx';
import { type Mark, priceScale } from './price-scale.ts';

const words = BUYING.scale;

/** The asking price among those of its like, and the prices at which the advice flips. */
export function PriceScaleCard({ decision }: { decision: BuyingDecision }) {
  const { range } = shownValuation(decision.valuation);
  return (
    <TitledCard title={words.title}>
      <Scale decision={decision} />
      <p className="mt-2 text-small text-ink-muted">
        {words.range(share(range.level), usd(range.low), usd(range.high))}
      </p>
      <FlipPrices decision={decision} />
    </TitledCard>
  );
}

function Scale({ decision }: { decision: BuyingDecision }) {
  const { askingPrice } = decision;
  const shown = shownValuation(decision.valuation);
  const { zones, range, value, asked } = priceScale({
    ...decision,
    value: shown.currentMarketValue,
    range: shown.range,
  });
  const worth = usd(shown.currentMarketValue);
  return (
    <div
      role="img"
      aria-label={words.description(
        usd(askingPrice),
        worth,
        usd(shown.range.low),
        usd(shown.range.high),
      )}
      className="mt-4"
    >
      <Label mark={asked}>
        <span className="keep-colour inline-block rounded-control bg-ink px-2.5 py-0.5 font-bold text-surface">
          {words.asked} {usd(askingPrice)}
          {asked.offScale !== null && `, ${words.offScale}`}
        </span>
      </Label>
      <div className="relative h-9">
        <div className="keep-colour absolute inset-x-0 top-2 h-5 overflow-hidden rounded-full bg-edge">
          {zones.map(({ advice, from, to }) => (
            <span
              key={advice}
              className={classes('absolute inset-y-0', LOOKS[advice].stretch)}
              style={{ left: `${100 * from}%`, width: `${100 * (to - from)}%` }}
            />
          ))}
        </div>
        <Tick mark={asked} className="top-0 bottom-2 bg-ink" />
        <Tick mark={value} className="top-2 bottom-0 bg-ink" />
        <span
          className="absolute bottom-0 h-1 rounded-full bg-control-edge"
          style={{ left: `${100 * range.from}%`, width: `${100 * (range.to - range.from)}%` }}
        />
      </div>
      <Label mark={value}>
        <span className="font-bold">
          {words.value} {worth}
        </span>
      </Label>
    </div>
  );
}

const Tick = ({ mark, className }: { mark: Mark; className: string }) => (
  <span
    className={classes(
      'keep-colour absolute w-1 -translate-x-1/2 rounded-full shadow-[0_0_0_2px_var(--surface)]',
      className,
    )}
    style={{ left: `${100 * mark.at}%` }}
  />
);

/** Under or over its mark, moved by its own share so that it never leaves the scale. */
const Label = ({ mark, children }: { mark: Mark; children: ReactNode }) => (
  <p
    className="tabular relative w-fit text-small whitespace-nowrap"
    style={{ left: `${100 * mark.at}%`, transform: `translateX(-${100 * mark.at}%)` }}
  >
    {children}
  </p>
);
