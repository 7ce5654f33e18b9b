import { useQuery } from '@tanstack/react-query';
import { ApiFailure } from '../../../client/failures.ts';
import { SOURCES } from '../../../content/staff-sources.ts';
import { ArrivalHeading } from '../../../ui/arrival-heading.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { count } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Card, Skeleton } from '../../../ui/surface.tsx';
import { duration, when } from '../../../ui/when.ts';
import { plainWord } from '../../../ui/words.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { adminPath, lettersPath } from '../address.ts';
import { BackLink } from '../back-link.tsx';
import { NotThere } from '../not-there.tsx';
import { isUnderWay, type Run, runQuery } from '../queries.ts';
import { waitInWords } from '../wait-in-words.ts';
import { FunnelView } from './funnel-view.tsx';
import { RUN_TONES } from './looks.ts';

const words = SOURCES.run;

/** One run: what it did, what became of what it saw, and all that was said of it. */
export function RunView({ runId }: { runId: string }) {
  const run = useQuery(runQuery(runId));
  return (
    <div className="grid grid-cols-1 gap-2">
      <BackLink to={adminPath('sources')}>{SOURCES.back}</BackLink>
      {run.error instanceof ApiFailure && run.error.status === 404 ? (
        <NotThere words={words.unknown} />
      ) : (
        <Loaded
          query={run}
          failed={words.failed}
          waiting={
            <div className="grid grid-cols-1 gap-6" aria-busy="true">
              <Skeleton className="h-24" />
              <Skeleton className="h-80" />
            </div>
          }
        >
          {(data) => <RunFound data={data} />}
        </Loaded>
      )}
    </div>
  );
}

function RunFound({ data: { source, run, funnel, log, warnings } }: { data: Run }) {
  const facts = [
    run.startedAt === null ? SOURCES.notStarted : when(run.startedAt),
    ...(run.seconds === null ? [] : [duration(run.seconds)]),
    ...coverageOf(run),
  ];
  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        <div className="flex flex-wrap items-center gap-3">
          <ArrivalHeading className="text-heading wrap-anywhere">
            {words.title(source)}
          </ArrivalHeading>
          <Badge tone={RUN_TONES[run.state]}>{SOURCES.runStates[run.state]}</Badge>
        </div>
        <p className="tabular mt-1">{facts.join(' • ')}</p>
        {run.waits !== undefined && <p>{waitInWords(run.waits)}</p>}
        {run.error !== null && <p className={`wrap-anywhere ${toneOf(run.state)}`}>{run.error}</p>}
        <p className="text-small text-ink-muted wrap-anywhere">{run.runId}</p>
        <p className="mt-1 flex flex-wrap gap-x-5">
          <TextLink to={adminPath('sources', { source })}>{SOURCES.detailsOf(source)}</TextLink>
          <TextLink to={lettersPath({ source, since: run.startedAt, until: run.endedAt })}>
            {SOURCES.letters}
          </TextLink>
        </p>
      </div>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <Card className="grid grid-cols-1 gap-3">
          <h3 className="text-title">{words.log}</h3>
          <ol className="grid gap-4 border-l-4 border-edge pl-4">
            {log.map((entry, at) => (
              <LogEntry
                key={at}
                entry={entry}
                title={words.states[entry.state === 'started' && at > 0 ? 'wentOn' : entry.state]}
              />
            ))}
          </ol>
          {warnings.length > 0 && (
            <>
              <h4 className="font-bold">{words.warnings}</h4>
              <ul className="list-disc pl-5 text-small marker:text-primary wrap-anywhere">
                {warnings.map((warning, at) => (
                  <li key={at}>{warning}</li>
                ))}
              </ul>
            </>
          )}
        </Card>
        <Card className="grid grid-cols-1 gap-3">
          <div>
            <h3 className="text-title">{SOURCES.funnel.title}</h3>
            <p className="text-ink-muted">
              {isUnderWay(run.state) ? SOURCES.funnel.soFar : SOURCES.funnel.ofRun}
            </p>
          </div>
          <FunnelView
            funnel={funnel}
            source={source}
            since={run.startedAt}
            until={run.endedAt}
            state={run.state}
          />
        </Card>
      </div>
    </div>
  );
}

/** Of one under way, or that ended before anything was counted, nobody knows how much it saw. */
function coverageOf({ coverage, read }: Run['run']): string[] {
  if (coverage === 'full') return [words.coverage.full];
  if (read === null) return [];
  return [read === 0 ? words.coverage.nothing : words.coverage.partial];
}

/** What staff gave up, or what went on, needs nobody. */
const toneOf = (state: Run['run']['state'] | Run['log'][number]['state']): string =>
  state === 'cancelled' || state === 'interrupted' ? 'text-ink-muted' : 'text-danger';

interface LogEntryProps {
  entry: Run['log'][number];
  title: string;
}

function LogEntry({ entry: { at, state, counts, reasons, error }, title }: LogEntryProps) {
  // What is said of the run, not of so many pages, has no number.
  const said = [
    ...Object.entries(counts).map(([name, number]) => `${plainWord(name)} ${count(number)}`),
    ...Object.entries(reasons).map(([name, number]) =>
      number === 0 ? plainWord(name) : `${plainWord(name)} ${count(number)}`,
    ),
  ];
  return (
    <li data-log={state}>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <strong className={state === 'failed' ? 'text-danger' : ''}>{title}</strong>
        <span className="tabular text-small text-ink-muted">{when(at)}</span>
      </p>
      {said.length > 0 && (
        <ul className="tabular flex flex-wrap gap-x-4 text-small">
          {said.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
      {error !== null && <p className={`text-small wrap-anywhere ${toneOf(state)}`}>{error}</p>}
    </li>
  );
}
