import { classes } from './classes.ts';
import { CheckIcon } from './icons.tsx';

/** What one gets, each with a tick. */
export const CheckList = ({
  items,
  className,
}: {
  items: readonly string[];
  className: string;
}) => (
  <ul className={classes('grid', className)}>
    {items.map((item) => (
      <li key={item} className="flex gap-2">
        <CheckIcon className="mt-0.5 size-5 shrink-0 text-primary" />
        {item}
      </li>
    ))}
  </ul>
);
