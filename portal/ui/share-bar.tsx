import { classes } from './classes.ts';

interface ShareBarProps {
  /** From 0 to 1. */
  share: number;
  className?: string;
}

/** A share as a bar. Decoration: the figure beside it says it. */
export const ShareBar = ({ share, className }: ShareBarProps) => (
  <div
    aria-hidden="true"
    className={classes('keep-colour h-2 overflow-hidden rounded-full bg-edge', className)}
  >
    <div
      className="h-full rounded-full bg-primary"
      style={{ width: `${100 * Math.min(1, Math.max(0, share))}%` }}
    />
  </div>
);
