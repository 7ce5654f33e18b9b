import { Link } from 'react-router-dom';
import type { RunState, RunSummary, UsualBand } from '#schemas/api/staff-health.ts';
import { SOURCES } from '../../../content/staff-sources.ts';
import { classes } from '../../../ui/classes.ts';
import { count } from '../../../ui/format.ts';
import { when } from '../../../ui/when.ts';
import { runPath } from '../address.ts';
import { isUnderWay } from '../queries.ts';
import { barHeights, countStates } from './bars.ts';

/** Besides its colour a run that brought nothing is hollow, and one under way striped. */
const LOOKS: Record<RunState, string> = {
  running: 'border border-info bg-info-soft',
  loading: 'border border-info bg-info-soft',
  done: 'bg-primary',
  partial: 'bg-stripe',
  blocked: 'border-2 border-danger',
  failed: 'border-2 border-danger',
  lost: 'border-2 border-dashed border-danger',
  cancelled: 'border border-dashed border-edge',
};

interface RunBarsProps {
  /** Oldest first. */
  runs: readonly RunSummary[];
  measure: 'published' | 'seconds';
  /** Where the figure usually lies, drawn behind the bars. */
  band: UsualBand;
  className?: string;
}

/**
 * The last runs as bars, as high as the figure and coloured by their state, each leading to its log. For
 * the pointer only: screens have the same runs in words, and as links, beside it.
 */
export function RunBars({ runs, measure, band, className }: RunBarsProps) {
  const { heights, bandAt } = barHeights(
    runs.map((run) => run[measure]),
    band,
  );
  return (
    <div aria-hidden="true" className={classes('relative', className)}>
      {bandAt !== null && (
        <div
          className="absolute inset-x-0 border-y border-dashed border-control-edge bg-sunken"
          style={{ bottom: `${bandAt.bottom}%`, height: `${bandAt.height}%` }}
        />
      )}
      <ol className="relative flex h-full items-end justify-start gap-px">
        {runs.map((run, at) => (
          <li key={run.runId} className="flex h-full max-w-4 min-w-0 grow items-end">
            <Link
              to={runPath(run.runId)}
              tabIndex={-1}
              title={titleOf(run)}
              data-run={run.state}
              className={classes(
                'block w-full rounded-[2px] hover:brightness-110',
                LOOKS[run.state],
              )}
              style={{ height: `${heights[at] ?? 0}%` }}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}

const titleOf = ({ state, startedAt, published }: RunSummary): string =>
  SOURCES.runTitle(
    SOURCES.runStates[state],
    startedAt === null ? SOURCES.notStarted : when(startedAt),
    published === null ? wordsOfUnknown({ state }) : SOURCES.published(count(published)),
  );

/** Of a run that has ended nothing more comes to be known. */
export const wordsOfUnknown = ({ state }: Pick<RunSummary, 'state'>): string =>
  isUnderWay(state) ? SOURCES.runs.unknown : SOURCES.runs.notTold;

/** The same in words: `28 done, 2 failed`. */
export const runsInWords = (runs: readonly RunSummary[]): string =>
  SOURCES.runsSummary(
    countStates(runs)
      .map(([state, number]) => `${number} ${SOURCES.runStates[state].toLowerCase()}`)
      .join(', '),
  );
