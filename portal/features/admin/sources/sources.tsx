import { useQuery } from '@tanstack/react-query';
import { useAddress } from '../../../client/use-address.ts';
import { SOURCES } from '../../../content/staff-sources.ts';
import { STAFF } from '../../../content/staff.ts';
import { Badge } from '../../../ui/badge.tsx';
import { count } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { SourceBadge } from '../../../ui/source-badge.tsx';
import { Card, CardHead, Skeleton } from '../../../ui/surface.tsx';
import { Cell, Head, Table } from '../../../ui/table.tsx';
import { ago, duration } from '../../../ui/when.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { adminPath, runPath } from '../address.ts';
import { type SourceRow, sourcesQuery } from '../queries.ts';
import { waitInWords } from '../wait-in-words.ts';
import { LettersLink } from './letters-link.tsx';
import { BAND_TONES } from './looks.ts';
import { RunBars, runsInWords } from './run-bars.tsx';
import { RunView } from './run-view.tsx';
import { SourceView } from './source-view.tsx';

/** Every source, one of them, or one run, as the address says. */
export function Sources() {
  const { params } = useAddress();
  const sources = useQuery(sourcesQuery);
  const run = params.get('run');
  if (run !== null && run !== '') return <RunView key={run} runId={run} />;
  const named = params.get('source');
  return (
    <Loaded query={sources} failed={SOURCES.failed} waiting={<SourcesSkeleton />}>
      {({ sources: rows, at, runsToJudgeBy }) =>
        named === null ? (
          <SourceTable rows={rows} at={at} judgedBy={runsToJudgeBy} />
        ) : (
          <SourceView name={named} row={rows.find(({ source }) => source === named)} />
        )
      }
    </Loaded>
  );
}

const SourcesSkeleton = () => (
  <Card className="grid grid-cols-1 gap-4" aria-busy="true">
    <Skeleton className="h-8 w-40" />
    {Array.from({ length: 5 }, (_, row) => (
      <Skeleton key={row} className="h-14" />
    ))}
  </Card>
);

interface SourceTableProps {
  rows: readonly SourceRow[];
  at: string;
  judgedBy: number;
}

function SourceTable({ rows, at, judgedBy }: SourceTableProps) {
  const { heads, empty } = SOURCES;
  return (
    <Card className="grid grid-cols-1 gap-3">
      <CardHead title={SOURCES.title} text={SOURCES.text(judgedBy)} headingId="sources" />
      {rows.length === 0 ? (
        <div className="py-8 text-center">
          <h3 className="font-bold">{empty.title}</h3>
          <p className="text-ink-muted">{empty.text}</p>
        </div>
      ) : (
        <Table stacks caption={SOURCES.title}>
          <thead>
            <tr>
              <Head>{heads.source}</Head>
              <Head>{heads.state}</Head>
              <Head>{heads.runs}</Head>
              <Head>{heads.last}</Head>
              <Head end>{heads.volume}</Head>
              <Head end>{heads.took}</Head>
              <Head>{heads.why}</Head>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={`${row.source} ${row.sample}`} row={row} at={at} />
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  );
}

function Row({ row, at }: { row: SourceRow; at: string }) {
  const { source, sample, state, reasons, runs, lastRun, judgedRunId, volume } = row;
  const { published = null, seconds = null } = lastRun ?? {};
  // What is judged may be of an earlier run, and is then said where that run is.
  const isJudged = lastRun !== null && lastRun.runId === judgedRunId;
  return (
    <tr className="align-top" data-source={source}>
      <Head row>
        <TextLink
          to={adminPath('sources', { source })}
          aria-label={SOURCES.detailsOf(source)}
          className="min-h-6 min-w-28 wrap-anywhere print:min-w-0"
        >
          {source}
        </TextLink>
        {sample && (
          <span className="block text-small font-normal text-ink-muted">{STAFF.sample}</span>
        )}
      </Head>
      <Cell label={SOURCES.heads.state}>
        <SourceBadge state={state} />
        {reasons[0] !== undefined && (
          <span className="mt-1 block text-small sm:min-w-44 print:min-w-0 wrap-anywhere">
            {reasons[0]}
          </span>
        )}
      </Cell>
      <Cell label={SOURCES.heads.runs}>
        {runs.length === 0 ? (
          STAFF.nothing
        ) : (
          <>
            <RunBars
              runs={runs}
              measure="published"
              band={volume}
              className="h-10 w-full sm:w-48 print:w-28"
            />
            <span className="sr-only">{runsInWords(runs)}</span>
          </>
        )}
      </Cell>
      <Cell label={SOURCES.heads.last}>
        {lastRun === null ? (
          STAFF.sourceStates.never_run
        ) : (
          <>
            <span className="whitespace-nowrap">{SOURCES.runStates[lastRun.state]}</span>
            {lastRun.startedAt !== null && (
              <span className="block text-small whitespace-nowrap text-ink-muted">
                {ago(lastRun.startedAt, at)}
              </span>
            )}
            {lastRun.waits !== undefined && (
              <span className="mt-1 block text-small sm:min-w-44 print:min-w-0">
                {waitInWords(lastRun.waits)}
              </span>
            )}
          </>
        )}
      </Cell>
      <Cell label={SOURCES.heads.volume} end>
        <Against
          value={published === null ? STAFF.none : count(published)}
          state={isJudged ? volume.state : 'not_judged'}
        />
      </Cell>
      <Cell label={SOURCES.heads.took} end>
        <Against
          value={seconds === null ? STAFF.none : duration(seconds)}
          state={isJudged ? row.duration.state : 'not_judged'}
        />
      </Cell>
      <Cell label={SOURCES.heads.why}>
        <span className="flex flex-wrap gap-x-5 sm:grid sm:justify-items-start">
          {lastRun !== null && (
            <TextLink to={runPath(lastRun.runId)} aria-label={SOURCES.logOf(source)}>
              {SOURCES.log}
            </TextLink>
          )}
          <LettersLink row={row} />
        </span>
      </Cell>
    </tr>
  );
}

/** A figure, and whether it is as it usually is; nothing more is said of one that is. */
const Against = ({ value, state }: { value: string; state: SourceRow['volume']['state'] }) => (
  <>
    {value}
    {(state === 'low' || state === 'high') && (
      <span className="mt-1 block">
        <Badge tone={BAND_TONES[state]}>{SOURCES.trend.states[state]}</Badge>
      </span>
    )}
  </>
);
