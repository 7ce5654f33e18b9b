import { rawListing } from '#schemas/events/raw-listing.ts';
import { replayCommand, replayRun } from '#schemas/events/replay.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import type { RunningSubscription } from '#platform/log/port.ts';
import type { Logger } from '#platform/logging.ts';
import { WarehouseAway } from '#warehouse/errors.ts';
import { consume } from '../load/consume.ts';
import { LOADER_GROUP } from '../load/load-listings.ts';
import { readEvents } from '../load/read-events.ts';
import { Stopped, untilDone, whileAway, type Waiting } from '../load/waiting.ts';
import { leftBehind, registrationsLeft, replay, type ReplayDeps } from './replay.ts';
import { lastOf, replayedVersion } from './replay-log.ts';

/** One partition, so one replay at a time, whoever of this group it is. */
export const REPLAY_GROUP = 'replay';

/** How often is looked for facts that an older normaliser made after the replay, and for a replay that failed. */
const LOOK_AGAIN_MS = 10 * 60_000;

export interface ReplayingDeps extends ReplayDeps {
  normaliser: ReplayDeps['normaliser'] & { onChange(tell: () => void): void };
  logger: Logger;
  onWait: Waiting['onWait'];
  lookAgainMs?: number;
}

/**
 * Has the log read anew whenever the normaliser of this process is better than the one it was last read by: its
 * code is newer, or staff accepted a spelling. Every process asks, one does it; of several versions that wait
 * only the best is worth the reading.
 *
 * A process of an older version, or one that has not heard of a decision yet, may go on loading after the replay
 * has ended. So each looks now and then whether facts by an older one are there again, and asks once more.
 */
export async function startReplaying(deps: ReplayingDeps): Promise<RunningSubscription> {
  const { log, logger, normaliser, now, lookAgainMs = LOOK_AGAIN_MS } = deps;
  const running = await consume(
    deps,
    { topic: replayCommand, group: REPLAY_GROUP, maxBatch: 100 },
    (patience, warehouse) => async (batch) => {
      const own = { ...deps, warehouse };
      const waiting = { ...patience, heartbeat: () => batch.heartbeat() };
      const commands = await readEvents(deps, replayCommand, batch);
      const asked = Math.max(0, ...commands.map(({ version }) => version));
      // Asked for by a newer process, or one that has read more of the log: it is not for this one yet.
      await untilDone(waiting, async () =>
        normaliser.version() >= asked
          ? { done: true, value: undefined }
          : {
              done: false,
              reason: `a replay needs normaliser ${asked}, here is ${normaliser.version()}`,
            },
      );
      const version = normaliser.version();
      await batch.heartbeat();
      if (!(await whileAway(waiting, () => isNeeded(own, version)))) return;
      try {
        logger.info({ version }, 'the log is read anew');
        const end = await replay(own, version, waiting);
        logger.info({ version }, `reading the log anew: ${end}`);
      } catch (error) {
        if (error instanceof Stopped || error instanceof WarehouseAway) throw error;
        // Work that went to somebody else did not fail.
        await batch.heartbeat();
        logger.error(
          { err: error, version },
          'reading the log anew broke off; what was read anew by then stays, and it is tried again',
        );
        await sayFailed(deps, version, error);
      }
    },
  );
  const ask = async (): Promise<void> => {
    const version = normaliser.version();
    const event = { version, at: now().toISOString() };
    await log.publish(replayCommand, [encodeEvent(replayCommand, event)]);
  };
  normaliser.onChange(() => {
    ask().catch((error: unknown) =>
      logger.error({ err: error }, 'a replay could not be asked for; it will be at the next start'),
    );
  });
  const lookAgain = async (): Promise<void> => {
    if (await isNeeded(deps, normaliser.version())) await ask();
  };
  if (((await replayedVersion(log)) ?? 0) < normaliser.version())
    await ((await isFirstReading(deps)) ? sayAllIsRead(deps) : ask());
  const looking = setInterval(() => {
    // One that cannot look now looks next time.
    lookAgain().catch((error: unknown) =>
      logger.warn({ err: error }, 'whether the log is to be read anew could not be seen'),
    );
  }, lookAgainMs);
  looking.unref();
  return {
    finished: running.finished,
    async stop() {
      clearInterval(looking);
      await running.stop();
    },
  };
}

/** Whether the log was not read by this version, or an older one wrote facts of what was. */
async function isNeeded(deps: ReplayDeps, version: number): Promise<boolean> {
  const replayed = (await replayedVersion(deps.log)) ?? 0;
  if (replayed !== version) return replayed < version;
  return (await leftBehind(deps, version)) > 0 || (await registrationsLeft(deps)).events > 0;
}

/** Nothing was ever loaded, so nothing was by an older one. */
async function isFirstReading({ log }: ReplayDeps): Promise<boolean> {
  const positions = await log.positions(rawListing, LOADER_GROUP);
  return positions.every(({ committed }) => committed === 0);
}

const nothing = { before: 0, after: 0, unchanged: 0, changed: 0, gone: 0, come: 0, byField: {} };

async function sayAllIsRead({ log, normaliser, now }: ReplayDeps): Promise<void> {
  const at = now().toISOString();
  const run = { version: normaliser.version(), startedAt: at, at, range: [], read: 0, of: 0 };
  const event = encodeEvent(replayRun, { ...run, state: 'done', changes: nothing });
  await log.publish(replayRun, [event]);
}

async function sayFailed({ log, now }: ReplayDeps, version: number, error: unknown): Promise<void> {
  const last = await lastOf(log, version);
  // One that was done is not the one that failed.
  const begun = last?.state === 'done' ? undefined : last;
  const at = now().toISOString();
  const { startedAt = at, range = [], read = 0, of = 0, registrations } = begun ?? {};
  const why = String(error).slice(0, 2_000);
  const run = {
    version,
    state: 'failed' as const,
    startedAt,
    at,
    range,
    read,
    of,
    registrations,
    error: why,
  };
  await log.publish(replayRun, [encodeEvent(replayRun, run)]);
}
