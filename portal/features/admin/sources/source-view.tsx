import type { UsualBand } from '#schemas/api/staff-health.ts';
import { SOURCES } from '../../../content/staff-sources.ts';
import { STAFF } from '../../../content/staff.ts';
import { ArrivalHeading } from '../../../ui/arrival-heading.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { count } from '../../../ui/format.ts';
import { SourceBadge } from '../../../ui/source-badge.tsx';
import { Card } from '../../../ui/surface.tsx';
import { Cell, Head, Table } from '../../../ui/table.tsx';
import { duration, when } from '../../../ui/when.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { adminPath, runPath } from '../address.ts';
import { BackLink } from '../back-link.tsx';
import { NotThere } from '../not-there.tsx';
import type { SourceRow } from '../queries.ts';
import { waitInWords } from '../wait-in-words.ts';
import { figuredRun, lastEnded } from './bars.ts';
import { FunnelView } from './funnel-view.tsx';
import { LettersLink } from './letters-link.tsx';
import { BAND_TONES, CHECK_TONES, RUN_TONES } from './looks.ts';
import { RunBars, wordsOfUnknown } from './run-bars.tsx';

interface SourceViewProps {
  name: string;
  row: SourceRow | undefined;
}

/** Why one source is as it is. */
export function SourceView({ name, row }: SourceViewProps) {
  if (row === undefined)
    return (
      <div className="grid grid-cols-1 gap-4">
        <BackLink to={adminPath('sources')}>{SOURCES.back}</BackLink>
        <NotThere words={SOURCES.unknownSource} />
      </div>
    );
  const { state, reasons, checks, runs, lastRun, funnel } = row;
  const ended = lastEnded(runs);
  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        <BackLink to={adminPath('sources')}>{SOURCES.back}</BackLink>
        <div className="mt-2 flex flex-wrap items-center gap-3">
          <ArrivalHeading className="text-heading wrap-anywhere">{name}</ArrivalHeading>
          <SourceBadge state={state} />
          <LettersLink row={row} />
        </div>
        {reasons.length > 0 && (
          <ul aria-label={SOURCES.reasons} className="mt-2 list-disc pl-5 marker:text-primary">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
        {lastRun?.waits !== undefined && <p className="mt-2">{waitInWords(lastRun.waits)}</p>}
      </div>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <Trend row={row} measure="published" band={row.volume} format={count} />
        <Trend row={row} measure="seconds" band={row.duration} format={duration} />
        <Card className="grid grid-cols-1 content-start gap-3">
          <h3 className="text-title">{SOURCES.checks.title}</h3>
          <ul className="grid grid-cols-1 gap-3">
            <li>
              <Freshness freshness={row.freshness} />
            </li>
            {checks.map((check) => (
              <li key={check.name}>
                <span className="flex flex-wrap items-center gap-2">
                  <strong>{SOURCES.checks.names[check.name]}</strong>
                  <Badge tone={CHECK_TONES[check.state]}>
                    {SOURCES.checks.states[check.state]}
                  </Badge>
                </span>
                <span className="block text-small text-ink-muted">{check.detail}</span>
              </li>
            ))}
          </ul>
        </Card>
        <Card className="grid grid-cols-1 content-start gap-3">
          <div>
            <h3 className="text-title">{SOURCES.funnel.title}</h3>
            <p className="text-ink-muted">
              {funnel === null ? SOURCES.funnel.none : SOURCES.funnel.ofLast}
            </p>
          </div>
          {funnel !== null && (
            <FunnelView
              funnel={funnel}
              source={name}
              since={ended?.startedAt ?? null}
              until={ended?.endedAt ?? null}
              state={ended?.state ?? 'done'}
            />
          )}
        </Card>
      </div>
      <Runs runs={runs} />
    </div>
  );
}

function Freshness({
  freshness: { state, lastAt, staleAfterHours },
}: Pick<SourceRow, 'freshness'>) {
  const words = SOURCES.freshness;
  return (
    <>
      <span className="flex flex-wrap items-center gap-2">
        <strong>{words.title}</strong>
        <Badge tone={state === 'fresh' ? 'good' : state === 'stale' ? 'warning' : 'quiet'}>
          {words[state]}
        </Badge>
      </span>
      <span className="block text-small text-ink-muted">
        {lastAt === null ? words.never : words.last(when(lastAt))}{' '}
        {staleAfterHours !== null && words.after(duration(staleAfterHours * 3_600))}
      </span>
    </>
  );
}

interface TrendProps {
  row: SourceRow;
  measure: 'published' | 'seconds';
  band: UsualBand;
  format: (value: number) => string;
}

function Trend({ row, measure, band, format }: TrendProps) {
  const words = SOURCES.trend;
  const title = measure === 'published' ? words.volume : words.duration;
  const { runs } = row;
  const figured = figuredRun(row);
  const last = figured?.[measure] ?? null;
  const { state, typical, low, high } = band;
  return (
    <Card className="grid grid-cols-1 content-start gap-3">
      <h3 className="text-title">{title}</h3>
      <p className="tabular flex flex-wrap items-center gap-3">
        <span className="text-heading font-extrabold">
          {last === null ? STAFF.none : format(last)}
        </span>
        <Badge tone={BAND_TONES[state]}>{words.states[state]}</Badge>
      </p>
      {figured !== undefined && figured.runId !== runs.at(-1)?.runId && (
        <p className="text-small text-ink-muted">
          {words.ofRun(figured.startedAt === null ? SOURCES.notStarted : when(figured.startedAt))}
        </p>
      )}
      <RunBars runs={runs} measure={measure} band={band} className="h-32" />
      <p className="text-small text-ink-muted">
        {words.description(title, runs.length)}.{' '}
        {typical !== null &&
          low !== null &&
          high !== null &&
          words.usual(format(typical), format(low), format(high))}
      </p>
    </Card>
  );
}

const COUNTS = ['read', 'published', 'stored', 'duplicates', 'dropped', 'deadLettered'] as const;

function Runs({ runs }: Pick<SourceRow, 'runs'>) {
  const { title, heads, logAt, none } = SOURCES.runs;
  return (
    <Card className="grid grid-cols-1 gap-3">
      <h3 className="text-title">{title}</h3>
      {runs.length === 0 ? (
        <p className="text-ink-muted">{none}</p>
      ) : (
        <Table stacks caption={title}>
          <thead>
            <tr>
              <Head>{heads.started}</Head>
              <Head>{heads.state}</Head>
              <Head end>{heads.took}</Head>
              {COUNTS.map((name) => (
                <Head key={name} end>
                  {heads[name]}
                </Head>
              ))}
            </tr>
          </thead>
          <tbody>
            {runs.toReversed().map((run) => {
              const started = run.startedAt === null ? SOURCES.notStarted : when(run.startedAt);
              return (
                <tr key={run.runId}>
                  <Head row>
                    <TextLink
                      to={runPath(run.runId)}
                      aria-label={logAt(started)}
                      className="whitespace-nowrap"
                    >
                      {started}
                    </TextLink>
                  </Head>
                  <Cell label={heads.state}>
                    <Badge tone={RUN_TONES[run.state]}>{SOURCES.runStates[run.state]}</Badge>
                    {run.error !== null && (
                      <span className="mt-1 block sm:min-w-48 text-small wrap-anywhere">
                        {run.error}
                      </span>
                    )}
                  </Cell>
                  <Cell label={heads.took} end>
                    {run.seconds === null ? wordsOfUnknown(run) : duration(run.seconds)}
                  </Cell>
                  {COUNTS.map((name) => (
                    <Cell label={heads[name]} key={name} end>
                      {run[name] === null ? '–' : count(run[name])}
                    </Cell>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </Table>
      )}
    </Card>
  );
}
