import { useQuery } from '@tanstack/react-query';
import type { BuyingDecision } from '#schemas/api/analysis.ts';
import { gapShown, roundedFor } from '#schemas/shown-values.ts';
import { dataSourcesQuery } from '../../client/data-status.ts';
import { pathOf } from '../../client/paths.ts';
import { DASHBOARD } from '../../content/data-dashboard.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Facts } from '../../ui/facts.tsx';
import { decimal, percentFine, share, usd } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Card, CardHead, Skeleton } from '../../ui/surface.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { demoQuery } from './queries.ts';

const words = DASHBOARD.demo;

const TONES: Record<BuyingDecision['overallRecommendation'], BadgeTone> = {
  buy_now: 'good',
  negotiate: 'info',
  wait: 'warning',
  avoid: 'bad',
};

/** One fixed offer, judged by the algorithms as they are now. */
export function BuyingDemo() {
  const sources = useQuery(dataSourcesQuery);
  const isEmpty = sources.data?.totalRecords === 0;
  // An empty market cannot judge anything, and is not asked to.
  const demo = useQuery({ ...demoQuery, enabled: !sources.isPending && !isEmpty });
  return (
    <Card className="grid grid-cols-1 gap-4">
      <CardHead title={words.title} text={words.text} />
      {isEmpty ? (
        <p className="rounded-control bg-sunken p-4">
          {words.unavailable}
          <span className="block text-ink-muted">{words.empty}</span>
        </p>
      ) : (
        <Loaded
          query={demo}
          failed={words.unavailable}
          waiting={<Skeleton className="h-84 sm:h-72" />}
        >
          {(decision) => <Decision decision={decision} />}
        </Loaded>
      )}
      <TextLink to={pathOf('realtimeAnalyzer')} className="justify-self-start">
        {words.try}
      </TextLink>
    </Card>
  );
}

function Decision({ decision }: { decision: BuyingDecision }) {
  const { askingPrice, currentMarketValue, valuation } = decision;
  const estimate = roundedFor(valuation.range)(currentMarketValue);
  const { percent } = gapShown(askingPrice, currentMarketValue, valuation.range);
  const size = percentFine(Math.abs(percent));
  const isSeasonKnown = decision.factors.some(({ factor, known }) => known && factor === 'season');
  const facts = [
    [words.value, usd(estimate)],
    [words.against, percent === 0 ? words.at : percent > 0 ? words.above(size) : words.below(size)],
    [words.power, words.outOf(decimal(decision.negotiatingPower))],
    [words.confidence, share(decision.confidenceScore)],
    [words.season, isSeasonKnown ? words.timings[decision.seasonalTiming] : words.unknown],
    [words.inventory, decision.inventoryLevels.toUpperCase()],
  ] as const;
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
      <div>
        <p className="flex flex-wrap items-center gap-3">
          <span className="font-bold">{words.recommendation}</span>
          <Advice decision={decision} />
        </p>
        <Facts facts={facts} className="mt-3 grid-cols-2 sm:grid-cols-3" />
      </div>
      <div>
        <h3 className="font-bold">{words.reasons}</h3>
        <ul className="mt-1 list-disc pl-5 marker:text-primary">
          {decision.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </div>
      <div className="lg:col-span-2">
        <h3 className="font-bold">{words.forecast}</h3>
        <ol className="tabular mt-1 grid grid-cols-[repeat(auto-fill,minmax(3.25rem,1fr))] gap-x-1 gap-y-2 md:grid-cols-10">
          {decision.depreciationForecast.map((loss, at) => (
            <li key={at}>
              <span className="block text-small whitespace-nowrap text-ink-muted">
                {words.year(at + 1)}
              </span>
              {percentFine(loss)}
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

/** None where there is too little to judge by, or the price cannot be right. */
function Advice({ decision }: { decision: BuyingDecision }) {
  const { priceCheck, abstained, overallRecommendation } = decision;
  if (priceCheck.outcome !== 'plausible') return <Badge tone="warning">{words.checkPrice}</Badge>;
  if (abstained) return <Badge tone="info">{words.noAdvice}</Badge>;
  return (
    <Badge tone={TONES[overallRecommendation]}>
      {words.recommendations[overallRecommendation]}
    </Badge>
  );
}
