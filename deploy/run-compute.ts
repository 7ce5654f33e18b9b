import { setTimeout as sleep } from 'node:timers/promises';
import type { EventLog } from '#platform/log/port.ts';
import { COMPUTE_GROUP } from '#pipelines/compute/compute.ts';
import { LOADER_GROUP } from '#pipelines/load/load-listings.ts';
import { computeCommand, type ComputeCommand } from '#schemas/events/compute-command.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import { snapshotPublished, type SnapshotPublished } from '#schemas/events/snapshot-published.ts';
import { encodeEvent, tryDecodeEvent, type Topic } from '#schemas/events/topic.ts';

const POLL_MS = 200;

/** How a run ended that was asked for. */
export interface ComputeOutcome {
  /** The command was there already: its run is this one's answer. */
  joined: boolean;
  /** What is served now; undefined when the checks kept the snapshot back or the run failed. */
  snapshot: SnapshotPublished | undefined;
}

/**
 * Asks for a run of the batch and follows it from the log alone, whoever computes.
 * @throws the signal's reason when it is aborted first; the run goes on
 */
export async function runCompute(
  log: EventLog,
  command: ComputeCommand,
  signal: AbortSignal,
): Promise<ComputeOutcome> {
  // A snapshot below this offset was published before the group came to the command: another run's.
  let before = (await positionOf(log, snapshotPublished)).end;
  const [own] = await log.publish(computeCommand, [encodeEvent(computeCommand, command)]);
  const first = await firstOf(log, command.commandId);
  const offset = first?.offset ?? own?.offset ?? 0;
  const joined = own !== undefined && offset < own.offset;

  let { committed } = await positionOf(log, computeCommand);
  while (committed <= offset) {
    await sleep(POLL_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
    const now = await positionOf(log, computeCommand);
    if (now.committed > committed && now.committed <= offset)
      before = (await positionOf(log, snapshotPublished)).end;
    committed = now.committed;
  }

  let snapshot: SnapshotPublished | undefined;
  for await (const { messages } of log.readAll(snapshotPublished))
    for (const message of messages) {
      const event = tryDecodeEvent(snapshotPublished, message.value);
      if (event === undefined) continue;
      // A run that was asked for earlier may have ended: its snapshot is one begun after the asking.
      const answers = joined ? event.at >= (first?.at ?? '') : message.offset >= before;
      if (answers) snapshot = event;
    }
  return { joined, snapshot };
}

/** Waits until every listing in the log is in the warehouse. */
export async function untilLoaded(log: EventLog, signal: AbortSignal): Promise<void> {
  for (;;) {
    const positions = await log.positions(rawListing, LOADER_GROUP);
    if (positions.every(({ committed, end }) => committed >= end)) return;
    await sleep(POLL_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

/** Commands and snapshots have one partition. */
async function positionOf(
  log: EventLog,
  topic: Topic,
): Promise<{ committed: number; end: number }> {
  const [position] = await log.positions(topic, COMPUTE_GROUP);
  return position ?? { committed: 0, end: 0 };
}

async function firstOf(
  log: EventLog,
  commandId: string,
): Promise<{ offset: number; at: string } | undefined> {
  for await (const { messages } of log.readAll(computeCommand))
    for (const { offset, value } of messages) {
      const command = tryDecodeEvent(computeCommand, value);
      if (command?.commandId === commandId) return { offset, at: command.at };
    }
  return undefined;
}
