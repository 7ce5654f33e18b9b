import { commandAfterRun, computeCommand } from '#schemas/events/compute-command.ts';
import { deadLetter } from '#schemas/events/dead-letter.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import { rawRegistration } from '#schemas/events/raw-registration.ts';
import { replayRun, type ReplayRun } from '#schemas/events/replay.ts';
import { encodeEvent, type Topic } from '#schemas/events/topic.ts';
import type { EventLog } from '#platform/log/port.ts';
import type { Warehouse } from '#warehouse/client.ts';
import {
  countRegistrationsBehind,
  countSuperseded,
  dropSuperseded,
  forgetFactsBefore,
  noteFactsBefore,
  replayChanges,
  type ReplayRange,
} from '#warehouse/queries/replay.ts';
import { DEAD_LETTER_GROUP } from '../load/load-dead-letters.ts';
import { LOADER_GROUP, type Normalise } from '../load/load-listings.ts';
import { tellReread } from '../load/tell-reread.ts';
import { untilOthersHave, whileAway, type Waiting } from '../load/waiting.ts';
import type { NormaliseRegistration } from '../normalise/registration.ts';
import { leftOf, readAnew } from './read-anew.ts';
import { beginsOf, lastOf, replayedVersion } from './replay-log.ts';
import { listingsBy, registrationsBy } from './replayable.ts';

export interface ReplayDeps {
  log: EventLog;
  warehouse: Warehouse;
  normaliser: ReplayedNormaliser;
  now: () => Date;
}

/** As it stands now; its versions rise while it is used. */
export interface ReplayedNormaliser {
  normalise: Normalise;
  version(): number;
  registrations: { normalise: NormaliseRegistration; version(): number };
}

/**
 * The log through a better normaliser: raw.listing is read from its beginning and loaded again, beside the loading
 * of what comes. Nothing is rebuilt: the same load function writes the same facts, and the higher version wins.
 *
 *   note the facts as they are → read anew up to where the log ended → read on to where it ends by then
 *   → read raw.registration anew, where an older version made facts of it → count what changed
 *   → drop what an older version made of the same events → say which letters of which runs are read by now
 *   → say so, and ask for a compute
 *
 * - Its group is named by the version, so that a replay that was killed goes on where its group stands, and one by
 *   a better version begins at the beginning. One that was done goes on behind its end: that is what a process of
 *   an older version wrote since.
 * - The second reading is for what other processes loaded by the old version while they had not heard of the
 *   decision: they have by the end of the first.
 * - A fact that is none any more (now dropped, or put aside) has no row of the new version. So what is older than
 *   this version among the events that were read anew goes, all at once and after every new row is in: until then
 *   it is served as it was. Repeated, all of this has the effect of once.
 * - Registrations have a version of their own, for they name makes and types and no lines: most decisions change
 *   nothing of them, and one on a type nothing of the listings. What changed is counted, and what is none any more dropped, of listings alone: a name makes no registration
 *   come or go.
 * - Until it is done, facts of both versions stand beside each other, each right by its own; the compute that
 *   follows is the first that sees only the new ones.
 *
 * @returns `overtaken` where the normaliser became better meanwhile: the replay by that one reads all of it
 */
export async function replay(
  deps: ReplayDeps,
  version: number,
  waiting: Waiting,
): Promise<'done' | 'overtaken'> {
  const { log, warehouse, normaliser, now } = deps;
  const away = async <T>(work: () => Promise<T>): Promise<T> => {
    await waiting.heartbeat();
    return whileAway(waiting, work);
  };
  const group = replayGroup(version);
  const last = await away(() => lastOf(log, version));
  // One that failed before it began has no range.
  const begun = last?.state !== 'done' && last?.range.length ? last : undefined;
  const startedAt = begun?.startedAt ?? now().toISOString();
  // A letter that is not loaded yet would be taken for a new one.
  if (begun === undefined) await untilLettersAreLoaded(log, waiting);
  const listingsAreRead = await away(() => isReadBy(deps, version));
  const loaded = begun?.range ?? (await loadedRange(log, group));
  const range = listingsAreRead
    ? loaded.map(({ partition, end }) => ({ partition, begin: end, end }))
    : loaded;
  const listings = range.reduce((sum, { begin, end }) => sum + end - begin, 0);
  const registrations = await away(() => registrationsLeft(deps));
  const registered = begun?.registrations ?? registrations.registered;
  const of = begun?.of ?? listings + registrations.events;
  const say = async (
    state: ReplayRun['state'],
    read: number,
    about: Partial<ReplayRun> = {},
  ): Promise<void> => {
    const event = {
      version,
      state,
      startedAt,
      at: now().toISOString(),
      range,
      read,
      of,
      registrations: registered,
      ...about,
    };
    await log.publish(replayRun, [encodeEvent(replayRun, event)]);
  };

  if (begun === undefined) {
    await away(() => noteFactsBefore(warehouse, range));
    await say('running', 0);
  }
  const isOvertaken = (): boolean => normaliser.version() > version;
  const endsOfListings = listingsAreRead
    ? []
    : [() => range, () => rangeOf(log, rawListing, group)];
  const readings = [
    ...endsOfListings.map((upTo) => ({
      what: listingsBy(normaliser),
      group,
      upTo,
      later: registrations.events,
    })),
    ...(registrations.events === 0 ? [] : [registrationReading(deps)]),
  ];
  for (const { what, group, upTo, later } of readings) {
    const isRead = await readAnew(deps, {
      what,
      group,
      ends: await upTo(),
      isOvertaken,
      waiting,
      onProgress: (left) => say('running', Math.max(0, of - left - later)),
    });
    if (!isRead) {
      await say('overtaken', 0);
      return 'overtaken';
    }
  }
  // Whoever took it over from this process, which it believed dead, may have ended it meanwhile.
  const isEnded = async (): Promise<boolean> => {
    const said = await away(() => lastOf(log, version));
    return said?.state === 'done' && said.startedAt === startedAt;
  };
  if (await isEnded()) return 'done';
  const changes = await away(() => replayChanges(warehouse, version, range));
  await away(async () => dropSuperseded(warehouse, version, await readSoFar(log, version)));
  await waiting.heartbeat();
  await tellReread(deps, waiting);
  await askForCompute(deps, version, startedAt);
  if (await isEnded()) return 'done';
  await say('done', of, { changes });
  await away(() => forgetFactsBefore(warehouse));
  return 'done';
}

/** Whether no listing is to be read anew: all were by this version, and no older one wrote facts of any since. */
async function isReadBy(deps: ReplayDeps, version: number): Promise<boolean> {
  if (((await replayedVersion(deps.log)) ?? 0) < version) return false;
  return (await leftBehind(deps, version)) === 0;
}

/** How many facts of events that a replay by this version read are an older one's again, or still. */
export async function leftBehind(deps: ReplayDeps, version: number): Promise<number> {
  const { log, warehouse } = deps;
  const begins = await beginsOf(log, version);
  const positions = await log.positions(rawListing, replayGroup(version));
  const range = positions.map(({ partition, end }) => ({
    partition,
    begin: begins.get(partition) ?? 0,
    end,
  }));
  return countSuperseded(warehouse, version, range);
}

/**
 * How many events of registrations are to be read anew, and how many registrations an older version made facts of;
 * none where it made of none. What a group of this version has passed was read by it.
 */
export async function registrationsLeft(
  deps: ReplayDeps,
): Promise<{ events: number; registered: number }> {
  const { log, warehouse, normaliser } = deps;
  const { what, group, upTo } = registrationReading(deps);
  const events = await leftOf(log, what, group, await upTo());
  if (events === 0) return { events, registered: 0 };
  const version = normaliser.registrations.version();
  const registered = await countRegistrationsBehind(warehouse, version);
  return { events: registered === 0 ? 0 : events, registered };
}

/** Once, to the end of the log: those that had not heard of a decision have by the end of the listings. */
function registrationReading({ log, normaliser }: ReplayDeps) {
  const group = `replay-registrations-${normaliser.registrations.version()}`;
  return {
    what: registrationsBy(normaliser),
    group,
    upTo: () => rangeOf(log, rawRegistration, group),
    later: 0,
  };
}

export const replayGroup = (version: number): string => `replay-${version}`;

/** From where a group stands, which is at the first event kept if it is new, to where the log ends now. */
async function rangeOf(log: EventLog, topic: Topic, group: string): Promise<ReplayRange[]> {
  const positions = await log.positions(topic, group);
  return positions.map(({ partition, committed, end }) => ({ partition, begin: committed, end }));
}

/** The same as far as it is loaded: what is not has no facts yet that could be changed. */
async function loadedRange(log: EventLog, group: string): Promise<ReplayRange[]> {
  const loaded = await log.positions(rawListing, LOADER_GROUP);
  return (await rangeOf(log, rawListing, group)).map(({ partition, begin }) => ({
    partition,
    begin,
    end: Math.max(begin, loaded[partition]?.committed ?? 0),
  }));
}

/** From where the first replay by this version began to where its group stands by now. */
async function readSoFar(log: EventLog, version: number): Promise<ReplayRange[]> {
  const begins = await beginsOf(log, version);
  const positions = await log.positions(rawListing, replayGroup(version));
  return positions.map(({ partition, committed }) => ({
    partition,
    begin: begins.get(partition) ?? 0,
    end: committed,
  }));
}

async function untilLettersAreLoaded(log: EventLog, waiting: Waiting): Promise<void> {
  const ends = await log.positions(deadLetter, DEAD_LETTER_GROUP);
  await untilOthersHave(waiting, async () => {
    const positions = await log.positions(deadLetter, DEAD_LETTER_GROUP);
    return ends.every(({ partition, end }) => (positions[partition]?.committed ?? 0) >= end);
  });
}

/** Each replay asks for one of its own: of two commands with one id only one is done. */
async function askForCompute(
  { log, now }: ReplayDeps,
  version: number,
  startedAt: string,
): Promise<void> {
  const command = encodeEvent(computeCommand, {
    commandId: commandAfterRun(`${replayGroup(version)}@${startedAt}`),
    at: now().toISOString(),
    only: 'all',
    askedBy: 'ingest',
  });
  await log.publish(computeCommand, [command]);
}
