import { ANALYSIS } from '../../content/analysis-results.ts';
import { classes } from '../../ui/classes.ts';
import { signedUsd, usd } from '../../ui/format.ts';
import { Card } from '../../ui/surface.tsx';
import type { Analysis } from './kept-results.ts';

const words = ANALYSIS.why;

/** Where the estimate starts and what each fact did to it; the amounts add up to the value. */
export function Explanation({ analysis }: { analysis: Analysis }) {
  const [start, ...effects] = analysis.explanation;
  if (start === undefined) return null;
  const widest = Math.max(1, ...effects.map((effect) => Math.abs(effect.amount)));
  return (
    <section aria-labelledby="why-title">
      <Card>
        <h3 id="why-title" className="text-title">
          {words.title}
        </h3>
        <p className="mb-3 text-ink-muted">{words.text}</p>
        <ol>
          <Row label={start.label} amount={usd(start.amount)} strong />
          {effects.map((effect) => (
            <Row key={effect.factor} label={effect.label} amount={signedUsd(effect.amount)}>
              <EffectBar share={effect.amount / widest} />
            </Row>
          ))}
          <Row label={words.total} amount={usd(analysis.currentMarketValue)} strong />
        </ol>
      </Card>
    </section>
  );
}

interface RowProps {
  label: string;
  amount: string;
  strong?: boolean;
  children?: React.ReactNode;
}

const Row = ({ label, amount, strong = false, children }: RowProps) => (
  <li
    className={classes(
      'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-b border-edge py-2.5 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_minmax(0,14rem)_6.5rem]',
      strong && 'font-bold',
    )}
  >
    <span className="wrap-anywhere">{label}</span>
    <span className="col-span-2 row-start-2 sm:col-span-1 sm:row-start-auto">{children}</span>
    <span className="tabular text-end">{amount}</span>
  </li>
);

/** To the right of the middle what adds, to the left what takes away; told apart by side as by colour. */
function EffectBar({ share }: { share: number }) {
  const width = `${Math.abs(share) * 50}%`;
  return (
    <span aria-hidden="true" className="keep-colour relative block h-3 rounded-full bg-sunken">
      <span className="absolute inset-y-0 left-1/2 w-px bg-control-edge" />
      <span
        className={classes(
          'absolute inset-y-0',
          share < 0 ? 'rounded-l-full bg-chart-3' : 'rounded-r-full bg-chart-1',
        )}
        style={share < 0 ? { right: '50%', width } : { left: '50%', width }}
      />
    </span>
  );
}
