import type { SourceState } from '#schemas/api/data.ts';
import { CLAIMED } from '#schemas/constants.ts';
import { hoursInWords, staleAfterHours } from './stale-after.ts';

const HOUR_MS = 3_600_000;
/** Of a source that each refresh collects from. */
const COLLECTED_EVERY_HOURS = 24 / CLAIMED.refreshHours.length;

/** What is known of a source of which one market is made. */
export interface SourceFacts {
  /** It has a site file, so that each refresh collects from it. */
  collected: boolean;
  /** Its last run that ended. */
  lastRun: { state: 'loaded' | 'failed'; at: string } | undefined;
  /** When something last came of it that could be read. */
  lastUpdate: string | null;
}

export interface Judged {
  state: SourceState;
  detail: string;
}

/** From best to worst, for those that are set up. */
const ORDER: readonly SourceState[] = ['never_run', 'healthy', 'configured', 'stale', 'failing'];

/** How a source is, by its last run and how old what came of it is. */
export function stateOf({ collected, lastRun, lastUpdate }: SourceFacts, now: Date): Judged {
  if (lastRun === undefined && lastUpdate === null)
    return collected
      ? { state: 'configured', detail: 'Set up; its first run has not ended.' }
      : { state: 'never_run', detail: 'Nothing is set up, and nothing has come.' };
  if (lastRun?.state === 'failed')
    // Why is for staff: it may name what nobody else is to know.
    return { state: 'failing', detail: 'Its last run failed.' };
  if (lastUpdate === null)
    return { state: 'failing', detail: 'Nothing of its last run could be read.' };
  const hours = staleAfterHours(collected ? COLLECTED_EVERY_HOURS : undefined);
  return now.getTime() - Date.parse(lastUpdate) > hours * HOUR_MS
    ? { state: 'stale', detail: `Nothing has come for more than ${hoursInWords(hours)}.` }
    : { state: 'healthy', detail: 'Its last run came in.' };
}

/** The worst of several; of none what is said of nothing at all. */
export const worstOf = (judged: readonly Judged[]): Judged =>
  judged.reduce((worst, each) => (rank(each) > rank(worst) ? each : worst), {
    state: 'never_run',
    detail: 'Nothing is set up, and nothing has come.',
  });

const rank = ({ state }: Judged): number => ORDER.indexOf(state);
