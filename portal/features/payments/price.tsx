import { CheckIcon } from '../../ui/icons.tsx';

/** What it costs, as on a price sign. */
export const Price = ({ price, note }: { price: string; note: string }) => (
  <p className="flex items-baseline gap-2">
    <span className="tabular text-display font-black text-primary">{price}</span>
    <span className="text-lead font-bold text-ink-muted">{note}</span>
  </p>
);

/** What can be relied on, between the price and the form. */
export const Badges = ({ names }: { names: readonly string[] }) => (
  <ul className="mt-3 mb-5 flex flex-wrap gap-x-3 gap-y-1 border-b border-edge pb-5 text-small font-bold">
    {names.map((name) => (
      <li key={name} className="flex items-center gap-1">
        <CheckIcon className="size-4 text-primary" />
        {name}
      </li>
    ))}
  </ul>
);
