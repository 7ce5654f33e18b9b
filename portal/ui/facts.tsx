import { classes } from './classes.ts';

interface FactsProps {
  facts: readonly (readonly [name: string, value: string])[];
  /** How many stand side by side. */
  className?: string;
}

/** A few figures with their names, on the ground they stand on. */
export const Facts = ({ facts, className = 'grid-cols-2' }: FactsProps) => (
  <dl className={classes('tabular grid gap-x-6 gap-y-3', className)}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt className="text-small text-ink-muted">{name}</dt>
        <dd className="font-bold first-letter:uppercase">{value}</dd>
      </div>
    ))}
  </dl>
);
