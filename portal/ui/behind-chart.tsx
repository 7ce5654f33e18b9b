import type { ReactNode } from 'react';
import { useMarketMark } from '../client/api.ts';
import { MARKET_FIGURES } from '../content/market-figures.ts';
import { classes } from './classes.ts';
import { type CsvCell, csvOf } from './csv.ts';
import { Disclosure } from './disclosure.tsx';
import { DownloadCsv } from './download-csv.tsx';
import { Skeleton } from './surface.tsx';

interface BehindChartProps {
  /** What the address calls it. */
  name: string;
  /** The figures as a file; without, they are none to compute with. */
  file?: Figures | undefined;
  /** Their table. */
  children: ReactNode;
}

interface Figures {
  name: string;
  heads: readonly string[];
  /** Not rounded. */
  rows: () => readonly (readonly CsvCell[])[];
}

/** The figures behind a chart, opened on demand. */
export function BehindChart({ name, file, children }: BehindChartProps) {
  const market = useMarketMark();
  return (
    <Disclosure
      name={name}
      className="mt-3"
      summary={MARKET_FIGURES.showTable}
      summaryClassName="flex min-h-11 items-center font-bold text-primary"
    >
      {children}
      {file && (
        <div className="no-print mt-3">
          <DownloadCsv
            name={file.name}
            // Each row says which market it is of: it may be copied away from the others.
            csv={() =>
              csvOf([[...file.heads, 'market'], ...file.rows().map((row) => [...row, market])])
            }
          />
        </div>
      )}
    </Disclosure>
  );
}

/** As high as a chart and what opens the figures behind it. */
export const ChartSkeleton = ({ tall = false }: { tall?: boolean }) => (
  <div className="pb-14">
    <Skeleton className={classes(tall ? 'h-96' : 'h-72', 'sm:h-80')} />
  </div>
);
