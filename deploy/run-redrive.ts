import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventLog } from '#platform/log/port.ts';
import {
  redriveCommand,
  redriveRun,
  type RedriveCommand,
  type RedriveRun,
} from '#schemas/events/redrive.ts';
import { encodeEvent, tryDecodeEvent } from '#schemas/events/topic.ts';
import { RunStalled } from './wait-for-run.ts';

const POLL_MS = 200;
/** Nobody has taken the command up: Kafka notices a consumer that died after a session of 10 s. */
const UNTAKEN_MS = 30_000;
/** One that runs says so every ten seconds. */
const SILENT_MS = 15 * 60_000;

/**
 * Asks for a redrive and follows it from the log alone, whoever does it.
 * @throws RunStalled when nothing moves on; the signal's reason when it is aborted, and the redrive goes on
 */
export async function runRedrive(
  log: EventLog,
  command: RedriveCommand,
  signal: AbortSignal,
): Promise<RedriveRun> {
  let last: RedriveRun | undefined;
  let saidAt = performance.now();
  const runs = await log.subscribe({
    topic: redriveRun,
    group: `redrive-${randomUUID()}`,
    maxBatch: 100,
    from: 'latest',
    handler: async ({ messages }) => {
      for (const { value } of messages) {
        const run = tryDecodeEvent(redriveRun, value);
        if (run === undefined) continue;
        // They are done one after another: while another is under way, this one waits its turn.
        if (run.redriveId === command.redriveId) last = run;
        if (last === undefined || last === run) saidAt = performance.now();
      }
    },
  });
  // A log that can be followed no longer fails the wait.
  let lost: unknown;
  runs.finished.catch((error: unknown) => (lost = error));
  try {
    await log.publish(redriveCommand, [encodeEvent(redriveCommand, command)]);
    for (;;) {
      signal.throwIfAborted();
      if (lost !== undefined) throw lost;
      if (last?.state === 'done' || last?.state === 'failed') return last;
      if (performance.now() - saidAt > (last === undefined ? UNTAKEN_MS : SILENT_MS))
        throw new RunStalled(
          last === undefined
            ? `Nobody took the redrive up for ${UNTAKEN_MS / 1_000} s. Start the server or the pipelines role: it stays in the log and will be taken up.`
            : `The redrive said nothing for ${SILENT_MS / 60_000} minutes after '${last.state}'. Is the server or the pipelines role running? It goes on once it is.`,
        );
      await sleep(POLL_MS);
    }
  } finally {
    await runs.stop();
  }
}
