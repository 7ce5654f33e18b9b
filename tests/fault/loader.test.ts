import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rawListing } from '#schemas/events/raw-listing.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import { systemClock } from '#platform/clock.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog, LogBatch } from '#platform/log/port.ts';
import { createListingLoader, LOADER_GROUP } from '#pipelines/load/load-listings.ts';
import { startLoading } from '#pipelines/load/start-loading.ts';
import { sleep as waitOr } from '#pipelines/load/waiting.ts';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { WarehouseAway } from '#warehouse/errors.ts';
import { migrate } from '#warehouse/migrate.ts';
import { eventually } from '../support/collect.ts';
import { plainNormalise } from '../support/listings.ts';
import { EVENTS, expectExact, linesOf, messages, POISON_EVERY } from './events.ts';
import type { Line } from './loader-process.ts';

/** Changed by hand to repeat a run that failed: it is printed with every failure. */
const SEED = Number(process.env['FAULT_SEED'] ?? Date.now() % 1_000_000);
function randomFrom(seed: number): () => number {
  let state = seed;
  // A linear congruential generator (Numerical Recipes' constants): enough to choose moments.
  return () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
}

let directory: string;
/** Closed after each test, also one that failed: the engine keeps one folder for each process. */
const opened: { close(): Promise<void> }[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'rigworth-fault-'));
});
afterEach(async () => {
  const closings = [];
  // In order: the log first, with the subscriptions that still write.
  for (const part of opened.splice(0)) closings.push(...(await Promise.allSettled([part.close()])));
  rmSync(directory, { recursive: true });
  for (const closing of closings) if (closing.status === 'rejected') throw closing.reason;
});

const openLog = async (): Promise<EventLog> => {
  const log = await openEmbeddedLog({ directory: join(directory, 'log'), clock: systemClock });
  opened.push(log);
  await log.ensureTopics(TOPICS);
  return log;
};

const openStore = async (): Promise<Warehouse> => {
  const warehouse = await openWarehouse({ directory: join(directory, 'warehouse') });
  opened.push(warehouse);
  return warehouse;
};

/** A moment that does not depend on how fast the machine is: so far in its work, and a little later. */
interface Kill {
  afterLines: number;
  thenMs: number;
}

/** Runs the loader's process, to its end or until it is killed. */
async function runLoader(kill?: Kill): Promise<{ lines: Line[]; drained: boolean }> {
  const script = join(import.meta.dirname, 'loader-process.ts');
  const child = spawn(process.execPath, [script, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: Line[] = [];
  let drained = false;
  let dying = false;
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  for await (const line of linesOf(child.stdout)) {
    if (line === 'drained') drained = true;
    else if (line !== 'ready') lines.push(line);
    if (kill === undefined || dying || lines.length < kill.afterLines) continue;
    dying = true;
    void sleep(kill.thenMs).then(() => child.kill('SIGKILL'));
  }
  await closed;
  return { lines, drained };
}

describe(`a loader that is killed (seed ${SEED})`, () => {
  it('ten times at any moment leaves exact totals, and its process saw every offset in order', async () => {
    const random = randomFrom(SEED);
    const log = await openLog();
    const { sent, poison } = messages();
    await log.publish(rawListing, sent);

    const finished = new Map<number, number>();
    for (let kills = 0; kills < 10; kills++) {
      const { lines, drained } = await runLoader({
        afterLines: Math.floor(random() * 25),
        thenMs: random() * 10,
      });
      // Else the kill came too late to test anything.
      expect(drained).toBe(false);
      checkContiguous(lines, finished);
    }
    const done = [...finished.values()].reduce((sum, end) => sum + end, 0);
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThan(EVENTS);
    const last = await runLoader();
    expect(last.drained).toBe(true);
    checkContiguous(last.lines, finished);
    const ends = await log.positions(rawListing, LOADER_GROUP);
    expect(new Map(ends.map(({ partition, end }) => [partition, end]))).toEqual(finished);
    await expectExact(await openStore(), poison);
  });

  /** A process starts at or before what is finished, never after it, and goes on without a hole. */
  function checkContiguous(lines: readonly Line[], finished: Map<number, number>): void {
    const holes: string[] = [];
    const next = new Map<number, number>();
    for (const { partition, offsets, state } of lines) {
      if (state === 'given') {
        const first = offsets[0] ?? 0;
        const due = next.get(partition) ?? finished.get(partition) ?? 0;
        if (first > due || offsets.some((offset, n) => offset !== first + n))
          holes.push(`partition ${partition}: ${offsets.join(' ')} when ${due} was due`);
        next.set(partition, (offsets.at(-1) ?? 0) + 1);
      } else {
        const done = (offsets.at(-1) ?? 0) + 1;
        finished.set(partition, Math.max(done, finished.get(partition) ?? 0));
      }
    }
    expect(holes).toEqual([]);
  }
});

describe(`a loader whose surroundings fail (seed ${SEED})`, () => {
  let log: EventLog;
  let warehouse: Warehouse;
  beforeEach(async () => {
    log = await openLog();
    warehouse = await openStore();
    await migrate(warehouse);
  });

  async function loadAll(through: Warehouse, maxBatch: number): Promise<void> {
    const running = await startLoading({
      log,
      warehouse: through,
      normalise: plainNormalise,
      now: systemClock,
      onWait: () => undefined,
      maxBatch,
    });
    // A consumer that ends by itself has failed: then nothing more is loaded.
    await Promise.race([loaded(), Promise.all(running.map(({ finished }) => finished))]);
    for (const subscription of running) await subscription.stop();
  }

  async function loaded(): Promise<void> {
    const positions = () => log.positions(rawListing, LOADER_GROUP);
    await eventually(positions, (all) => all.every(({ committed, end }) => committed >= end));
    const letters = () =>
      warehouse.batch.rows<{ n: number }>('SELECT count() AS n FROM dead_letters FINAL');
    await eventually(letters, ([row]) => row?.n === EVENTS / POISON_EVERY);
  }

  it('stores all once though inserts fail before and after they took effect', async () => {
    const random = randomFrom(SEED);
    const { sent, poison } = messages();
    await log.publish(rawListing, sent);
    const unreliable: Warehouse = {
      ...warehouse,
      insert: async (insert) => {
        if (random() < 0.15) throw new WarehouseAway('away before the insert (test)');
        await warehouse.insert(insert);
        if (random() < 0.15) throw new WarehouseAway('away before the answer (test)');
      },
    };
    await loadAll(unreliable, 1_000);
    await expectExact(warehouse, poison);
  });

  it('is not disturbed by a zombie that writes old batches again, cut in other places', async () => {
    const random = randomFrom(SEED);
    const { sent, poison } = messages();
    await log.publish(rawListing, sent);
    const zombie = createListingLoader({
      log,
      warehouse,
      normalise: plainNormalise,
      now: systemClock,
      waiting: { sleep: waitOr, stopping: new AbortController().signal, onWait: () => undefined },
    });
    const old: LogBatch[] = [];
    for await (const batch of log.readAll(rawListing)) old.push(batch);
    const wake = async (): Promise<void> => {
      for (let n = 0; n < 25; n++) {
        const batch = old[Math.floor(random() * old.length)];
        if (batch === undefined) continue;
        const start = Math.floor(random() * batch.messages.length);
        const piece = batch.messages.slice(start, start + 1 + Math.floor(random() * 300));
        await zombie({ ...batch, messages: piece });
      }
    };
    await Promise.all([loadAll(warehouse, 500), wake()]);
    await wake();
    await sleep(0);
    await expectExact(warehouse, poison);
  });
});
