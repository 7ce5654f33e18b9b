import { ANALYSIS } from '../../content/analysis-results.ts';
import { EffectRow, Effects } from '../../ui/effects.tsx';
import { signedUsd, usd } from '../../ui/format.ts';
import { TitledCard } from '../../ui/titled-card.tsx';
import type { Analysis } from './analysis.ts';

const words = ANALYSIS.why;

/** Where the estimate starts and what each fact did to it; the amounts add up to the value. */
export function Explanation({ analysis }: { analysis: Analysis }) {
  const [start, ...effects] = analysis.explanation;
  if (start === undefined) return null;
  return (
    <TitledCard title={words.title} text={words.text}>
      <Effects
        effects={effects}
        format={signedUsd}
        before={<EffectRow label={start.label} amount={usd(start.amount)} strong />}
        after={<EffectRow label={words.total} amount={usd(analysis.currentMarketValue)} strong />}
      />
    </TitledCard>
  );
}
