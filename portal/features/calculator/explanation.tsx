import { ANALYSIS } from '../../content/analysis-results.ts';
import { signedUsd, usd } from '../../ui/format.ts';
import { TitledCard } from '../../ui/titled-card.tsx';
import { Waterfall } from '../../ui/waterfall.tsx';
import type { Analysis } from './analysis.ts';

const words = ANALYSIS.why;

/** Where the estimate starts and what each fact did to it; the amounts add up to the value. */
export function Explanation({ analysis }: { analysis: Analysis }) {
  const [start, ...effects] = analysis.explanation;
  if (start === undefined) return null;
  return (
    <TitledCard title={words.title} text={words.text}>
      <Waterfall
        start={start}
        effects={effects}
        total={{ label: words.total, amount: analysis.currentMarketValue }}
        format={usd}
        formatEffect={signedUsd}
      />
    </TitledCard>
  );
}
