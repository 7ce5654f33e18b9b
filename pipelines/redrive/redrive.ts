import { activityAnalysis, activitySearch } from '#schemas/events/activity.ts';
import { computeCommand, commandAfterRun } from '#schemas/events/compute-command.ts';
import { rawContribution, rawContributionWithdrawn } from '#schemas/events/contribution.ts';
import { deadLetter } from '#schemas/events/dead-letter.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import { rawRegistration } from '#schemas/events/raw-registration.ts';
import { redriveRun, type RedriveCommand, type RedriveRun } from '#schemas/events/redrive.ts';
import { encodeEvent, tryDecodeEvent, type Topic } from '#schemas/events/topic.ts';
import { allEvents } from '#platform/log/all-events.ts';
import { largestMessage } from '#platform/log/limits.ts';
import type { EventLog } from '#platform/log/port.ts';
import type { Warehouse } from '#warehouse/client.ts';
import type { Place } from '#warehouse/queries/dead-letters.ts';
import {
  becameOf,
  countRedrivable,
  insertLetterEnds,
  lettersAt,
  nextRedrivable,
  sentBy,
  type Redrivable,
} from '#warehouse/queries/redriven-letters.ts';
import { activityGroup } from '../load/load-activity.ts';
import { DEAD_LETTER_GROUP } from '../load/load-dead-letters.ts';
import { LOADER_GROUP } from '../load/load-listings.ts';
import { REGISTRATION_GROUP } from '../load/load-registrations.ts';
import { tellReread } from '../load/tell-reread.ts';
import { untilOthersHave, whileAway, type Waiting } from '../load/waiting.ts';

/** Topics whose letters are sent again ({@link FACT_TOPICS}), and who loads each. */
const SENT_AGAIN = new Map<string, { topic: Topic; group: string }>(
  [
    { topic: rawListing, group: LOADER_GROUP },
    { topic: rawRegistration, group: REGISTRATION_GROUP },
    ...[activitySearch, activityAnalysis, rawContribution, rawContributionWithdrawn].map(
      (topic: Topic) => ({ topic, group: activityGroup(topic) }),
    ),
  ].map((entry) => [entry.topic.name, entry]),
);

/** Who loads what a redrive waits for. */
const LOADERS = new Map(SENT_AGAIN).set(deadLetter.name, {
  topic: deadLetter,
  group: DEAD_LETTER_GROUP,
});

const PLACES_AT_ONCE = 10_000;
const LETTERS_AT_ONCE = 1_000;
/** Whoever waits is told that it lives. */
const TELL_EVERY_MS = 10_000;
/** Sent and marked at once: a letter may be megabytes. */
const BYTES_AT_ONCE = 4_000_000;

export interface RedriveDeps {
  log: EventLog;
  warehouse: Warehouse;
  now: () => Date;
}

/**
 * Open dead letters that match → their own bytes, again, to their own topic → marked as redriven → waits until
 * they have been read → says what became of them, of each run too, and asks for a compute.
 *
 * A letter is marked after it was sent. Dying in between sends it twice, which changes nothing: its event keeps
 * its id. What fails again is a letter of its own, put aside later than this redrive was asked for, so that a
 * redrive that begins anew has an end. The counts are those of the marks, whichever process made them.
 */
export async function redrive(
  deps: RedriveDeps,
  command: RedriveCommand,
  waiting: Waiting,
): Promise<void> {
  const { log, warehouse, now } = deps;
  const { redriveId, at: askedAt, ...asked } = command;
  const { filter, place } = command;
  const letters: Redrivable = {
    ...filter,
    place,
    until: place === undefined ? earlier(filter.until, askedAt) : filter.until,
  };
  const away = <T>(work: () => Promise<T>): Promise<T> => whileAway(waiting, work);
  await untilRead(log, await endsOfLetters(log), waiting);
  const begun = await away(() => sentBy(warehouse, redriveId));
  const matched = lettersOf(begun) + (await away(() => countRedrivable(warehouse, letters)));
  const notSent = new NotSent();
  const say = async (
    state: RedriveRun['state'],
    redriven: number,
    about: Partial<RedriveRun> = {},
  ): Promise<void> => {
    const run = { ...asked, redriveId, askedAt, at: now().toISOString(), state };
    const event = { ...run, matched, redriven, notSent: notSent.counts, ...about };
    await log.publish(redriveRun, [encodeEvent(redriveRun, event)]);
  };

  let toldAt = performance.now();
  const tell = async (state: 'running' | 'loading', count: () => Promise<number>) => {
    if (performance.now() - toldAt <= TELL_EVERY_MS) return;
    await say(state, await count());
    toldAt = performance.now();
  };
  const sentSoFar = async (): Promise<number> =>
    lettersOf(await away(() => sentBy(warehouse, redriveId)));

  await say('running', lettersOf(begun));
  if (!command.dryRun) {
    let after: Place | undefined;
    for (;;) {
      const places = await away(() => nextRedrivable(warehouse, letters, after, PLACES_AT_ONCE));
      for (const piece of inPieces(places)) {
        await away(() => sendAgain(deps, command, piece, notSent));
        await tell('running', sentSoFar);
      }
      after = places.at(-1);
      if (places.length < PLACES_AT_ONCE) break;
    }
  }
  const sent = await away(() => sentBy(warehouse, redriveId));
  const redriven = lettersOf(sent);
  await say('loading', redriven);
  const tellLoading = () => tell('loading', async () => redriven);
  await untilRead(log, sent, waiting, tellLoading);
  // What was put aside once more is a letter by now: whoever hears that it is done finds it in the list.
  await untilRead(log, await endsOfLetters(log), waiting, tellLoading);
  const became = await away(() => becameOf(warehouse, redriveId));
  if (redriven > 0) await tellReread(deps, waiting);
  // Asked for before it is said to be done: whoever hears of it may wait for the batch.
  if (redriven > 0) await askForCompute(deps, redriveId);
  await say('done', redriven, {
    became: Object.fromEntries(became.map((row) => [row.became, row.letters])),
  });
}

/**
 * Says of a redrive that broke off how far it came, and asks for a compute of what it had sent: that stays sent.
 */
export async function sayBrokenOff(
  deps: RedriveDeps,
  command: RedriveCommand,
  error: unknown,
  waiting: Waiting,
): Promise<void> {
  const { log, warehouse, now } = deps;
  const { redriveId, at: askedAt, ...asked } = command;
  const last = await lastOf(log, redriveId);
  const sent = await whileAway(waiting, () => sentBy(warehouse, redriveId));
  const redriven = lettersOf(sent);
  if (redriven > 0) await askForCompute(deps, redriveId);
  const { matched = redriven, notSent = {} } = last ?? {};
  const why = String(error).slice(0, 2_000);
  const run = { ...asked, redriveId, askedAt, at: now().toISOString(), state: 'failed' as const };
  const event = { ...run, matched, redriven, notSent, error: why };
  await log.publish(redriveRun, [encodeEvent(redriveRun, event)]);
}

/** What was said last of a redrive; undefined where it said nothing. */
async function lastOf(log: EventLog, redriveId: string): Promise<RedriveRun | undefined> {
  let last: RedriveRun | undefined;
  for await (const run of allEvents(log, redriveRun)) if (run.redriveId === redriveId) last = run;
  return last;
}

const lettersOf = (sent: readonly { letters: number }[]): number =>
  sent.reduce((sum, { letters }) => sum + letters, 0);

const earlier = (until: string | undefined, askedAt: string): string =>
  until !== undefined && Date.parse(until) < Date.parse(askedAt) ? until : askedAt;

/** Places of one topic and partition each, so many at once. */
function inPieces(places: readonly Place[]): Place[][] {
  const partitions = Map.groupBy(places, ({ topic, partition }) => `${topic}/${partition}`);
  return [...partitions.values()].flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / LETTERS_AT_ONCE) }, (_, piece) =>
      all.slice(piece * LETTERS_AT_ONCE, (piece + 1) * LETTERS_AT_ONCE),
    ),
  );
}

/** Sends letters of one partition, and marks them. What cannot be sent stays open and is counted. */
async function sendAgain(
  deps: RedriveDeps,
  { redriveId }: RedriveCommand,
  places: readonly Place[],
  notSent: NotSent,
): Promise<void> {
  const [first] = places;
  if (first === undefined) return;
  const { topic: name, partition } = first;
  const topic = SENT_AGAIN.get(name)?.topic;
  if (topic === undefined) throw new Error(`${name} holds no facts: its letters are never open`);
  const offsets = places.map(({ offset }) => offset);
  let waiting: Letter[] = [];
  let bytes = 0;
  const send = async (): Promise<void> => {
    await sendLetters(deps, { topic, partition, redriveId }, waiting);
    waiting = [];
    bytes = 0;
  };
  // A letter stands twice until the engine merges it.
  const seen = new Set<number>();
  for await (const rows of lettersAt(deps.warehouse, name, partition, offsets))
    for (const row of rows) {
      if (seen.has(row.offset)) continue;
      seen.add(row.offset);
      const value = Buffer.from(row.bytes, 'base64');
      // Its own key where it can be read by now: then it goes where the first one went.
      const event = tryDecodeEvent(topic, value);
      const key = event === undefined ? `${name}/${partition}/${row.offset}` : topic.key(event);
      const length = Buffer.byteLength(key) + value.length;
      // One that was cut when it was put aside is longer too.
      if (length > largestMessage(topic)) {
        notSent.add('too_large', [{ topic: name, partition, offset: row.offset }]);
        continue;
      }
      if (bytes + length > BYTES_AT_ONCE) await send();
      waiting.push({ offset: row.offset, key, value });
      bytes += length;
    }
  await send();
}

interface Letter {
  offset: number;
  key: string;
  value: Uint8Array;
}

async function sendLetters(
  { log, warehouse, now }: RedriveDeps,
  { topic, partition, redriveId }: { topic: Topic; partition: number; redriveId: string },
  letters: readonly Letter[],
): Promise<void> {
  if (letters.length === 0) return;
  const positions = await log.publish(topic, letters);
  const at = now().toISOString();
  const ends = letters.flatMap(({ offset }, n) => {
    const to = positions[n];
    const end = { topic: topic.name, partition, offset, how: 'redriven', at, redriveId } as const;
    return to === undefined ? [] : { ...end, to };
  });
  await insertLetterEnds(warehouse, ends);
}

/** Each letter once, however often sending was tried. */
class NotSent {
  readonly #places = new Map<string, Set<string>>();

  add(reason: string, places: readonly Place[]): void {
    const all = this.#places.get(reason) ?? new Set();
    for (const { topic, partition, offset } of places) all.add(`${topic}/${partition}/${offset}`);
    this.#places.set(reason, all);
  }

  get counts(): Record<string, number> {
    return Object.fromEntries([...this.#places].map(([reason, { size }]) => [reason, size]));
  }
}

/** Where the letters stand that there are now: those not loaded yet match too. */
async function endsOfLetters(
  log: EventLog,
): Promise<{ topic: string; partition: number; end: number }[]> {
  const positions = await log.positions(deadLetter, DEAD_LETTER_GROUP);
  return positions.map(({ partition, end }) => ({ topic: deadLetter.name, partition, end }));
}

/** Waits until whoever loads these topics has read so far. */
async function untilRead(
  log: EventLog,
  ends: readonly { topic: string; partition: number; end: number }[],
  waiting: Waiting,
  onLook: () => Promise<void> = async () => undefined,
): Promise<void> {
  await untilOthersHave(waiting, async () => {
    await onLook();
    for (const { topic: name, partition, end } of ends) {
      const loader = LOADERS.get(name);
      if (loader === undefined) continue;
      const positions = await log.positions(loader.topic, loader.group);
      if ((positions[partition]?.committed ?? 0) < end) return false;
    }
    return true;
  });
}

async function askForCompute({ log, now }: RedriveDeps, redriveId: string): Promise<void> {
  const command = encodeEvent(computeCommand, {
    commandId: commandAfterRun(redriveId),
    at: now().toISOString(),
    only: 'all',
    askedBy: 'staff',
  });
  await log.publish(computeCommand, [command]);
}
