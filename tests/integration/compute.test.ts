import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { decodeSnapshot } from '#domain/snapshot-codec.ts';
import { createEvaluator } from '#domain/valuation/evaluate.ts';
import { createLogger } from '#platform/logging.ts';
import { openEventLog } from '#platform/log/open.ts';
import type { EventLog, RunningSubscription } from '#platform/log/port.ts';
import { beginRun } from '#pipelines/compute/compute-run.ts';
import { compute } from '#pipelines/compute/compute.ts';
import { readLatestSnapshotFile } from '#pipelines/compute/snapshot-files.ts';
import { lastPublished } from '#pipelines/compute/last-published.ts';
import { startComputing, type ComputingDeps } from '#pipelines/compute/start-computing.ts';
import { drawMarket } from '#pipelines/valuation/testing/market.ts';
import { plainNames } from '#pipelines/valuation/testing/names.ts';
import { computeCommand, type ComputeCommand } from '#schemas/events/compute-command.ts';
import { computeRun, type ComputeRun } from '#schemas/events/compute-run.ts';
import { deadLetter, type DeadLetter } from '#schemas/events/dead-letter.ts';
import { snapshotPublished } from '#schemas/events/snapshot-published.ts';
import { decodeEvent, encodeEvent } from '#schemas/events/topic.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import type { Sighting } from '#schemas/facts.ts';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { asWarehouseError, WarehouseAway } from '#warehouse/errors.ts';
import { migrate } from '#warehouse/migrate.ts';
import { lastPublishedRun } from '#warehouse/queries/compute-runs.ts';
import { insertSightings } from '#warehouse/queries/facts.ts';
import { searchListings } from '#warehouse/queries/search.ts';
import { FILL_UNIT_LISTINGS, TRIM_TAIL } from '#warehouse/queries/build-market.ts';
import { readSnapshot, writeSnapshot } from '#warehouse/queries/snapshots.ts';
import { collect, type Collected } from '../support/collect.ts';
import { sighting } from '../support/listings.ts';

const directory = mkdtempSync(join(tmpdir(), 'rigworth-compute-'));
const snapshots = join(directory, 'snapshots');
let warehouse: Warehouse;
let log: EventLog;
let published: Collected;
let runs: Collected;
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
  runs = await collect(log, { topic: computeRun, group: 'test', from: 'earliest' });
});
afterEach(async () => {
  for (const subscription of running.splice(0)) await subscription.stop();
});
afterAll(async () => {
  await published.running.stop();
  await runs.running.stop();
  await log.close();
  await warehouse.close();
  rmSync(directory, { recursive: true });
});

const ACCEPTED = [{ alias: 'jay co', makeId: 'jayco', lineId: '' }];
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
const stop = () => running.pop()?.stop();

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
const events = () => published.messages().map(({ value }) => decodeEvent(snapshotPublished, value));
const rows = <Row>(sql: string) => warehouse.batch.rows<Row>(sql);
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
const tablesBeside = () =>
  rows(
    "SELECT name FROM system.tables WHERE match(name, '_[0-9a-f]{8}$') AND database = 'rigworth'",
  );

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
    await start('auto');
    expect(await untilEnded('c')).toMatchObject({
      state: 'published',
      commandIds: expect.arrayContaining(['a', 'b', 'c']) as unknown,
      snapshot: { kind: 'sample', listings: 500 },
    });
    expect(events()[1]).toMatchObject({ kind: 'sample', listings: 500 });
    expect(await inSearch()).toEqual({ units: 500, sample: true });

    const bytes = await readSnapshot(warehouse, events()[1]?.snapshotId ?? '');
    expect(Buffer.from((await readLatestSnapshotFile(snapshots)) ?? []).equals(bytes)).toBe(true);
    const snapshot = await decodeSnapshot(bytes);
    expect(snapshot.totals).toMatchObject({ units: 500, sightings: 500 });
    expect(snapshot.checks.every(({ passed }) => passed)).toBe(true);
    expect(snapshot.aliases).toEqual(ACCEPTED);
    const request = { make: 'make-0', model: 'line0 2600BH', year: 2021, mileage: undefined };
    expect(
      createEvaluator(snapshot, plainNames).value({ ...request, condition: 'used' }),
    ).toMatchObject({ basis: 'model', priceKind: 'asking' });
  });

  it('tells stories anew where nothing else is asked for, of what is served', async () => {
    const served = await decodeSnapshot(
      await readSnapshot(warehouse, events()[1]?.snapshotId ?? ''),
    );
    // Not in the stories' run: facts that came since belong to the next whole batch.
    await insertSightings(warehouse, sightings(5, { sample: true, source: 'late' }));
    await log.publish(computeCommand, [command('stories', { only: 'stories' })]);
    await start('auto');
    const run = await untilEnded('stories');
    expect(run).toMatchObject({ state: 'published', snapshot: { kind: 'sample', listings: 500 } });
    const retold = await decodeSnapshot(
      await readSnapshot(warehouse, run?.snapshot?.snapshotId ?? ''),
    );
    expect(retold).toEqual({
      ...served,
      id: run?.runId,
      createdAt: retold.createdAt,
      figuresAt: served.createdAt,
      stories: retold.stories,
    });
    expect(await inSearch()).toEqual({ units: 500, sample: true });
    expect(await latestId()).toBe(run?.runId);
    const [recorded] = await rows<{ detail: string }>(
      `SELECT detail FROM compute_runs FINAL WHERE run_id = '${run?.runId}' AND state = 'published'`,
    );
    expect(JSON.parse(recorded?.detail ?? '')).toMatchObject({
      only: 'stories',
      market: { of: served.id },
      stories: { candidates: expect.any(Number) as number, refused: [] },
    });
    await warehouse.command("DELETE FROM sightings WHERE source = 'late'");
  });

  it('does not run again for a command that was answered', async () => {
    await ask('c', 'd');
    await start('auto');
    await untilEnded('d');
    await ask('c');
    await ask('e');
    await untilEnded('e');
    expect(endsOf('c')).toHaveLength(1);
  });

  it('asks for a run where SAMPLE was changed, and for none where what is served fits', async () => {
    const before = events().length;
    await start('off');
    await published.until((messages) => messages.length === before + 1);
    expect(events().at(-1)).toMatchObject({ kind: 'empty' });
    expect(await inSearch()).toEqual({ units: 0, sample: undefined });
    await stop();

    await start('auto');
    await published.until((messages) => messages.length === before + 2);
    expect(events().at(-1)).toMatchObject({ kind: 'sample' });
    expect(await inSearch()).toEqual({ units: 500, sample: true });
    await stop();

    await start('auto');
    await ask('fits');
    expect((await untilEnded('fits'))?.commandIds).toEqual(['fits']);
    expect(events()).toHaveLength(before + 3);
  });

  it('asks for a run where what is served cannot be read, or is of another format', async () => {
    const before = events();
    await writeSnapshot(warehouse, {
      id: 'unreadable',
      kind: 'sample',
      createdAt: new Date(),
      bytes: Buffer.from('another format'),
    });
    await log.publish(
      snapshotPublished,
      before
        .slice(-1)
        .map((event) => encodeEvent(snapshotPublished, { ...event, snapshotId: 'unreadable' })),
    );
    await start('auto');
    await published.until((messages) => messages.length === before.length + 2);
    expect(events().at(-1)).toMatchObject({ kind: 'sample', listings: 500 });
  });

  it('says that it failed where it takes more memory or time than the engine may', async () => {
    const tooLarge = before(FILL_UNIT_LISTINGS, () =>
      Promise.reject(
        asWarehouseError(Object.assign(new Error('memory'), { code: '241' }), 'a rebuild'),
      ),
    );
    await ask('too large');
    await start('auto', { warehouse: tooLarge });
    expect(await untilEnded('too large')).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('over its limit of memory') as unknown,
    });
  });

  it('puts a message that is no command aside, and goes on', async () => {
    const bytes = '{"not":"a command"}';
    await log.publish(computeCommand, [{ key: 'compute', value: bytes }]);
    await ask('after-poison');
    await start('auto');
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

  it('leaves figures and search as they were when it fails, and is tried anew', async () => {
    const before = events().length;
    await insertSightings(warehouse, sightings(300, { source: 'dealer' }));
    const occupied = join(directory, 'occupied');
    writeFileSync(occupied, '');
    await ask('fails');
    await start('auto', { snapshots: join(occupied, 'snapshots') });
    expect(await untilEnded('fails')).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('ENOTDIR') as unknown,
    });
    await stop();
    expect(events()).toHaveLength(before);
    expect(await inSearch()).toEqual({ units: 500, sample: true });
    expect(await tablesBeside()).toEqual([]);

    await ask('fails');
    await start('auto');
    expect(await untilEnded('fails', 2)).toMatchObject({ state: 'published' });
  });

  it('leaves the sample out of figures and search as soon as there is one real listing', async () => {
    expect(events().at(-1)).toMatchObject({ kind: 'real', listings: 300 });
    expect(await inSearch()).toEqual({ units: 300, sample: false });
  });

  it('brings figures and search together again after dying between the two', async () => {
    const before = events().length;
    await insertSightings(warehouse, sightings(30, { source: 'another' }));
    const reached = Promise.withResolvers<void>();
    const death = Promise.withResolvers<never>();
    const dying: EventLog = {
      ...log,
      publish: (topic, messages) => {
        if (topic !== snapshotPublished) return log.publish(topic, messages);
        reached.resolve();
        return death.promise;
      },
    };
    await ask('dies');
    await start('auto', { log: dying });
    await reached.promise;
    expect((await inSearch()).units).toBe(330);
    expect(await latestId()).toBe(events().at(-1)?.snapshotId);
    const stopped = stop();
    death.reject(new Error('the process died'));
    await stopped;
    expect(endsOf('dies')).toEqual([]);

    await start('auto');
    expect(await untilEnded('dies')).toMatchObject({ state: 'published' });
    expect(events().slice(before)).toMatchObject([{ kind: 'real', listings: 330 }]);
    expect((await inSearch()).units).toBe(330);
  });

  it('lets the same commands run again where the log does not take what was swapped in', async () => {
    const served = events().length;
    const refusing: EventLog = {
      ...log,
      publish: (topic, messages) =>
        topic === snapshotPublished
          ? Promise.reject(new Error('no room in the log'))
          : log.publish(topic, messages),
    };
    await ask('not announced');
    const { finished } = await startComputing(depsOf('auto', { log: refusing }));
    await expect(finished).rejects.toThrow('could not be published after its market was');
    expect(endsOf('not announced')).toEqual([]);

    await start('auto');
    expect(await untilEnded('not announced')).toMatchObject({ state: 'published' });
    expect(events()).toHaveLength(served + 1);
  });

  it('is published also where the tail cannot be trimmed after the swap', async () => {
    const untrimmable = before(TRIM_TAIL, () => Promise.reject(new Error('UNFINISHED')));
    await ask('untrimmed');
    await start('auto', { warehouse: untrimmable });
    const run = await untilEnded('untrimmed');
    expect(run).toMatchObject({ state: 'published' });
    expect(events().at(-1)?.snapshotId).toBe(run?.runId);
    expect(await latestId()).toBe(run?.runId);
  });

  /** The warehouse, with something that happens before `published` is recorded. */
  const beforeRecord = (happens: () => Promise<void>): Warehouse => ({
    ...warehouse,
    insert: async (insert) => {
      const lines = insert.table === 'compute_runs' ? Buffer.concat(insert.lines).toString() : '';
      if (lines.includes('"published"')) await happens();
      return warehouse.insert(insert);
    },
  });

  it('is published once where the warehouse is away while that is recorded, and recorded later', async () => {
    const served = events().length;
    let away = 2;
    const unrecorded = beforeRecord(async () => {
      if (away-- > 0) throw new WarehouseAway('restarting');
    });
    await ask('recorded late');
    await start('auto', { warehouse: unrecorded });
    const run = await untilEnded('recorded late');
    expect(run).toMatchObject({ state: 'published' });
    expect(events().slice(served)).toMatchObject([{ snapshotId: run?.runId }]);
    expect(await lastPublishedRun(warehouse)).toBe(run?.runId);
  });

  it('is never said to have failed once it is published: the same commands run again', async () => {
    const unrecordable = beforeRecord(() => Promise.reject(new Error('no such column')));
    await ask('unrecorded');
    const { finished } = await startComputing(depsOf('auto', { warehouse: unrecordable }));
    await expect(finished).rejects.toThrow('no such column');
    expect(endsOf('unrecorded')).toEqual([]);

    await start('auto');
    expect(await untilEnded('unrecorded')).toMatchObject({ state: 'published' });
  });

  it('does not put its market over one that a later run published meanwhile', async () => {
    const reached = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const standing: Warehouse = {
      ...warehouse,
      insert: async (insert) => {
        if (insert.table === 'snapshots') await (reached.resolve(), goOn.promise);
        return warehouse.insert(insert);
      },
    };
    const at = new Date().toISOString();
    const twice = { commandId: 'twice', at, only: 'all', askedBy: 'command' } as const;
    const asked = { commands: [twice], end: 1 };
    const older = depsOf('auto', { warehouse: standing });
    const run = compute(older, beginRun(older, asked)).catch(String);
    await reached.promise;
    const newer = depsOf('auto');
    const later = beginRun({ ...newer, now: () => new Date(Date.now() + 1) }, asked);
    expect(await compute(newer, later)).toMatchObject({ state: 'published' });
    goOn.resolve();
    expect(await run).toContain(`${later.id} is newer`);
    expect(await lastPublished(log)).toMatchObject({ snapshotId: later.id });
    expect(await latestId()).toBe(later.id);
  });

  it('changes nothing that is served once its partition went to another process', async () => {
    const served = await lastPublished(log);
    const market = await inSearch();
    await insertSightings(warehouse, sightings(10, { source: 'third' }));
    const evicting: EventLog = {
      ...log,
      subscribe: (subscription) =>
        log.subscribe({
          ...subscription,
          handler: (batch) =>
            subscription.handler({
              ...batch,
              heartbeat: () => Promise.reject(new Error('rebalanced')),
            }),
        }),
    };
    await ask('evicted');
    const { finished } = await startComputing(depsOf('auto', { log: evicting }));
    await expect(finished).rejects.toThrow('rebalanced');
    expect(await lastPublished(log)).toEqual(served);
    expect(await inSearch()).toEqual(market);
    expect(endsOf('evicted')).toEqual([]);
    await warehouse.command("DELETE FROM sightings WHERE source = 'third'");
  });

  it('keeps what is served readable however many publications broke off after it', async () => {
    const served = (await lastPublished(log))?.snapshotId ?? '';
    const bytes = Buffer.of(1);
    for (let n = 1; n <= 21; n += 1) {
      const createdAt = new Date(Date.now() + n);
      await writeSnapshot(warehouse, { id: `broke off ${n}`, kind: 'real', createdAt, bytes });
    }
    expect((await readSnapshot(warehouse, served)).length).toBeGreaterThan(1);

    await ask('after them');
    await start('auto');
    const run = await untilEnded('after them');
    expect((await readSnapshot(warehouse, run?.runId ?? '')).length).toBeGreaterThan(1);
    const sample = events().findLast(({ kind }) => kind === 'sample')?.snapshotId ?? '';
    expect((await readSnapshot(warehouse, sample)).length).toBeGreaterThan(1);
    await expect(readSnapshot(warehouse, 'broke off 1')).rejects.toThrow('There is no snapshot');
  });

  it('keeps a snapshot back when units were lost, and goes on serving the old market', async () => {
    const before = events().length;
    await warehouse.command("DELETE FROM sightings WHERE source = 'dealer' AND year > 2018");
    await ask('lost');
    await start('auto');
    const run = await untilEnded('lost');
    expect(run).toMatchObject({
      state: 'kept_back',
      failedChecks: [
        { name: 'units kept', detail: expect.stringContaining('330 before') as unknown },
      ],
    });
    await stop();
    expect(events()).toHaveLength(before);
    expect((await inSearch()).units).toBe(330);
    expect(await tablesBeside()).toEqual([]);
    const [{ detail } = { detail: '' }] = await rows<{ detail: string }>(
      "SELECT detail FROM compute_runs WHERE command_id = 'lost' AND state = 'kept_back'",
    );
    expect(detail).toContain('"name":"units kept","passed":false');
  });

  it('keeps it back also after a snapshot with that change broke off before it was published', async () => {
    const occupied = join(directory, 'occupied', 'snapshots');
    const acceptChange = { by: 'someone', why: 'will not come to be' };
    await log.publish(computeCommand, [command('broke off', { acceptChange })]);
    await start('auto', { snapshots: occupied });
    expect(await untilEnded('broke off')).toMatchObject({ state: 'failed' });
    await stop();

    await ask('lost still');
    await start('auto');
    expect(await untilEnded('lost still')).toMatchObject({ state: 'kept_back' });
  });

  it('publishes such a change when a person accepts it, and records who and why', async () => {
    const acceptChange = { by: 'someone', why: 'the dealer left' };
    await log.publish(computeCommand, [command('accepted', { acceptChange })]);
    await start('auto');
    expect(await untilEnded('accepted')).toMatchObject({ state: 'published' });
    expect((await inSearch()).units).toBeLessThan(330);
    expect((await inSearch()).units).toBe(events().at(-1)?.listings);
    const [{ detail } = { detail: '' }] = await rows<{ detail: string }>(
      "SELECT detail FROM compute_runs WHERE command_id = 'accepted' AND state = 'published'",
    );
    expect(JSON.parse(detail)).toMatchObject({ acceptChange });
    expect(detail).toContain('"name":"units kept","passed":false');
  });
});
