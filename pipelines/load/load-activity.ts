import { activityAnalysis, activitySearch } from '#schemas/events/activity.ts';
import { rawContribution, rawContributionWithdrawn } from '#schemas/events/contribution.ts';
import type { EventOf, Topic } from '#schemas/events/topic.ts';
import type { EventLog, RunningSubscription } from '#platform/log/port.ts';
import type { Warehouse } from '#warehouse/client.ts';
import {
  insertAnalyses,
  insertContributions,
  insertSearches,
  withdrawContributions,
} from '#warehouse/queries/activity.ts';
import { consume } from './consume.ts';
import { analysisFault, contributionFault, searchFault, type FaultOf } from './event-faults.ts';
import { readEvents } from './read-events.ts';
import { whileAway, type Waiting } from './waiting.ts';

interface ActivityDeps {
  log: EventLog;
  warehouse: Warehouse;
  now: () => Date;
  onWait: Waiting['onWait'];
  /** How long a batch waits to fill, in milliseconds. */
  lingerMs?: number;
}

/** What people do is looked at by the minute. */
const LINGER_MS = 1_000;

/** What people search, analyse and share, each topic into its table. */
export async function startActivityLoading(deps: ActivityDeps): Promise<RunningSubscription[]> {
  const { now } = deps;
  return [
    await loadTopic(deps, activitySearch, searchFault(now), insertSearches),
    await loadTopic(deps, activityAnalysis, analysisFault(now), insertAnalyses),
    await loadTopic(deps, rawContribution, contributionFault, insertContributions),
    // Only the id is stored.
    await loadTopic(
      deps,
      rawContributionWithdrawn,
      () => undefined,
      (warehouse, events) =>
        withdrawContributions(
          warehouse,
          events.map((event) => event.contributionId),
        ),
    ),
  ];
}

/** The group whose committed positions say how far a topic of these is in the warehouse. */
export const activityGroup = ({ name }: Topic): string => `load-${name}`;

/** Rows of one key replace each other, so a batch may be repeated; what cannot be read or stored is put aside. */
function loadTopic<T extends Topic>(
  deps: ActivityDeps,
  topic: T,
  faultOf: FaultOf<EventOf<T>>,
  insert: (warehouse: Warehouse, events: EventOf<T>[]) => Promise<void>,
): Promise<RunningSubscription> {
  const { lingerMs = LINGER_MS } = deps;
  const subscription = { topic, group: activityGroup(topic), maxBatch: 2_000, lingerMs };
  return consume(deps, subscription, (waiting, warehouse) => async (batch) => {
    const events = await readEvents(deps, topic, batch, faultOf);
    const heartbeat = (): Promise<void> => batch.heartbeat();
    await whileAway({ ...waiting, heartbeat }, () => insert(warehouse, events));
  });
}
