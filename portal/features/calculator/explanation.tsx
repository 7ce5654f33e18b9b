import { ANALYSIS } from '../../content/analysis-results.ts';
import { EffectRow, Effects } from '../../ui/effects.tsx';
import { signedUsd, usd } from '../../ui/format.ts';
import { Card } from '../../ui/surface.tsx';
import type { Analysis } from './kept-results.ts';

const words = ANALYSIS.why;

/** Where the estimate starts and what each fact did to it; the amounts add up to the value. */
export function Explanation({ analysis }: { analysis: Analysis }) {
  const [start, ...effects] = analysis.explanation;
  if (start === undefined) return null;
  return (
    <section aria-labelledby="why-title">
      <Card>
        <h3 id="why-title" className="text-title">
          {words.title}
        </h3>
        <p className="mb-3 text-ink-muted">{words.text}</p>
        <Effects
          effects={effects}
          format={signedUsd}
          before={<EffectRow label={start.label} amount={usd(start.amount)} strong />}
          after={<EffectRow label={words.total} amount={usd(analysis.currentMarketValue)} strong />}
        />
      </Card>
    </section>
  );
}
