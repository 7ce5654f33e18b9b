import type { ReactNode } from 'react';
import { classes } from './classes.ts';

interface EffectsProps {
  effects: readonly { factor: string; label: string; amount: number }[];
  format: (amount: number) => string;
}

/** Facts and what each of them adds or takes away, with bars in one scale. */
export function Effects({ effects, format }: EffectsProps) {
  const widest = Math.max(...effects.map(({ amount }) => Math.abs(amount))) || 1;
  return (
    <ol className="@container">
      {effects.map(({ factor, label, amount }) => (
        <EffectRow key={`${factor} ${label}`} label={label} amount={format(amount)}>
          <EffectBar share={amount / widest} />
        </EffectRow>
      ))}
    </ol>
  );
}

interface EffectRowProps {
  label: string;
  amount: string;
  strong?: boolean;
  children?: ReactNode;
}

export const EffectRow = ({ label, amount, strong = false, children }: EffectRowProps) => (
  <li
    className={classes(
      'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-b border-edge py-2.5 last:border-b-0 print:py-1.5 @xl:grid-cols-[minmax(0,1fr)_minmax(0,14rem)_6.5rem]',
      strong && 'font-bold',
    )}
  >
    <span className="wrap-anywhere">{label}</span>
    <span className="col-span-2 row-start-2 @xl:col-span-1 @xl:row-start-auto">{children}</span>
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
