import type { BuyingDecision } from '#schemas/api/analysis.ts';
import { MarketTiming } from './market-timing.tsx';
import { NegotiatingPower } from './negotiating-power.tsx';
import { PriceScaleCard } from './price-scale-card.tsx';
import { Verdict } from './verdict.tsx';

/** The decision, the weightiest part first. */
export const Advice = ({ decision }: { decision: BuyingDecision }) => (
  <>
    <Verdict decision={decision} />
    <PriceScaleCard decision={decision} />
    <NegotiatingPower decision={decision} />
    <MarketTiming decision={decision} />
  </>
);
