import type { BuyingDecision } from '#schemas/api/analysis.ts';
import { BUYING } from '../../content/buying.ts';
import { classes } from '../../ui/classes.ts';
import { TitledCard } from '../../ui/titled-card.tsx';

const words = BUYING.power;
type Factor = BuyingDecision['factors'][number];

/** How strong the buyer's hand is, and what it is made of. */
export function NegotiatingPower({ decision }: { decision: BuyingDecision }) {
  return (
    <TitledCard title={words.title}>
      <p className="tabular mt-1 text-figure font-extrabold tracking-tight text-primary">
        {words.outOf(decision.negotiatingPower.toFixed(1))}
      </p>
      <p className="text-ink-muted">{words.text}</p>
      <ul className="mt-2">
        {decision.factors.map((factor) => (
          <FactorItem key={factor.factor} factor={factor} />
        ))}
      </ul>
    </TitledCard>
  );
}

const FactorItem = ({ factor }: { factor: Factor }) => (
  <li className="grid gap-y-1 border-b border-edge py-3 last:border-b-0">
    <p className="flex justify-between gap-x-4">
      <span className="font-bold">{factor.label}</span>
      <span className={classes('tabular shrink-0', !factor.known && 'text-ink-muted')}>
        {factor.known
          ? words.points(factor.points.toFixed(1), factor.pointsMax.toFixed(1))
          : words.unknown}
      </span>
    </p>
    <span
      aria-hidden="true"
      className="keep-colour block h-2.5 overflow-hidden rounded-full bg-edge"
    >
      <span
        className="block h-full rounded-full bg-chart-1"
        style={{ width: `${factor.known ? (100 * factor.points) / factor.pointsMax : 0}%` }}
      />
    </span>
    <p className="text-small text-ink-muted">{factor.detail}</p>
  </li>
);
