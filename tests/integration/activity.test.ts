import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { activityAnalysis, activitySearch } from '#schemas/events/activity.ts';
import { rawContribution, rawContributionWithdrawn } from '#schemas/events/contribution.ts';
import { encodeEvent, type Topic } from '#schemas/events/topic.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import { systemClock } from '#platform/clock.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog, RunningSubscription } from '#platform/log/port.ts';
import { startActivityLoading } from '#pipelines/load/load-activity.ts';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { migrate } from '#warehouse/migrate.ts';

let directory: string;
let log: EventLog;
let warehouse: Warehouse;
let running: RunningSubscription[];
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'rigworth-activity-'));
  log = await openEmbeddedLog({ directory: join(directory, 'log'), clock: systemClock });
  await log.ensureTopics(TOPICS);
  warehouse = await openWarehouse({ directory: join(directory, 'warehouse') });
  await migrate(warehouse);
  running = await startActivityLoading({
    log,
    warehouse,
    now: systemClock,
    onWait: () => undefined,
  });
});
afterEach(async () => {
  for (const subscription of running) await subscription.stop();
  await log.close();
  await warehouse.close();
  rmSync(directory, { recursive: true });
});

async function drained(): Promise<void> {
  for (const topic of [activitySearch, activityAnalysis, rawContribution, rawContributionWithdrawn])
    while ((await log.positions(topic, `load-${topic.name}`)).some((p) => p.committed < p.end))
      await new Promise((resolve) => setTimeout(resolve, 20));
}
const rows = (sql: string): Promise<unknown[]> => warehouse.serving.rows(sql);

it('loads every golden example of the four topics, and a repeat is the same row', async () => {
  const topics: Topic[] = [activitySearch, activityAnalysis, rawContribution];
  for (const topic of topics)
    for (const example of topic.examples) {
      const message = encodeEvent(topic, example);
      await log.publish(topic, [message, message]);
    }
  await drained();
  for (const table of ['activity_search', 'activity_analysis', 'contributions'])
    expect(await rows(`SELECT count() AS n FROM ${table} FINAL`)).toEqual([{ n: 1 }]);
});

it('lets a withdrawal win, whichever comes first', async () => {
  const [purchase] = rawContribution.examples;
  const [withdrawal] = rawContributionWithdrawn.examples;
  if (!purchase || !withdrawal) throw new Error('no examples');
  await log.publish(rawContributionWithdrawn, [encodeEvent(rawContributionWithdrawn, withdrawal)]);
  await drained();
  await log.publish(rawContribution, [encodeEvent(rawContribution, purchase)]);
  await drained();
  expect(await rows('SELECT withdrawn FROM contributions FINAL')).toEqual([{ withdrawn: true }]);
});

it('puts aside what is no event, and goes on', async () => {
  await log.publish(activitySearch, [{ key: 'x', value: 'not an event' }]);
  await drained();
  expect(await rows('SELECT count() AS n FROM activity_search')).toEqual([{ n: 0 }]);
});
