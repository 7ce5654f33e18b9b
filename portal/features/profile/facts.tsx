import type { ReactNode } from 'react';

/** Names and what stands behind them, line by line. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="divide-y divide-edge">{children}</dl>
);

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-6 py-2.5">
    <dt className="text-ink-muted">{name}</dt>
    <dd className="tabular min-w-0 font-bold wrap-anywhere">{children}</dd>
  </div>
);
