import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeSnapshot } from '#domain/snapshot-codec.ts';
import { createLogger } from '#platform/logging.ts';
import { openEventLog } from '#platform/log/open.ts';
import type { RunningSubscription } from '#platform/log/port.ts';
import { readLatestSnapshotFile } from '#pipelines/compute/snapshot-files.ts';
import { startComputing, type ComputingDeps } from '#pipelines/compute/start-computing.ts';
import { drawMarket } from '#pipelines/valuation/testing/market.ts';
import { computeCommand, type ComputeCommand } from '#schemas/events/compute-command.ts';
import { computeRun, type ComputeRun } from '#schemas/events/compute-run.ts';
import { snapshotPublished } from '#schemas/events/snapshot-published.ts';
import { decodeEvent, encodeEvent } from '#schemas/events/topic.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import type { Sighting } from '#schemas/facts.ts';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { migrate } from '#warehouse/migrate.ts';
import { searchListings } from '#warehouse/queries/search.ts';
import { collect } from './collect.ts';
import { sighting } from './listings.ts';

export const ACCEPTED = [{ alias: 'jay co', makeId: 'jayco', lineId: '' }];

/** A log and a warehouse of a test file's own, with the batch that computes over them and what it did. */
export async function openBatch() {
  const directory = mkdtempSync(join(tmpdir(), 'rigworth-compute-'));
  const snapshots = join(directory, 'snapshots');
  const warehouse = await openWarehouse({ directory: join(directory, 'warehouse') });
  await migrate(warehouse);
  const log = await openEventLog({
    directory: join(directory, 'log'),
    clientId: 'compute-test',
    clock: () => new Date(),
    random: Math.random,
    report: () => undefined,
  });
  await log.ensureTopics(TOPICS);
  const published = await collect(log, {
    topic: snapshotPublished,
    group: 'test',
    from: 'earliest',
  });
  const runs = await collect(log, { topic: computeRun, group: 'test', from: 'earliest' });
  const running: RunningSubscription[] = [];

  function depsOf(sample: 'auto' | 'off', over: Partial<ComputingDeps> = {}): ComputingDeps {
    const logger = createLogger('silent');
    const now = () => new Date();
    const onWait = () => undefined;
    const makeName = (id: string) => id;
    const aliases = () => ACCEPTED;
    return { log, warehouse, snapshots, sample, aliases, now, onWait, logger, makeName, ...over };
  }
  async function start(sample: 'auto' | 'off', over?: Partial<ComputingDeps>): Promise<void> {
    running.push(await startComputing(depsOf(sample, over)));
  }
  const stop = async () => {
    for (const subscription of running.splice(0)) await subscription.stop();
  };

  const command = (commandId: string, over: Partial<ComputeCommand> = {}) =>
    encodeEvent(computeCommand, {
      commandId,
      at: new Date().toISOString(),
      only: 'all',
      askedBy: 'command',
      ...over,
    });
  const ask = (...ids: string[]) =>
    log.publish(
      computeCommand,
      ids.map((id) => command(id)),
    );
  const events = () =>
    published.messages().map(({ value }) => decodeEvent(snapshotPublished, value));
  const endsOf = (commandId: string): ComputeRun[] =>
    runs
      .messages()
      .map(({ value }) => decodeEvent(computeRun, value))
      .filter((run) => run.state !== 'started' && run.commandIds.includes(commandId));
  /** How the command's run ended; of the `nth` run, where it was asked for again. */
  async function untilEnded(commandId: string, nth = 1): Promise<ComputeRun | undefined> {
    await runs.until(() => endsOf(commandId).length >= nth);
    return endsOf(commandId)[nth - 1];
  }
  /** The warehouse, with something that happens before one of its commands. */
  const before = (command: string, happens: () => Promise<void>): Warehouse => ({
    ...warehouse,
    command: async (sql, params) => {
      if (sql === command) await happens();
      return warehouse.command(sql, params);
    },
  });
  const latestId = async () =>
    (await decodeSnapshot((await readLatestSnapshotFile(snapshots)) ?? Buffer.of())).id;
  async function inSearch(): Promise<{ units: number; sample: boolean | undefined }> {
    const found = await searchListings(warehouse, { limit: 1, offset: 0 });
    return { units: found.total, sample: found.rows[0]?.sample };
  }
  const rows = <Row>(sql: string) => warehouse.batch.rows<Row>(sql);
  const tablesBeside = () =>
    rows(
      "SELECT name FROM system.tables WHERE match(name, '_[0-9a-f]{8}$') AND database = 'rigworth'",
    );
  async function close(): Promise<void> {
    await published.running.stop();
    await runs.running.stop();
    await log.close();
    await warehouse.close();
    rmSync(directory, { recursive: true });
  }

  return {
    directory,
    snapshots,
    warehouse,
    log,
    published,
    depsOf,
    start,
    stop,
    command,
    ask,
    events,
    endsOf,
    untilEnded,
    before,
    latestId,
    inSearch,
    rows,
    tablesBeside,
    close,
  };
}

/** So many units of a market, each sighted once by a source of its own. */
export function sightings(count: number, over: Partial<Sighting> = {}): Sighting[] {
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
