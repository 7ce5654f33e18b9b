import type { ReactNode } from 'react';
import { isolated } from '../../content/isolated.ts';
import { MARKET_ANALYSIS } from '../../content/market-analysis.ts';
import { count, percent, share } from '../../ui/format.ts';
import { useShowAll } from '../../ui/show-all.tsx';
import { Card } from '../../ui/surface.tsx';
import { unbroken } from '../../ui/words.ts';
import type { Segment } from '../../client/market-analysis.ts';
import { SegmentDisclosure } from './segment-disclosure.tsx';
import { TrendBadge } from './trend-badge.tsx';

const words = MARKET_ANALYSIS.segment;
export type SegmentKind = 'type' | 'make' | 'model';

/** Ranked segments, best first as the server orders them; the first of many until all are asked for. */
export function SegmentList({
  kind,
  segments,
}: {
  kind: SegmentKind;
  segments: readonly Segment[];
}) {
  const { shown, button } = useShowAll(segments, words, 'all', kind);
  if (segments.length === 0) return <p className="text-ink-muted">{words.none}</p>;
  const Details = { type: TypeDetails, make: MakeDetails, model: ModelDetails }[kind];
  return (
    <>
      <p className="mb-4 text-ink-muted">{words.ranking}</p>
      <ol className="grid grid-cols-1 gap-4 has-[details[open]]:items-start md:grid-cols-2">
        {shown.map((segment, index) => (
          <li key={segment.segment}>
            <Card className="grid h-full content-start gap-3">
              <div className="flex items-start justify-between gap-3">
                <h3 className="text-title">
                  <span className="tabular text-primary">#{index + 1}</span>{' '}
                  {unbroken(segment.segment)}
                </h3>
                <TrendBadge trend={segment.marketTrend} />
              </div>
              <p>
                <span className="tabular text-title font-extrabold">
                  {percent(segment.averageDepreciationRate)}
                </span>{' '}
                <span className="text-small text-ink-muted">{words.rate[kind]}</span>
              </p>
              <Details segment={segment} />
              {segment.depth && (
                <SegmentDisclosure
                  depth={segment.depth}
                  segment={segment.segment}
                  name={addressNameOf(kind, segment.segment)}
                />
              )}
            </Card>
          </li>
        ))}
      </ol>
      {button}
    </>
  );
}

/** `model-winnebago-view` */
const addressNameOf = (kind: SegmentKind, name: string): string =>
  `${kind}-${name}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

const TypeDetails = ({ segment }: { segment: Segment }) => (
  <>
    <Named title={words.best}>{listed(segment.bestPerformers)}</Named>
    <Named title={words.worst}>{listed(segment.worstPerformers)}</Named>
    <Named title={words.timing}>{segment.recommendedBuyTiming}</Named>
    <p className="tabular text-small text-ink-muted">
      {words.dataPoints(count(segment.dataPoints))}, {words.confidence(share(segment.confidence))}
    </p>
  </>
);

function MakeDetails({ segment }: { segment: Segment }) {
  const kept = Math.max(0, Math.min(100, 100 - segment.averageDepreciationRate));
  return (
    <>
      <div
        role="meter"
        aria-label={words.retained(percent(kept))}
        aria-valuenow={Math.round(kept)}
        aria-valuemin={0}
        aria-valuemax={100}
        className="keep-colour h-2.5 overflow-hidden rounded-full bg-edge"
      >
        <div className="h-full bg-primary" style={{ width: `${kept}%` }} />
      </div>
      <Named title={words.strong}>{listed(strongModelsOf(segment))}</Named>
      <Named title={words.buyStrategy}>{segment.recommendedBuyTiming}</Named>
    </>
  );
}

const listed = (names: readonly string[]): string => names.map(isolated).join(', ');

/** Without the name of the manufacturer, which stands above them. */
const strongModelsOf = ({ segment, bestPerformers }: Segment): string[] =>
  bestPerformers.map((name) =>
    name.startsWith(`${segment} `) ? name.slice(segment.length + 1) : name,
  );

const ModelDetails = ({ segment }: { segment: Segment }) => (
  <div className="rounded-control bg-primary-soft p-3">
    <p className="font-bold">{words.investment}</p>
    <p>{segment.recommendedBuyTiming}</p>
    <p className="tabular mt-1 text-small text-ink-muted">
      {words.basedOn(count(segment.dataPoints), share(segment.confidence))}
    </p>
  </div>
);

/** A titled line; left out when there is nothing to say. */
const Named = ({ title, children }: { title: string; children: ReactNode }) =>
  children === '' ? null : (
    <div>
      <p className="text-small font-bold text-ink-muted">{title}</p>
      <p>{children}</p>
    </div>
  );
