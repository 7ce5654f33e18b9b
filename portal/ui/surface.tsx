import type { HTMLAttributes } from 'react';
import { classes } from './classes.ts';

/** A card: one thing, on its own ground. */
export function Card({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  return (
    <div
      className={classes(
        'card rounded-card border border-edge bg-surface p-5 shadow-card sm:p-6',
        className,
      )}
      {...rest}
    />
  );
}

/** Where something will be; sized by the caller like what it stands for. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={classes('skeleton', className)} />;
}
