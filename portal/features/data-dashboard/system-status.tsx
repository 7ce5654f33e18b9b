import { useQuery } from '@tanstack/react-query';
import {
  type DataSources,
  dataSourcesQuery,
  refreshStatusQuery,
} from '../../client/data-status.ts';
import { DASHBOARD } from '../../content/data-dashboard.ts';
import { Facts } from '../../ui/facts.tsx';
import { count } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Card, Skeleton } from '../../ui/surface.tsx';
import { Cell, Head, Table } from '../../ui/table.tsx';
import { when } from '../../ui/when.ts';
import { type AlgorithmStatus, algorithmStatusQuery } from './queries.ts';

const words = DASHBOARD.status;
const time = (instant: string | null | undefined): string =>
  instant ? when(instant) : DASHBOARD.unknown;

/** How refreshes, algorithms and sources stand. */
export function SystemStatus() {
  const algorithms = useQuery(algorithmStatusQuery);
  const sources = useQuery(dataSourcesQuery);
  return (
    <Card className="grid grid-cols-1 gap-5">
      <h2 className="text-title">{words.title}</h2>
      <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
        <Refreshes />
        <div>
          <h3 className="mb-1 font-bold">{words.systems}</h3>
          <Loaded
            query={algorithms}
            failed={DASHBOARD.demo.unavailable}
            waiting={<Skeleton className="h-56" />}
          >
            {(status) => <Systems status={status} />}
          </Loaded>
        </div>
      </div>
      <div>
        <h3 className="mb-1 font-bold">{words.sources}</h3>
        <Loaded
          query={sources}
          failed={words.sourcesFailed}
          waiting={<Skeleton className="h-40" />}
        >
          {(data) => <Sources sources={data.dataSources} />}
        </Loaded>
      </div>
    </Card>
  );
}

function Refreshes() {
  const refresh = useQuery(refreshStatusQuery);
  const sources = useQuery(dataSourcesQuery);
  const auto = refresh.data?.auto_refresh_enabled;
  const facts = [
    [words.frequency, sources.data?.refreshFrequency ?? DASHBOARD.unknown],
    [words.last, time(refresh.data?.last_refresh)],
    [words.next, time(sources.data?.nextUpdate)],
    [
      words.auto,
      auto === undefined
        ? DASHBOARD.unknown
        : auto
          ? DASHBOARD.marketplace.on
          : DASHBOARD.marketplace.off,
    ],
  ] as const;
  return (
    <div>
      <h3 className="mb-1 font-bold">{words.refreshes}</h3>
      {refresh.isPending || sources.isPending ? (
        <Skeleton className="mt-1 h-32" />
      ) : (
        <Facts facts={facts} />
      )}
    </div>
  );
}

function Systems({ status: { systems, running, lastRun } }: { status: AlgorithmStatus }) {
  return (
    <>
      <ul className="grid gap-2">
        {systems.map(({ name, lastRun: ran }) => (
          <li key={name} className="gap-x-4 lg:flex lg:justify-between">
            <span className="block font-bold first-letter:uppercase">{name}</span>
            <span className="tabular text-ink-muted">
              {ran === null ? words.notRun : words.lastRun(when(ran))}
            </span>
          </li>
        ))}
      </ul>
      {running && <p className="mt-2 text-info">{words.computing}</p>}
      {lastRun !== null && lastRun.state !== 'published' && (
        <p className="mt-2 font-bold text-accent-ink">
          {lastRun.state === 'kept_back' ? words.keptBack : words.computeFailed}
        </p>
      )}
    </>
  );
}

function Sources({ sources }: { sources: DataSources['dataSources'] }) {
  const { heads } = words;
  if (sources.length === 0) return <p>{words.noSources}</p>;
  return (
    <Table stacks caption={words.sources}>
      <thead>
        <tr>
          <Head>{heads.source}</Head>
          <Head>{heads.updated}</Head>
          <Head>{heads.types}</Head>
          <Head end>{heads.records}</Head>
        </tr>
      </thead>
      <tbody>
        {sources.map(({ source, recordCount, lastUpdate, dataTypes }) => (
          <tr key={source}>
            <Head row>
              <span className="block sm:min-w-28 wrap-anywhere">{source}</span>
            </Head>
            <Cell label={heads.updated}>
              <span className="whitespace-nowrap">{time(lastUpdate)}</span>
            </Cell>
            <Cell label={heads.types}>
              <span className="block sm:min-w-40">{dataTypes.join(', ')}</span>
            </Cell>
            <Cell label={heads.records} end>
              {count(recordCount)}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
