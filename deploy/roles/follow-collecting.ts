import type { Collecting } from '#api/collection/collecting.ts';
import type { Lifecycle } from '#platform/lifecycle.ts';
import type { EventLog } from '#platform/log/port.ts';
import { ingestAlive } from '#schemas/events/ingest-alive.ts';
import { ingestCancel } from '#schemas/events/ingest-cancel.ts';
import { ingestCollection } from '#schemas/events/ingest-collection.ts';
import { ingestCommand } from '#schemas/events/ingest-command.ts';
import { ingestRun } from '#schemas/events/ingest-run.ts';
import { ingestSources } from '#schemas/events/ingest-sources.ts';
import { scheduleSwitch } from '#schemas/events/schedule-switch.ts';
import { follow } from './follow.ts';

/** Keeps what an api process knows of collecting up to date, each topic in a group of its own. */
export async function followCollecting(
  role: { log: EventLog; lifecycle: Lifecycle },
  collecting: Collecting,
): Promise<void> {
  const read = [
    await follow(role, ingestRun, (event) => collecting.applyRun(event)),
    await follow(role, ingestAlive, (event) => collecting.runs.applyAlive(event)),
    await follow(role, ingestCollection, (event) => collecting.applyCollection(event)),
    await follow(role, ingestCommand, (event) => collecting.applyCommand(event)),
    await follow(role, ingestCancel, ({ runId }) => collecting.collections.givenUp(runId)),
    await follow(role, ingestSources, (event) => collecting.applySources(event)),
    await follow(role, scheduleSwitch, (event) => collecting.applySwitch(event)),
  ];
  collecting.hasRead = () => read.every((hasRead) => hasRead());
}
