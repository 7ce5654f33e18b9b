import pLimit from 'p-limit';
import type { DeadLetter } from '#schemas/events/dead-letter.ts';
import type { EventLog, LogBatch } from '#platform/log/port.ts';
import { insertLetterEnds } from '#warehouse/queries/redriven-letters.ts';
import { lettersOf, type ReplayRange } from '#warehouse/queries/replay.ts';
import { consume } from '../load/consume.ts';
import { publishLetters } from '../load/letter.ts';
import {
  sleep,
  Stopped,
  untilDone,
  untilOthersHave,
  whileAway,
  type Waiting,
} from '../load/waiting.ts';
import type { ReplayDeps } from './replay.ts';
import type { Replayable } from './replayable.ts';

/** As many rows to one insert as loading has: parts stay few. */
const MAX_BATCH = 5_000;
/** What comes goes first: a replay waits while more than this is yet to be loaded. */
const LIVE_LAG = 5_000;
const LONGEST_PAUSE_MS = 2_000;
const LOOK_EVERY_MS = 250;
const TELL_EVERY_MS = 10_000;

interface Reading {
  what: Replayable;
  group: string;
  /** Where each partition is to be read to. */
  ends: readonly ReplayRange[];
  /** Whether somebody else will read all of this better: then it is given up. */
  isOvertaken: () => boolean;
  waiting: Waiting;
  /** Told now and then how many events are left. */
  onProgress: (left: number) => Promise<void>;
}

/**
 * Loads a topic in a group of its own, half of the time at most, until the group has passed the ends.
 * @returns false where it was given up
 */
export async function readAnew(deps: ReplayDeps, reading: Reading): Promise<boolean> {
  const { log, now } = deps;
  const { what, group, ends, isOvertaken, waiting, onProgress } = reading;
  const left = (): Promise<number> => leftOf(log, what, group, ends);
  if ((await left()) === 0) return true;
  const onWait: Waiting['onWait'] = (reason, attempt) => waiting.onWait(reason, attempt);
  const subscription = { topic: what.topic, group, maxBatch: MAX_BATCH };
  const oneAtATime = pLimit(1);
  const running = await consume({ ...deps, onWait }, subscription, (patience, warehouse) => {
    const load = what.createLoader({
      log,
      warehouse,
      now,
      waiting: patience,
      keepLetters: (letters, batch) =>
        keepNewLetters({ ...deps, warehouse }, patience, letters, batch),
    });
    return async (batch) => {
      const own = { ...patience, heartbeat: () => batch.heartbeat() };
      // Partitions take turns: their pauses would else be filled by each other.
      await whileAway(own, () =>
        oneAtATime(async () => {
          if (patience.stopping.aborted) throw new Stopped();
          await untilLiveIsServed(log, what, own);
          const began = performance.now();
          await load(batch);
          await sleep(Math.min(LONGEST_PAUSE_MS, performance.now() - began), patience.stopping);
        }),
      );
    };
  });
  let lost: unknown;
  running.finished.catch((error: unknown) => (lost = error));
  let toldAt = performance.now();
  try {
    return await untilDone<boolean>(
      { ...waiting, onWait: () => undefined, longestMs: LOOK_EVERY_MS },
      async () => {
        if (lost !== undefined) throw lost;
        if (isOvertaken()) return { done: true, value: false };
        const events = await left();
        if (events === 0) return { done: true, value: true };
        if (performance.now() - toldAt > TELL_EVERY_MS) {
          toldAt = performance.now();
          await onProgress(events);
        }
        return { done: false, reason: `${events} events are left to read anew` };
      },
    );
  } finally {
    await running.stop();
  }
}

/** How many events a group has yet to read of a topic, up to these ends. */
export async function leftOf(
  log: EventLog,
  { topic }: Pick<Replayable, 'topic'>,
  group: string,
  ends: readonly Pick<ReplayRange, 'partition' | 'end'>[],
): Promise<number> {
  const positions = await log.positions(topic, group);
  return ends.reduce(
    (sum, { partition, end }) => sum + Math.max(0, end - (positions[partition]?.committed ?? 0)),
    0,
  );
}

const untilLiveIsServed = (log: EventLog, what: Replayable, waiting: Waiting): Promise<void> =>
  untilOthersHave(waiting, async () => {
    const positions = await log.positions(what.topic, what.loader);
    return (await leftOf(log, what, what.loader, positions)) <= LIVE_LAG;
  });

/**
 * Puts aside what was not yet, or for another reason now; and marks the open letters of what can be read by now.
 * One that was sent again has ended by that: its copy stands further on, with a letter of its own if it needs one.
 */
async function keepNewLetters(
  { log, warehouse, now }: ReplayDeps,
  waiting: Omit<Waiting, 'heartbeat'>,
  letters: readonly DeadLetter[],
  { topic, partition, messages, heartbeat }: LogBatch,
): Promise<void> {
  const [first, last] = [messages.at(0)?.offset ?? 0, messages.at(-1)?.offset ?? 0];
  const away = <T>(work: () => Promise<T>): Promise<T> =>
    whileAway({ ...waiting, heartbeat }, work);
  const known = await away(() => lettersOf(warehouse, { topic, partition, first, last }));
  await publishLetters(
    log,
    letters.filter(({ offset, reason }) => {
      const letter = known.get(offset);
      if (letter?.state === 'redriven') return false;
      return letter?.state !== 'open' || letter.reason !== reason;
    }),
  );
  const unread = new Set(letters.map(({ offset }) => offset));
  const at = now().toISOString();
  const ends = [...known]
    .filter(([offset, { state }]) => state === 'open' && !unread.has(offset))
    .map(([offset]) => ({ topic, partition, offset, how: 'replayed' as const, at }));
  await away(() => insertLetterEnds(warehouse, ends));
}
