import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { InfoIcon, WarningIcon } from './icons.tsx';

type Tone = 'destructive' | 'warning' | 'info';

const TONES: Record<Tone, string> = {
  destructive: 'border-danger/50 bg-danger-soft text-danger',
  warning: 'border-accent-ink/35 bg-accent-soft text-accent-ink',
  info: 'border-edge bg-primary-soft text-primary',
};

interface AlertProps {
  tone: Tone;
  title: string;
  children?: ReactNode;
  /** What can be done about it. */
  action?: ReactNode;
  /** Whether a screen reader hears it at once; true for what just happened. */
  live?: boolean;
  className?: string;
}

export function Alert({ tone, title, children, action, live = false, className }: AlertProps) {
  const Icon = tone === 'info' ? InfoIcon : WarningIcon;
  return (
    <div
      role={live ? 'alert' : undefined}
      data-tone={tone}
      className={classes('flex gap-3 rounded-card border p-4', TONES[tone], className)}
    >
      <Icon className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 grow">
        <p className="font-bold">{title}</p>
        {children !== undefined && (
          <div className="mt-0.5 text-ink wrap-break-word">{children}</div>
        )}
        {action !== undefined && <div className="mt-3 flex flex-wrap gap-2">{action}</div>}
      </div>
    </div>
  );
}
