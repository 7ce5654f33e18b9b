import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataPaths } from '#deploy/parts.ts';
import { systemClock } from '#platform/clock.ts';
import { allEvents } from '#platform/log/all-events.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import { ingestRun, type IngestRun } from '#schemas/events/ingest-run.ts';
import { openWarehouse } from '#warehouse/client.ts';
import { PROJECT, runCommand, temporaryDataDir } from '../support/server.ts';

const LISTINGS = 6_000;
/** Milliseconds after its start at which each run is killed: from before the first event to the batch. */
const KILLS = [150, 700, 1_100, 1_500, 1_900, 2_300, 2_800, 3_400, 4_200, 5_500];

interface Result {
  read: number;
  published: number;
  stored: number;
  duplicates: number;
  dropped: Record<string, number>;
  deadLettered: Record<string, number>;
}

const sum = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((a, b) => a + b, 0);
const ends = (result: Result): number =>
  result.stored + result.duplicates + sum(result.dropped) + sum(result.deadLettered);

let killed: Awaited<ReturnType<typeof temporaryDataDir>>;
let undisturbed: Awaited<ReturnType<typeof temporaryDataDir>>;
let file = '';

beforeAll(async () => {
  killed = await temporaryDataDir();
  undisturbed = await temporaryDataDir();
  file = join(undisturbed.path, 'market.ndjson');
  const simulated = await runCommand(
    'simulate.ts',
    ['--listings', String(LISTINGS), '--out', file],
    {},
  );
  if (simulated.code !== 0) throw new Error(`the simulation failed: ${simulated.stderr}`);
});
afterAll(async () => {
  await killed.remove();
  await undisturbed.remove();
});

const ingestArguments = () => [file, '--source', 'simulator'];

async function ingest(dataDir: string): Promise<Result> {
  const command = await runCommand('ingest.ts', ingestArguments(), { DATA_DIR: dataDir });
  expect(command.stderr).toMatch(/^(?:Goes on as run .*\n|.* taken before, as run .*\n)?$/);
  expect(command.code).toBe(0);
  return command.result<Result>();
}

async function ingestKilledAfter(ms: number): Promise<void> {
  const child = spawn(process.execPath, [join(PROJECT, 'deploy/ingest.ts'), ...ingestArguments()], {
    cwd: PROJECT,
    env: { ...process.env, DATA_DIR: killed.path },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await Promise.race([sleep(ms), ended]);
  child.kill('SIGKILL');
  await ended;
}

/** Facts as they stand: rows, and distinct events among them. */
async function facts(dataDir: string): Promise<{ rows: number; events: number }> {
  const warehouse = await openWarehouse({ directory: dataPaths(dataDir).warehouse });
  try {
    const [row] = await warehouse.batch.rows<{ rows: number; events: number }>(
      'SELECT count() AS rows, uniqExact(event_id) AS events FROM sightings FINAL',
    );
    return row ?? { rows: 0, events: 0 };
  } finally {
    await warehouse.close();
  }
}

/** What was said of every run once all its events had ended one way. */
async function loadedRuns(dataDir: string): Promise<IngestRun[]> {
  const log = await openEmbeddedLog({ directory: dataPaths(dataDir).log, clock: systemClock });
  try {
    const runs = await Array.fromAsync(allEvents(log, ingestRun));
    return runs.filter(({ state }) => state === 'loaded');
  } finally {
    await log.close();
  }
}

describe('an ingest that is killed in the middle, ten times, each time begun again', () => {
  it('ends with every event once, and with the counts of one that was left alone', async () => {
    const expected = await ingest(undisturbed.path);
    expect(ends(expected)).toBe(expected.published);

    for (const ms of KILLS) await ingestKilledAfter(ms);
    await ingest(killed.path);

    // Said in the log, whether the last killed one had published it all or not.
    const [last, ...others] = await loadedRuns(killed.path);
    expect(others).toEqual([]);
    const { read, published, stored: first, duplicates, dropped, deadLettered } = expected;
    expect(last).toMatchObject({ read, published, dropped, deadLettered });
    expect((last?.stored ?? 0) + (last?.duplicates ?? 0)).toBe(first + duplicates);
    const stored = await facts(killed.path);
    expect(stored).toEqual(await facts(undisturbed.path));
    expect(stored).toEqual({ rows: expected.stored, events: expected.stored });
  });
});
