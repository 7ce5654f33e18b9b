import type { DeadLetter } from '#schemas/events/dead-letter.ts';
import {
  BYTES_ID,
  EARLIEST_OBSERVED,
  rawListing,
  type RawListing,
} from '#schemas/events/raw-listing.ts';
import type { EventOutcome, Sighting } from '#schemas/facts.ts';
import type { EventLog, LogBatch, LogMessage } from '#platform/log/port.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { toWarehouseInstant } from '#warehouse/instants.ts';
import { insertOutcomes, insertSightings } from '#warehouse/queries/facts.ts';
import type { Outcome } from '../outcome.ts';
import { deliveryOf } from './delivery.ts';
import { inTurns } from './in-turns.ts';
import { letterOf, publishLetters } from './letter.ts';
import { readEvent } from './read-event.ts';
import { checkStorable } from './storable.ts';
import { untilDone, whileAway, type Waiting } from './waiting.ts';

/** The group whose committed positions say how far facts are in the warehouse. */
export const LOADER_GROUP = 'load-listings';

export type Normalise = (
  raw: RawListing,
  position: { topic: string; partition: number; offset: number },
) => Outcome<Sighting>;

export interface ListingLoaderDeps {
  log: EventLog;
  warehouse: Warehouse;
  normalise: Normalise;
  now: () => Date;
  waiting: Omit<Waiting, 'heartbeat'>;
  /** Keeps what could not be read: as dead letters, unless something better is known of them. */
  keepLetters?: (letters: readonly DeadLetter[], batch: LogBatch) => Promise<void>;
  /** Told of every batch whose facts are in: the search's tail follows it. */
  onFacts?: (sightings: readonly Sighting[]) => Promise<void>;
}

/** What one message became: its outcome's row, and the fact or the dead letter it made. */
interface Result {
  outcome: EventOutcome;
  sighting?: Sighting;
  letter?: DeadLetter;
}

/**
 * raw.listing → decode → normalise → check → facts. Exactly once in effect: each message ends as one
 * outcome, and every write below may be repeated, whole or in other batches, without another effect.
 */
export function createListingLoader(deps: ListingLoaderDeps): (batch: LogBatch) => Promise<void> {
  const { keepLetters = (letters) => publishLetters(deps.log, letters) } = deps;
  return async function loadListings(batch) {
    const waiting = { ...deps.waiting, heartbeat: () => batch.heartbeat() };
    const results = await inTurns(batch.messages, waiting.stopping, (message) =>
      readMessage(deps, batch, message, waiting),
    );
    const sightings = results.flatMap(({ sighting }) => sighting ?? []);
    const letters = results.flatMap(({ letter }) => letter ?? []);

    // 1. What cannot be understood is durable with its bytes before anything says that it was seen.
    //    If this fails the batch fails: the position does not advance over a letter that was lost.
    await keepLetters(letters, batch);
    await batch.heartbeat();
    // 2. Facts before outcomes: an `accepted` never stands without its fact.
    await whileAway(waiting, () => insertSightings(deps.warehouse, sightings));
    await batch.heartbeat();
    // 3. Outcomes last: a run whose outcomes are complete has all its facts.
    await whileAway(waiting, () =>
      insertOutcomes(
        deps.warehouse,
        results.map((r) => r.outcome),
      ),
    );
    // 4. Search follows; what it misses, the compute after the run brings.
    const { onFacts } = deps;
    if (onFacts) await whileAway(waiting, () => onFacts(sightings));
    // 5. The log commits when this returns. A crash before that repeats 1 to 4: the same letters
    //    (their key is the message's place), the same facts, outcomes and search rows.
  };
}

async function readMessage(
  deps: ListingLoaderDeps,
  { topic, partition }: LogBatch,
  message: LogMessage,
  waiting: Waiting,
): Promise<Result> {
  const position = { topic, partition, offset: message.offset };
  const event = readEvent(rawListing, message.value);
  const raw = event.kind === 'ok' ? event.value : undefined;
  const at = deps.now();
  const outcome = deliveryOf(raw, position, at);
  const read = (): Outcome<Sighting> => {
    if (event.kind !== 'ok') return event;
    const normalised = deps.normalise(event.value, position);
    return normalised.kind === 'ok' ? checkStorable(normalised.value, at) : normalised;
  };
  let end = read();
  if (end.kind === 'retry')
    end = await untilDone(waiting, async () => {
      const again = read();
      return again.kind === 'retry'
        ? { done: false, reason: again.reason }
        : { done: true, value: again };
    });
  if (end.kind === 'ok')
    return { outcome: { ...outcome, outcome: 'accepted', reason: '' }, sighting: end.value };
  if (end.kind === 'drop')
    return { outcome: { ...outcome, outcome: 'dropped', reason: end.reason } };
  return {
    outcome: { ...outcome, ...hiddenBy(raw, at), outcome: 'dead_letter', reason: end.reason },
    letter: letterOf(position, message, {
      eventId: outcome.event_id,
      runId: outcome.run_id,
      source: outcome.source,
      sourceId: raw?.sourceId ?? '',
      origin: raw?.origin ?? '',
      reason: end.reason,
      detail: end.detail,
      schema: rawListing.name,
      at: at.toISOString(),
    }),
  };
}

/** The listing a dead letter hides, where its event says which and when: seen by now at the latest. */
function hiddenBy(
  raw: RawListing | undefined,
  now: Date,
): Partial<Pick<EventOutcome, 'source_id' | 'seen_at'>> {
  if (raw === undefined) return {};
  const { sourceId, observedAt } = raw;
  if (sourceId.startsWith(BYTES_ID)) return {};
  // Before 1980: unknown, or a date that says nothing of when.
  if (!(Date.parse(observedAt) >= Date.parse(EARLIEST_OBSERVED))) return {};
  const seenAt = Date.parse(observedAt) < now.getTime() ? observedAt : now.toISOString();
  return { source_id: sourceId, seen_at: toWarehouseInstant(seenAt) };
}
