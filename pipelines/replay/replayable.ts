import type { DeadLetter } from '#schemas/events/dead-letter.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import { rawRegistration } from '#schemas/events/raw-registration.ts';
import type { Topic } from '#schemas/events/topic.ts';
import type { EventLog, LogBatch } from '#platform/log/port.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { createListingLoader, LOADER_GROUP } from '../load/load-listings.ts';
import { createRegistrationLoader, REGISTRATION_GROUP } from '../load/load-registrations.ts';
import type { Waiting } from '../load/waiting.ts';
import type { ReplayedNormaliser } from './replay.ts';

/** A topic that can be read anew, by the same loader as what comes of it. */
export interface Replayable {
  topic: Topic;
  /** The group that loads what comes. */
  loader: string;
  createLoader: (deps: {
    log: EventLog;
    warehouse: Warehouse;
    now: () => Date;
    waiting: Omit<Waiting, 'heartbeat'>;
    keepLetters: (letters: readonly DeadLetter[], batch: LogBatch) => Promise<void>;
  }) => (batch: LogBatch) => Promise<void>;
}

/** Each by the normaliser as it stands when it reads a message. */
export const listingsBy = (normaliser: ReplayedNormaliser): Replayable => ({
  topic: rawListing,
  loader: LOADER_GROUP,
  createLoader: (deps) =>
    createListingLoader({
      ...deps,
      normalise: (raw, position) => normaliser.normalise(raw, position),
    }),
});

export const registrationsBy = ({ registrations }: ReplayedNormaliser): Replayable => ({
  topic: rawRegistration,
  loader: REGISTRATION_GROUP,
  createLoader: (deps) =>
    createRegistrationLoader({ ...deps, normalise: (raw) => registrations.normalise(raw) }),
});
