import { useQuery } from '@tanstack/react-query';
import { dataSourcesQuery } from '../../client/data-status.ts';
import { DASHBOARD } from '../../content/data-dashboard.ts';
import { Figures } from '../../ui/figures.tsx';
import { count, shareOfAll } from '../../ui/format.ts';
import { Skeleton } from '../../ui/surface.tsx';
import { when } from '../../ui/when.ts';
import { algorithmStatusQuery, contributionStatsQuery } from './queries.ts';

const words = DASHBOARD.summary;

/** The data in five figures; one that cannot be told says so. */
export function SummaryCards() {
  const sources = useQuery(dataSourcesQuery);
  const algorithms = useQuery(algorithmStatusQuery);
  const contributed = useQuery(contributionStatsQuery);
  const waiting = sources.isPending || algorithms.isPending || contributed.isPending;
  const known = (value: number | undefined, format = count) =>
    value === undefined ? DASHBOARD.none : format(value);
  const updated = sources.data?.lastUpdate;
  const checked = algorithms.data?.recordsChecked;
  return (
    <section aria-label={words.label} aria-busy={waiting}>
      {waiting ? (
        <Skeleton className="h-84 rounded-card md:h-32" />
      ) : (
        <Figures
          figures={[
            {
              title: words.records,
              value: known(sources.data?.totalRecords),
              note: words.updated(updated ? when(updated) : DASHBOARD.unknown),
            },
            {
              title: words.sources,
              value: known(sources.data?.dataSources.length),
              note: words.sourcesNote,
            },
            {
              title: words.algorithms,
              value: known(algorithms.data?.activeAlgorithms.length),
              note: algorithms.data && words.ofSystems(algorithms.data.systems.length),
            },
            {
              title: words.integrity,
              value: known(checked === 0 ? undefined : algorithms.data?.dataIntegrity, shareOfAll),
              note: checked === 0 ? words.nothingChecked : words.integrityNote,
            },
            {
              title: words.contributions,
              value: known(contributed.data?.stats.totalContributions),
              note: words.contributionsNote,
            },
          ]}
        />
      )}
    </section>
  );
}
