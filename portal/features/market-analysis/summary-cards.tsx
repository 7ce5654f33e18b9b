import { MARKET_ANALYSIS } from '../../content/market-analysis.ts';
import { Card } from '../../ui/surface.tsx';
import type { MarketAnalysis as Analysis } from '../../client/market-analysis.ts';

/** The name of `Name (detail)`. */
const nameOf = (entry: string | undefined): string | undefined => entry?.split(' (')[0];

export function SummaryCards({ analysis }: { analysis: Analysis }) {
  const { bestValueRetentionTypes, fastestDepreciatingTypes } = analysis.overallTrends;
  const { bestRetention, fastestDecline, sweetSpot, condition } = MARKET_ANALYSIS.summary;
  const cards = [
    { ...bestRetention, value: nameOf(bestValueRetentionTypes[0]) },
    { ...fastestDecline, value: nameOf(fastestDepreciatingTypes[0]) },
    { ...sweetSpot, value: analysis.summary.sweetSpot },
    { ...condition, value: analysis.summary.marketCondition },
  ];
  const usual = cards.filter(({ value }) => value == null).map(({ title }) => title);
  return (
    <div>
      <dl className="grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-4">
        {cards.map((card) => (
          <Card key={card.title} className="p-4 sm:p-5">
            <dt className="text-small font-bold text-ink-muted">{card.title}</dt>
            <dd className="mt-1 text-title leading-tight font-extrabold">
              {card.value ?? card.fallback}
            </dd>
          </Card>
        ))}
      </dl>
      {usual.length > 0 && (
        <p className="mt-3 text-ink-muted">
          {usual.length === cards.length
            ? MARKET_ANALYSIS.summary.usual
            : MARKET_ANALYSIS.summary.usualOf(usual.join(', '))}
        </p>
      )}
    </div>
  );
}
