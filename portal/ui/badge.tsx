import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export type BadgeTone = 'good' | 'info' | 'warning' | 'bad' | 'quiet';

const TONES: Record<BadgeTone, string> = {
  good: 'bg-primary-soft text-primary',
  info: 'bg-info-soft text-info',
  warning: 'bg-accent-soft text-accent-ink',
  bad: 'bg-danger-soft text-danger',
  quiet: 'bg-sunken text-ink-muted',
};

interface BadgeProps {
  tone: BadgeTone;
  children: ReactNode;
}

/** A state in a word or two; its colour only repeats what the word says. */
export const Badge = ({ tone, children }: BadgeProps) => (
  <span
    data-tone={tone}
    className={classes(
      'inline-flex min-h-6 items-center rounded-full px-2.5 text-small font-bold whitespace-nowrap',
      TONES[tone],
    )}
  >
    {children}
  </span>
);
