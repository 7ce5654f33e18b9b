import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rawContribution } from '#schemas/events/contribution.ts';
import { decodeEvent } from '#schemas/events/topic.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import { systemClock } from '#platform/clock.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import { startActivityLoading } from '#pipelines/load/load-activity.ts';
import { openWarehouse } from '#warehouse/client.ts';
import { migrate } from '#warehouse/migrate.ts';
import { eventually } from '../support/collect.ts';
import { requireOrSkip } from '../support/engines.ts';
import { newDatabase } from '../support/user-stores.ts';
import type { Held, RelayProcess } from './relay-process.ts';

const SHARED = 3;
/** Past every claim of a process that was killed. */
const LATER_MS = 3_600_000;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'rigworth-relay-'));
});
afterEach(() => rmSync(directory, { recursive: true }));
afterAll(() => ('stop' in server ? server.stop() : undefined));

/** Runs the process to its end, or kills it where it holds. */
async function run(wanted: RelayProcess): Promise<Held | 'killed'> {
  const script = join(import.meta.dirname, 'relay-process.ts');
  const child = spawn(process.execPath, [script, JSON.stringify(wanted)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  let said = '';
  for await (const line of createInterface({ input: child.stdout })) {
    said = line;
    if (line === 'held') child.kill('SIGKILL');
  }
  const [code, signal] = (await closed) as [number | null, NodeJS.Signals | null];
  if (said === 'held' && signal === 'SIGKILL') return 'killed';
  if (code !== 0) throw new Error(`the process ended with ${code ?? signal}: ${said}`);
  return JSON.parse(said) as Held;
}

/** Names of the contributions in the log, as often as they stand there. */
async function published(): Promise<string[]> {
  const log = await openEmbeddedLog({ directory: join(directory, 'log'), clock: systemClock });
  const ids: string[] = [];
  for await (const { messages } of log.readAll(rawContribution))
    for (const { value } of messages) ids.push(decodeEvent(rawContribution, value).contributionId);
  await log.close();
  return ids;
}

/** Names of the facts the log becomes. */
async function facts(): Promise<string[]> {
  const log = await openEmbeddedLog({ directory: join(directory, 'log'), clock: systemClock });
  await log.ensureTopics(TOPICS);
  const warehouse = await openWarehouse({ directory: join(directory, 'warehouse') });
  await migrate(warehouse);
  const running = await startActivityLoading({
    log,
    warehouse,
    now: systemClock,
    onWait: () => undefined,
  });
  await eventually(
    () => log.positions(rawContribution, `load-${rawContribution.name}`),
    (positions) => positions.every(({ committed, end }) => committed === end),
  );
  for (const subscription of running) await subscription.stop();
  const rows = await warehouse.serving.rows<{ id: string }>(
    'SELECT contribution_id AS id FROM contributions FINAL WHERE NOT withdrawn',
  );
  await log.close();
  await warehouse.close();
  return rows.map(({ id }) => id);
}

const server = await newDatabase();
const unavailable = 'unavailable' in server ? server.unavailable : undefined;
requireOrSkip('postgres', unavailable);

describe('an api process that is killed while it relays contributions', () => {
  const stores: [string, () => RelayProcess['store']][] = [
    ['the embedded store', () => ({ directory: join(directory, 'users') })],
    ...('url' in server
      ? [['a Postgres server', () => ({ url: server.url })] as [string, () => { url: string }]]
      : []),
  ];

  it.each(stores)('loses nothing and doubles nothing, on %s', async (_name, store) => {
    const common = { store: store(), log: join(directory, 'log'), share: SHARED };
    let rounds = 0;
    for (const holdAt of ['writing', 'claimed', 'published'] as const) {
      const priceFrom = 40_000 + 1_000 * (rounds += 1);
      // At once after the one before: what that one had in hand stays its own.
      expect(await run({ ...common, priceFrom, holdAt, laterMs: 0 })).toBe('killed');
    }
    // The first died inside its first transaction: neither row was kept.
    const KEPT = 2 * SHARED;
    const last = { ...common, share: 0, priceFrom: 0, laterMs: LATER_MS };
    const held = await run(last);
    if (held === 'killed') throw new Error('nothing was to be killed');
    expect(held.waiting).toBe(0);
    expect(held.contributionIds).toHaveLength(KEPT);

    const all = await published();
    expect(new Set(all)).toEqual(new Set(held.contributionIds));
    // Published before the kill and after it; else the kill came too late to test anything.
    expect(all.length).toBeGreaterThan(KEPT);
    expect((await facts()).toSorted()).toEqual(held.contributionIds.toSorted());
  });
});
