import { useQuery } from '@tanstack/react-query';
import { marketAnalysisQuery } from '../../client/market-analysis.ts';
import { HOME } from '../../content/home.ts';
import { MARKET_FIGURES } from '../../content/market-figures.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Skeleton } from '../../ui/surface.tsx';

/** What the market analysis found to be on the move. */
export function Trending() {
  const analysis = useQuery(marketAnalysisQuery);
  const trends = analysis.data?.overallTrends.emergingTrends;
  return (
    <>
      <h2 className="text-title">{HOME.trending.title}</h2>
      {analysis.isError ? (
        <LoadFailed words={MARKET_FIGURES.failed} query={analysis} />
      ) : trends === undefined ? (
        <Skeleton className="h-40" />
      ) : trends.length === 0 ? (
        <p className="text-ink-muted">{HOME.trending.none}</p>
      ) : (
        <ul className="grid list-disc gap-2 pl-5 marker:text-primary">
          {trends.map((trend) => (
            <li key={trend}>{trend}</li>
          ))}
        </ul>
      )}
    </>
  );
}
