import type { SelectHTMLAttributes } from 'react';
import { classes } from './classes.ts';
import { CONTROL } from './field.tsx';
import { ChevronIcon } from './icons.tsx';

/** The browser's own list of options, with the arrow of our other lists where they have it. */
export const Select = ({ className, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) => (
  <div className="relative">
    <select className={classes(CONTROL, 'appearance-none pr-10', className)} {...rest} />
    <ChevronIcon className="pointer-events-none absolute inset-y-0 right-3 my-auto size-5 text-ink-muted" />
  </div>
);
