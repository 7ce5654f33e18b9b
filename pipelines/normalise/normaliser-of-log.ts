import { randomUUID } from 'node:crypto';
import { catalogueDecision } from '#schemas/events/catalogue-decision.ts';
import { tryDecodeEvent, type EventOf, type Topic } from '#schemas/events/topic.ts';
import { typeDecision } from '#schemas/events/type-decision.ts';
import type { Catalogue } from '#domain/catalogue/catalogue.ts';
import { createVinEvidence } from '#domain/catalogue/vin-evidence.ts';
import type { AcceptedAlias } from '#domain/names/accepted-aliases.ts';
import {
  AliasDecisions,
  ofName,
  ofType,
  type AliasDecision,
} from '#domain/names/alias-decisions.ts';
import { createNameResolver } from '#domain/names/resolve.ts';
import type { EventLog, RunningSubscription } from '#platform/log/port.ts';
import { createNormaliser, NORMALISER_VERSION, type Normaliser } from './normalise.ts';
import {
  createRegistrationNormaliser,
  REGISTRATION_NORMALISER_VERSION,
  type NormaliseRegistration,
} from './registration.ts';

/** The normaliser as it stands: a decision on an alias replaces it whole. */
export interface FollowedNormaliser {
  normalise: Normaliser;
  version: () => number;
  /** The same of registrations, which name makes and types and no lines. */
  registrations: { normalise: NormaliseRegistration; version: () => number };
  /** What staff have accepted, as it is understood by now. */
  accepted: () => readonly AcceptedAlias[];
  /** Called after each decision that changed how names are understood. */
  onChange: (tell: () => void) => void;
}

/**
 * A normaliser that knows the spellings staff accepted. Its version is its code's plus the number of times that
 * what is accepted changed, in the order of the log: it only grows, two processes that have read as much have the
 * same, and facts read by one that had read less are replaced by a replay.
 *
 * What was decided before it starts is read before it is handed out; what comes then is followed.
 */
export async function followNormaliser(
  log: EventLog,
  catalogue: Catalogue,
): Promise<FollowedNormaliser & { running: RunningSubscription }> {
  const decisions = new AliasDecisions();
  const checkMaker = createVinEvidence(catalogue);
  const listeners: (() => void)[] = [];
  let current = build();

  function build() {
    const resolver = createNameResolver(catalogue, decisions.accepted);
    const version = NORMALISER_VERSION + decisions.changes;
    const makeIdOf = (make: string): string => resolver.resolveMake(make)?.id ?? '';
    const normalise = createNormaliser({ resolver, checkMaker, version });
    return { version, makeIdOf, normalise };
  }

  const registrationVersion = () => REGISTRATION_NORMALISER_VERSION + decisions.registrationChanges;
  const registrations = {
    version: registrationVersion,
    normalise: createRegistrationNormaliser({
      makeIds: () => current.makeIdOf,
      acceptedType: (type) => decisions.typeOf(type),
      version: registrationVersion,
    }),
  };

  /** Reads what was decided of a topic, and follows it. */
  async function follow<T extends Topic>(
    topic: T,
    decisionOf: (event: EventOf<T>) => AliasDecision,
  ): Promise<RunningSubscription> {
    let next = 0;
    function read(messages: readonly { offset: number; value: Uint8Array }[]): boolean {
      let changed = false;
      for (const { offset, value } of messages) {
        if (offset < next) continue;
        next = offset + 1;
        const event = tryDecodeEvent(topic, value) as EventOf<T> | undefined;
        if (event !== undefined && decisions.apply(decisionOf(event))) changed = true;
      }
      if (changed) current = build();
      return changed;
    }
    for await (const { messages } of log.readAll(topic)) read(messages);
    return log.subscribe({
      topic,
      group: `normalise-${randomUUID()}`,
      maxBatch: 500,
      from: 'earliest',
      handler: async ({ messages }) => {
        if (read(messages)) for (const tell of listeners) tell();
      },
    });
  }

  const following = [await follow(catalogueDecision, ofName), await follow(typeDecision, ofType)];
  return {
    normalise: (raw, position) => current.normalise(raw, position),
    version: () => current.version,
    registrations,
    accepted: () => decisions.accepted,
    onChange: (tell) => void listeners.push(tell),
    running: {
      finished: Promise.all(following.map(({ finished }) => finished)).then(() => undefined),
      stop: async () => {
        for (const subscription of following) await subscription.stop();
      },
    },
  };
}
