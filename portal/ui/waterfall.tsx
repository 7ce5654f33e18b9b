import { classes } from './classes.ts';
import { EffectRow } from './effects.tsx';
import { type Step, waterfallSteps } from './waterfall-steps.ts';

interface Entry {
  label: string;
  amount: number;
}

interface WaterfallProps {
  start: Entry;
  effects: readonly (Entry & { factor: string })[];
  /** What start and effects add up to. */
  total: Entry;
  format: (amount: number) => string;
  /** With its sign. */
  formatEffect: (amount: number) => string;
}

/** From a start to a total, by what each fact adds or takes away: each bar begins where the one before ended. */
export function Waterfall({ start, effects, total, format, formatEffect }: WaterfallProps) {
  const steps = waterfallSteps(
    start.amount,
    effects.map(({ amount }) => amount),
  );
  return (
    <ol className="@container">
      <EffectRow label={start.label} amount={format(start.amount)} strong>
        <Bar step={steps[0]} look="rounded-full bg-control-edge" />
      </EffectRow>
      {effects.map(({ factor, label, amount }, at) => (
        <EffectRow key={`${factor} ${label}`} label={label} amount={formatEffect(amount)}>
          <Bar
            step={steps[at + 1]}
            look={amount < 0 ? 'rounded-l-full bg-chart-3' : 'rounded-r-full bg-chart-1'}
          />
        </EffectRow>
      ))}
      <EffectRow label={total.label} amount={format(total.amount)} strong>
        <Bar step={steps.at(-1)} look="rounded-full bg-primary" />
      </EffectRow>
    </ol>
  );
}

/** The rounded end is where it leads. */
function Bar({ step = { from: 0, to: 0 }, look }: { step: Step | undefined; look: string }) {
  const [left, right] = [Math.min(step.from, step.to), Math.max(step.from, step.to)];
  return (
    <span
      aria-hidden="true"
      className="keep-colour relative block h-3 overflow-hidden rounded-full bg-sunken"
    >
      <span
        className={classes('absolute inset-y-0 min-w-0.5', look)}
        style={{ left: `${100 * left}%`, width: `${100 * (right - left)}%` }}
      />
    </span>
  );
}
