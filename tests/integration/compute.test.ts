import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { decodeSnapshot } from '#domain/snapshot-codec.ts';
import { createEvaluator } from '#domain/valuation/evaluate.ts';
import { createLogger } from '#platform/logging.ts';
import { openEventLog } from '#platform/log/open.ts';
import type { EventLog, RunningSubscription } from '#platform/log/port.ts';
import { readLatestSnapshotFile } from '#pipelines/compute/snapshot-files.ts';
import { startComputing } from '#pipelines/compute/start-computing.ts';
import { drawMarket } from '#pipelines/valuation/testing/market.ts';
import { plainNames } from '#pipelines/valuation/testing/names.ts';
import { computeCommand } from '#schemas/events/compute-command.ts';
import { deadLetter, type DeadLetter } from '#schemas/events/dead-letter.ts';
import { snapshotPublished } from '#schemas/events/snapshot-published.ts';
import { decodeEvent, encodeEvent } from '#schemas/events/topic.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import type { Sighting } from '#schemas/facts.ts';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { migrate } from '#warehouse/migrate.ts';
import { insertSightings } from '#warehouse/queries/facts.ts';
import { readSnapshot } from '#warehouse/queries/snapshots.ts';
import { collect, type Collected } from '../support/collect.ts';
import { sighting } from '../support/listings.ts';

const directory = mkdtempSync(join(tmpdir(), 'rigworth-compute-'));
const snapshots = join(directory, 'snapshots');
let warehouse: Warehouse;
let log: EventLog;
let published: Collected;
const running: RunningSubscription[] = [];

beforeAll(async () => {
  warehouse = await openWarehouse({ directory: join(directory, 'warehouse') });
  await migrate(warehouse);
  log = await openEventLog({
    directory: join(directory, 'log'),
    clientId: 'compute-test',
    clock: () => new Date(),
    report: () => undefined,
  });
  await log.ensureTopics(TOPICS);
  published = await collect(log, { topic: snapshotPublished, group: 'test', from: 'earliest' });
});
afterEach(async () => {
  for (const subscription of running.splice(0)) await subscription.stop();
});
afterAll(async () => {
  await published.running.stop();
  await log.close();
  await warehouse.close();
  rmSync(directory, { recursive: true });
});

async function start(sample: 'auto' | 'off' = 'auto'): Promise<void> {
  const logger = createLogger('silent');
  const now = () => new Date();
  const onWait = () => undefined;
  running.push(await startComputing({ log, warehouse, snapshots, sample, now, onWait, logger }));
}

const command = (commandId: string) =>
  encodeEvent(computeCommand, {
    commandId,
    at: new Date().toISOString(),
    only: 'all',
    askedBy: 'command',
  });
const ask = (...ids: string[]) => log.publish(computeCommand, ids.map(command));
const events = () => published.messages().map(({ value }) => decodeEvent(snapshotPublished, value));
const rows = <Row>(sql: string) => warehouse.batch.rows<Row>(sql);
const ended = async (commandId: string): Promise<string | undefined> => {
  const [row] = await rows<{ state: string }>(
    `SELECT toString(state) AS state FROM compute_runs WHERE command_id = '${commandId}' AND state != 'started'`,
  );
  return row?.state;
};
async function untilEnded(commandId: string): Promise<string> {
  for (;;) {
    const state = await ended(commandId);
    if (state !== undefined) return state;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function sightings(count: number, over: Partial<Sighting> = {}): Sighting[] {
  return drawMarket({ units: count, seed: 21 }).map((unit, number) =>
    sighting({
      source_id: `${over.source ?? 'dealer'}-${number}`,
      stock_number: `${over.source ?? 'dealer'}-${number}`,
      observed_at: new Date(unit.day * 86_400_000).toISOString().replace('T', ' ').replace('Z', ''),
      type: unit.type as Sighting['type'],
      maker_id: unit.makeId,
      make_id: unit.makeId,
      line_id: unit.lineId,
      line_name: unit.lineId.split('/')[1] ?? '',
      floorplan: unit.floorplan,
      year: unit.year,
      condition: unit.condition,
      mileage: unit.mileage,
      region: unit.region as Sighting['region'],
      price: unit.price,
      url: `https://dealer.example/${number}`,
      ...over,
    }),
  );
}

describe('the batch', () => {
  it('serves an empty market where there is no sample', async () => {
    await start('off');
    await published.until((messages) => messages.length === 1);
    expect(events()[0]).toMatchObject({ kind: 'empty', listings: 0 });
  });

  it('answers a burst of commands with one run that values the market', async () => {
    await insertSightings(warehouse, sightings(500, { sample: true, source: 'simulator' }));
    await ask('a', 'b', 'c');
    await start();
    await published.until((messages) => messages.length === 2);
    await untilEnded('c');
    expect(events()[1]).toMatchObject({ kind: 'sample', listings: 500 });

    const bytes = await readSnapshot(warehouse, events()[1]?.snapshotId ?? '');
    expect(Buffer.from((await readLatestSnapshotFile(snapshots)) ?? []).equals(bytes)).toBe(true);
    const snapshot = await decodeSnapshot(bytes);
    expect(snapshot.totals).toMatchObject({ units: 500, sightings: 500 });
    expect(snapshot.checks.every(({ passed }) => passed)).toBe(true);
    const request = { make: 'make-0', model: 'line0 2600BH', year: 2021, mileage: undefined };
    expect(
      createEvaluator(snapshot, plainNames).value({ ...request, condition: 'used' }),
    ).toMatchObject({ basis: 'model', priceKind: 'asking' });
  });

  it('does not run again for a command that has ended', async () => {
    await ask('c', 'd');
    await start();
    await untilEnded('d');
    await ask('c');
    await ask('e');
    await untilEnded('e');
    const [{ n } = { n: 0 }] = await rows<{ n: number }>(
      "SELECT uniqExact(run_id) AS n FROM compute_runs WHERE command_id = 'c'",
    );
    expect(n).toBe(1);
  });

  it('puts a message that is no command aside, and goes on', async () => {
    const bytes = '{"not":"a command"}';
    await log.publish(computeCommand, [{ key: 'compute', value: bytes }]);
    await ask('after-poison');
    await start();
    await untilEnded('after-poison');
    const letters: DeadLetter[] = [];
    for await (const { messages } of log.readAll(deadLetter))
      letters.push(...messages.map(({ value }) => decodeEvent(deadLetter, value)));
    expect(letters).toMatchObject([
      {
        topic: computeCommand.name,
        reason: 'poison',
        bytes: Buffer.from(bytes).toString('base64'),
      },
    ]);
  });

  it('leaves the sample out as soon as there is one real listing', async () => {
    await insertSightings(warehouse, sightings(300, { source: 'dealer' }));
    await ask('real');
    await start();
    expect(await untilEnded('real')).toBe('published');
    const last = events().at(-1);
    expect(last).toMatchObject({ kind: 'real', listings: 300 });
  });

  it('keeps a snapshot back when units were lost, and goes on serving the old one', async () => {
    const before = events().length;
    await warehouse.command("DELETE FROM sightings WHERE source = 'dealer' AND year > 2018");
    await ask('lost');
    await start();
    expect(await untilEnded('lost')).toBe('kept_back');
    expect(events()).toHaveLength(before);
    const [{ detail } = { detail: '' }] = await rows<{ detail: string }>(
      "SELECT detail FROM compute_runs WHERE command_id = 'lost' AND state = 'kept_back'",
    );
    expect(detail).toContain('"name":"units kept","passed":false');
  });
});
