import { AccuracyClaim } from '../features/accuracy/accuracy-claim.tsx';
import { Calculator } from '../features/calculator/calculator.tsx';
import { LandingView } from '../features/landing/landing-view.tsx';
import { later } from '../ui/later.tsx';
import { Part } from '../ui/part.tsx';
import { Skeleton } from '../ui/surface.tsx';

// Behind the switch: loaded when switched to.
const MarketAnalysis = later(
  async () => (await import('../features/market-analysis/market-analysis.tsx')).MarketAnalysis,
);
const MarketBrowse = later(
  async () => (await import('../features/market-browse/market-browse.tsx')).MarketBrowse,
);

// What stands below comes in no view before it, of who begins at the switch.
const waiting = <Skeleton className="h-screen" />;

export function Page() {
  return (
    <LandingView
      accuracy={<AccuracyClaim />}
      analyze={<Calculator />}
      market={
        <Part key="market" waiting={waiting}>
          <MarketAnalysis />
        </Part>
      }
      browse={
        <Part key="browse" waiting={waiting}>
          <MarketBrowse />
        </Part>
      }
    />
  );
}
