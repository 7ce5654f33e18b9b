import { SYSTEM } from '../../../content/system-stats.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { classes } from '../../../ui/classes.ts';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Card, CardHead } from '../../../ui/surface.tsx';
import { Cell, Head, Table } from '../../../ui/table.tsx';
import { duration, when } from '../../../ui/when.ts';
import type { Pipeline } from '../queries.ts';

const words = SYSTEM.computes;
type Compute = Pipeline['computeRuns'][number];

const TONES: Record<Compute['state'], BadgeTone> = {
  running: 'info',
  published: 'good',
  kept_back: 'warning',
  failed: 'bad',
  interrupted: 'quiet',
};

/** Runs of the batch with their checks: why a snapshot was kept back stands beside it. */
export function Computes({ runs }: { runs: readonly Compute[] }) {
  return (
    <Card className="grid grid-cols-1 gap-3">
      <CardHead title={words.title} text={words.text} />
      {runs.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <Table stacks caption={words.title}>
          <thead>
            <tr>
              <Head>{words.heads.started}</Head>
              <Head>{words.heads.state}</Head>
              <Head>{words.heads.checks}</Head>
              <Head>{words.heads.asked}</Head>
              <Head end>{words.heads.took}</Head>
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => (
              <Row key={run.runId} run={run} />
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  );
}

function Row({
  run: { runId, state, startedAt, seconds, checks, error, kind, askedBy },
}: {
  run: Compute;
}) {
  return (
    <tr className="align-baseline">
      <Head row>
        <span className="whitespace-nowrap">
          {startedAt === null ? words.notStarted : when(startedAt)}
        </span>
        {kind !== '' && <span className="block text-small font-normal text-ink-muted">{kind}</span>}
      </Head>
      <Cell label={words.heads.state}>
        <Badge tone={TONES[state]}>{words.states[state]}</Badge>
      </Cell>
      <Cell label={words.heads.checks}>
        <Checks runId={runId} checks={checks} />
        {error !== null && (
          <span
            className={classes(
              'block sm:min-w-56 text-small wrap-anywhere',
              state === 'interrupted' ? 'text-ink-muted' : 'text-danger',
            )}
          >
            {error}
          </span>
        )}
      </Cell>
      <Cell label={words.heads.asked}>
        <span className="text-small wrap-anywhere">{askedBy}</span>
      </Cell>
      <Cell label={words.heads.took} end>
        {seconds === null ? '–' : duration(seconds)}
      </Cell>
    </tr>
  );
}

/** Those that failed are always in sight. */
function Checks({ runId, checks }: Pick<Compute, 'runId' | 'checks'>) {
  if (checks.length === 0) return words.noChecks;
  const failed = checks.filter(({ passed }) => !passed);
  return (
    <div className="sm:min-w-56">
      <Disclosure
        name={`checks-${runId}`}
        summary={words.passed(checks.length - failed.length, checks.length)}
        summaryClassName="min-h-6"
      >
        <ul className="text-small text-ink-muted">
          {checks.map(({ name, detail }) => (
            <li key={name}>{words.check(name, detail)}</li>
          ))}
        </ul>
      </Disclosure>
      <ul className="text-small font-bold text-danger">
        {failed.map(({ name, detail }) => (
          <li key={name}>{words.check(name, detail)}</li>
        ))}
      </ul>
    </div>
  );
}
