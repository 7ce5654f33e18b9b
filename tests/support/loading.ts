import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { ingestRun, type IngestRun } from '#schemas/events/ingest-run.ts';
import { rawListing, type RawListing } from '#schemas/events/raw-listing.ts';
import { decodeEvent, encodeEvent, type EventOf, type Topic } from '#schemas/events/topic.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import { systemClock } from '#platform/clock.ts';
import type { EventLog, RunningSubscription } from '#platform/log/port.ts';
import { LOADER_GROUP } from '#pipelines/load/load-listings.ts';
import { startLoading } from '#pipelines/load/start-loading.ts';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { migrate } from '#warehouse/migrate.ts';
import { plainNormalise, publishEvents } from './listings.ts';

export const NOW = () => new Date('2026-11-21T06:00:00.000Z');

/** Each of a file's tests loads from a log of its own into a warehouse of its own. */
export function useLoading() {
  let directory: string;
  let log: EventLog;
  let warehouse: Warehouse;
  const running: RunningSubscription[] = [];

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'rigworth-loading-'));
    log = await openEmbeddedLog({ directory: join(directory, 'log'), clock: systemClock });
    await log.ensureTopics(TOPICS);
    warehouse = await openWarehouse({ directory: join(directory, 'warehouse') });
    await migrate(warehouse);
  });
  afterEach(async () => {
    await stop();
    await log.close();
    await warehouse.close();
    rmSync(directory, { recursive: true });
  });

  async function start(over: Partial<Parameters<typeof startLoading>[0]> = {}): Promise<void> {
    running.push(
      ...(await startLoading({
        log,
        warehouse,
        normalise: plainNormalise,
        now: NOW,
        onWait: () => undefined,
        lingerMs: 20,
        ...over,
      })),
    );
  }
  async function stop(): Promise<void> {
    for (const subscription of running.splice(0)) await subscription.stop();
  }
  async function until(condition: () => Promise<boolean>): Promise<void> {
    while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  async function publishRun(runId: string, events: readonly RawListing[]): Promise<void> {
    await publishEvents(log, events);
    const positions = await log.positions(rawListing, LOADER_GROUP);
    const run: IngestRun = {
      runId,
      source: 'test-dealer',
      sample: false,
      state: 'published',
      at: '2026-11-21T06:00:00.000Z',
      coverage: 'full',
      read: events.length,
      published: events.length,
      ends: positions.map(({ partition, end }) => ({ partition, end })),
    };
    await log.publish(ingestRun, [encodeEvent(ingestRun, run)]);
  }
  async function all<T extends Topic>(topic: T): Promise<EventOf<T>[]> {
    const events: EventOf<T>[] = [];
    for await (const batch of log.readAll(topic))
      for (const { value } of batch.messages)
        if (value[0] === 0x7b) events.push(decodeEvent(topic, value) as EventOf<T>);
    return events;
  }
  const committed = async (): Promise<number[]> =>
    (await log.positions(rawListing, LOADER_GROUP)).map((position) => position.committed);
  return {
    get log() {
      return log;
    },
    get warehouse() {
      return warehouse;
    },
    /** What is stopped at the test's end, first what loads listings; a test that sees it end takes it out. */
    running,
    start,
    stop,
    until,
    publishRun,
    all,
    committed,
    drained: (): Promise<void> =>
      until(async () =>
        (await log.positions(rawListing, LOADER_GROUP)).every((at) => at.committed >= at.end),
      ),
    loadedRun: async (runId: string): Promise<IngestRun | undefined> =>
      (await all(ingestRun)).find((run) => run.runId === runId && run.state === 'loaded'),
    number: async (sql: string): Promise<number | undefined> =>
      (await warehouse.serving.rows<{ n: number }>(sql))[0]?.n,
  };
}
