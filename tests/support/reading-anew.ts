import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { TOPICS } from '#schemas/events/topics.ts';
import { loadCatalogue } from '#domain/catalogue/catalogue.ts';
import { systemClock } from '#platform/clock.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog, RunningSubscription } from '#platform/log/port.ts';
import { createLogger } from '#platform/logging.ts';
import type { Normalise } from '#pipelines/load/load-listings.ts';
import { startLoading } from '#pipelines/load/start-loading.ts';
import { followNormaliser } from '#pipelines/normalise/normaliser-of-log.ts';
import { startRedriving } from '#pipelines/redrive/start-redriving.ts';
import { startReplaying } from '#pipelines/replay/start-replaying.ts';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { migrate } from '#warehouse/migrate.ts';

/**
 * One log for all tests of a file, and a warehouse that is loaded from it, with what is decided, replayed and redriven
 * there; a file may read its listings in a way of its own.
 */
export function useReadingAnew(readBy: (then: Normalise) => Normalise = (then) => then) {
  let directory: string;
  let log: EventLog;
  let warehouse: Warehouse;
  const running: RunningSubscription[] = [];

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'rigworth-reading-anew-'));
    log = await openEmbeddedLog({ directory: join(directory, 'log'), clock: systemClock });
    await log.ensureTopics(TOPICS);
    warehouse = await openWarehouse({ directory: join(directory, 'warehouse') });
    await migrate(warehouse);
    const followed = await followNormaliser(log, loadCatalogue());
    const normaliser = { ...followed, normalise: readBy(followed.normalise) };
    const deps = { log, warehouse, now: systemClock, onWait: () => undefined, lingerMs: 20 };
    const logger = createLogger('silent');
    running.push(
      followed.running,
      await startReplaying({ ...deps, normaliser, logger }),
      await startRedriving({ ...deps, logger }),
      ...(await startLoading({ ...deps, normalise: normaliser.normalise })),
    );
  });
  afterAll(async () => {
    for (const subscription of running) await subscription.stop();
    await log.close();
    await warehouse.close();
    rmSync(directory, { recursive: true });
  });

  return {
    get log() {
      return log;
    },
    get warehouse() {
      return warehouse;
    },
  };
}
