import { say } from './command.ts';
import { nothingUnderstood } from './nothing-understood.ts';
import type { RunOutcome, Served } from './wait-for-run.ts';

interface Told {
  outcome: RunOutcome | undefined;
  /** Nothing was understood, or no snapshot contains what came. */
  isLess: boolean;
}

/**
 * Says what is wrong with how a run ended, also one that was published by an earlier command: who brings the same
 * files again hears the same of them. Nothing is said where nobody waited for it.
 * @param file which of several it was
 */
export function tellServed(served: Served | undefined, file?: string): Told {
  const nothing = served && nothingUnderstood(served.outcome);
  const wrong = [served?.problem, nothing].filter((text) => text !== undefined);
  for (const text of wrong) say(file === undefined ? text : `${file}: ${text}`);
  return { outcome: served?.outcome, isLess: wrong.length > 0 };
}
