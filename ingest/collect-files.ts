import type { Clock } from '#platform/clock.ts';
import type { EventLog } from '#platform/log/port.ts';
import { tellSource } from './collect/tell-sources.ts';
import { checkFiles } from './files/check-files.ts';
import { failuresInWords } from './files/failures.ts';
import { FeedReadOtherwise, type Feed } from './files/feed.ts';
import type { Mapping } from './files/mapping.ts';
import { optionInstant } from './files/option-instant.ts';
import { publishFiles, type PublishProgress, type PublishResult } from './files/publish.ts';
import { tellRun } from './run.ts';

export interface CollectFilesOptions {
  log: EventLog;
  clock: Clock;
  mapping: Mapping;
  files: readonly string[];
  /** The command's `--observed-at`. */
  observedAt: string | undefined;
  runId: string;
  onProgress: (progress: PublishProgress) => void;
  signal: AbortSignal;
  /** Where an interruption is to be gone on from, with the run's id of its own. */
  feed?: Feed;
}

/**
 * One run of a file source: its events into the log, told as a run. Files that broke off make it
 * partial, whatever the mapping says: half a file must not age out what its other half would show.
 * @throws FilesRefused before anything is published or told
 */
export async function collectFiles(options: CollectFilesOptions): Promise<PublishResult> {
  const { log, clock, mapping, files, observedAt, runId, onProgress, signal, feed } = options;
  await checkFiles(mapping, files, optionInstant(observedAt, clock), clock);
  await tellSource({ log, clock }, mapping);
  await feed?.begin();
  const run = { runId, source: mapping.source, sample: false, coverage: mapping.coverage };
  const published = await tellRun({ log, clock }, run, async () => {
    const result = await publishFiles({
      log,
      clock,
      mapping,
      files,
      observedAt,
      runId,
      onProgress,
      signal,
      feed,
    });
    return result.failures.length > 0
      ? { ...result, coverage: 'partial' as const, incomplete: failuresInWords(result.failures) }
      : result;
  }).catch(async (error: unknown) => {
    if (error instanceof FeedReadOtherwise) await feed?.forget();
    throw error;
  });
  // What broke off may be whole the next time it is read.
  await (published.failures.length > 0 ? feed?.forget() : feed?.end());
  return published;
}
