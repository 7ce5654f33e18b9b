import type { DeadLetter } from '#schemas/events/dead-letter.ts';
import { rawRegistration, type RawRegistration } from '#schemas/events/raw-registration.ts';
import type { EventOutcome } from '#schemas/facts.ts';
import type { Registration } from '#schemas/registration-fact.ts';
import type { EventLog, LogBatch, LogMessage, RunningSubscription } from '#platform/log/port.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { insertOutcomes } from '#warehouse/queries/facts.ts';
import { insertRegistrations, insertTakes } from '#warehouse/queries/registrations.ts';
import type { NormaliseRegistration } from '../normalise/registration.ts';
import { instantFault } from './bounds.ts';
import { consume } from './consume.ts';
import { deliveryOf } from './delivery.ts';
import type { FaultOf } from './event-faults.ts';
import { inTurns } from './in-turns.ts';
import { letterOf, publishLetters } from './letter.ts';
import { readEvent } from './read-event.ts';
import { whileAway, type Waiting } from './waiting.ts';

/** The group whose committed positions say how far registrations are in the warehouse. */
export const REGISTRATION_GROUP = 'load-registrations';

export interface RegistrationLoaderDeps {
  log: EventLog;
  warehouse: Warehouse;
  normalise: NormaliseRegistration;
  now: () => Date;
  waiting: Omit<Waiting, 'heartbeat'>;
  /** Keeps what could not be read: as dead letters, unless something better is known of them. */
  keepLetters?: (letters: readonly DeadLetter[], batch: LogBatch) => Promise<void>;
}

export interface RegistrationLoadingDeps extends Omit<
  RegistrationLoaderDeps,
  'waiting' | 'keepLetters'
> {
  onWait: Waiting['onWait'];
  /** How long a batch waits to fill, in milliseconds. */
  lingerMs?: number;
}

/** As many rows to one insert as keeps parts few: they are small. */
const MAX_BATCH = 10_000;
const LINGER_MS = 500;

/** What one message became; the end of a file is no record and has no outcome. */
interface Result {
  outcome?: EventOutcome;
  registration?: Registration;
  take?: RawRegistration;
  letter?: DeadLetter;
}

/** Loads what comes of registrations. */
export function startRegistrationLoading(
  deps: RegistrationLoadingDeps,
): Promise<RunningSubscription> {
  const { lingerMs = LINGER_MS } = deps;
  const subscription = {
    topic: rawRegistration,
    group: REGISTRATION_GROUP,
    maxBatch: MAX_BATCH,
    lingerMs,
  };
  return consume(deps, subscription, (waiting, warehouse) =>
    createRegistrationLoader({ ...deps, warehouse, waiting }),
  );
}

/** raw.registration → decode → normalise → facts, every write repeatable. */
export function createRegistrationLoader(
  deps: RegistrationLoaderDeps,
): (batch: LogBatch) => Promise<void> {
  const { log, warehouse, keepLetters = (letters) => publishLetters(log, letters) } = deps;
  return async function loadRegistrations(batch) {
    const waiting = { ...deps.waiting, heartbeat: () => batch.heartbeat() };
    const results = await inTurns(batch.messages, waiting.stopping, (message) =>
      readMessage(deps, batch, message),
    );
    const letters = results.flatMap(({ letter }) => letter ?? []);
    // 1. What cannot be understood is durable with its bytes before anything says that it was seen.
    await keepLetters(letters, batch);
    await batch.heartbeat();
    // 2. Facts before outcomes, and before a file's end says that all of them are there: a file keeps
    //    its order, so that the rows of an end in this batch stand in it or in one before.
    const facts = results.flatMap(({ registration }) => registration ?? []);
    await whileAway(waiting, () => insertRegistrations(warehouse, facts));
    await batch.heartbeat();
    // 3. Outcomes: a run whose outcomes are complete has all its facts.
    const outcomes = results.flatMap(({ outcome }) => outcome ?? []);
    await whileAway(waiting, () => insertOutcomes(warehouse, outcomes));
    // 4. The ends of files.
    const takes = results.flatMap(({ take }) => take ?? []);
    await whileAway(waiting, () => insertTakes(warehouse, takes));
  };
}

const registrationFault: FaultOf<RawRegistration> = ({ observedAt, end }) =>
  instantFault('observedAt', observedAt) ?? (end && instantFault('end.at', end.at));

function readMessage(
  { normalise, now }: RegistrationLoaderDeps,
  { topic, partition }: LogBatch,
  message: LogMessage,
): Result {
  const event = readEvent(rawRegistration, message.value, registrationFault);
  const raw = event.kind === 'ok' ? event.value : undefined;
  const at = now();
  const outcome = deliveryOf(raw, { topic, partition, offset: message.offset }, at);
  if (raw?.end !== undefined) return { take: raw };
  const end = event.kind === 'ok' ? normalise(event.value) : event;
  if (end.kind === 'ok')
    return { outcome: { ...outcome, outcome: 'accepted', reason: '' }, registration: end.value };
  if (end.kind !== 'dead-letter')
    return { outcome: { ...outcome, outcome: 'dropped', reason: end.reason } };
  return {
    outcome: { ...outcome, outcome: 'dead_letter', reason: end.reason },
    letter: letterOf({ topic, partition }, message, {
      eventId: outcome.event_id,
      runId: outcome.run_id,
      source: outcome.source,
      origin: raw?.origin ?? '',
      reason: end.reason,
      detail: end.detail,
      schema: rawRegistration.name,
      at: at.toISOString(),
    }),
  };
}
