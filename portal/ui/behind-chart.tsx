import type { ReactNode } from 'react';
import { MARKET_FIGURES } from '../content/market-figures.ts';

/** The figures behind a chart, opened on demand. */
export const BehindChart = ({ children }: { children: ReactNode }) => (
  <details className="mt-3">
    <summary className="flex min-h-11 items-center font-bold text-primary">
      {MARKET_FIGURES.showTable}
    </summary>
    {children}
  </details>
);
