import { join } from 'node:path';
import { unreadableInWords } from '#ingest/files/failures.ts';
import type { RegistrationMapping } from '#ingest/registrations/mapping.ts';
import { checkTakes, prepareTake } from '#ingest/registrations/take-file.ts';
import { newRunId } from '#ingest/run.ts';
import { systemClock } from '#platform/clock.ts';
import type { EventLog } from '#platform/log/port.ts';
import { say } from './command.ts';
import type { Progress } from './progress.ts';
import { tellServed } from './tell-served.ts';
import { waitForRun, type RunOutcome, type Served } from './wait-for-run.ts';

interface IngestRegistrations {
  log: EventLog;
  mapping: RegistrationMapping;
  files: readonly string[];
  observedAt: string | undefined;
  /** DATA_DIR. */
  root: string;
  wait: boolean;
  progress: Progress;
  signal: AbortSignal;
  takeUp: () => Promise<boolean>;
}

export interface IngestedRegistrations {
  read: number;
  published: number;
  /** Files that were taken to their end before. */
  taken: number;
  outcome: RunOutcome | undefined;
  /** A file was not whole, nothing of one was understood, or no snapshot contains what came. */
  isPartial: boolean;
}

/**
 * Takes registration files one after the other, each a run of its own: one that is not whole costs no other.
 * @throws FilesRefused before the first is taken
 */
export async function ingestRegistrations(
  options: IngestRegistrations,
): Promise<IngestedRegistrations> {
  const { log, mapping, files, observedAt, root, wait, progress, signal, takeUp } = options;
  const sum: IngestedRegistrations = {
    read: 0,
    published: 0,
    taken: 0,
    outcome: undefined,
    isPartial: false,
  };
  const tell = (served: Served | undefined, file: string): void => {
    const { outcome, isLess } = tellServed(served, file);
    sum.outcome = added(sum.outcome, outcome);
    sum.isPartial ||= isLess;
  };
  await checkTakes({ clock: systemClock, mapping, observedAt }, files);
  for (const file of files) {
    const take = await prepareTake({
      log,
      clock: systemClock,
      mapping,
      file,
      observedAt,
      newRunId: () => newRunId(systemClock, () => crypto.randomUUID().slice(0, 8)),
      folder: join(root, 'registrations'),
      onProgress: (now) => progress.publishing(now),
      signal,
    });
    if (take.isTaken) {
      say(`${file}: was taken before, as run ${take.runId}; nothing is published.`);
      sum.taken += 1;
      // Whoever took it may not have waited.
      const following = { log, runId: take.runId, isPublished: true, signal, progress, takeUp };
      tell(wait ? await (await waitForRun(following)).untilServed() : undefined, file);
      continue;
    }
    if (take.goesOnFrom > 0)
      say(`${file}: goes on from byte ${take.goesOnFrom}, as run ${take.runId}.`);
    const { runId } = take;
    const watching = wait ? await waitForRun({ log, runId, signal, progress, takeUp }) : undefined;
    const result = await take.publish();
    sum.read += result.read;
    sum.published += result.appended;
    if (result.failure !== undefined) {
      say(`${file}: ${result.failure}; the run is partial, and counts in no figure.`);
      sum.isPartial = true;
    }
    if (result.firstUnreadable !== undefined)
      say(unreadableInWords(result.unreadable, result.read, result.firstUnreadable));
    tell(await watching?.untilServed(), file);
  }
  return sum;
}

function added(a: RunOutcome | undefined, b: RunOutcome | undefined): RunOutcome | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const counts = (x: Record<string, number>, y: Record<string, number>) =>
    Object.fromEntries(
      [...Object.keys(x), ...Object.keys(y)].map((key) => [key, (x[key] ?? 0) + (y[key] ?? 0)]),
    );
  return {
    stored: a.stored + b.stored,
    duplicates: a.duplicates + b.duplicates,
    dropped: counts(a.dropped, b.dropped),
    deadLettered: counts(a.deadLettered, b.deadLettered),
  };
}
