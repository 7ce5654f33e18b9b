import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { EventLog } from '#platform/log/port.ts';
import { beginRun } from '#pipelines/compute/compute-run.ts';
import { compute } from '#pipelines/compute/compute.ts';
import { lastPublished } from '#pipelines/compute/last-published.ts';
import { startComputing } from '#pipelines/compute/start-computing.ts';
import { computeCommand } from '#schemas/events/compute-command.ts';
import { snapshotPublished } from '#schemas/events/snapshot-published.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { WarehouseAway } from '#warehouse/errors.ts';
import { lastPublishedRun } from '#warehouse/queries/compute-runs.ts';
import { insertSightings } from '#warehouse/queries/facts.ts';
import { FILL_LISTINGS, FILL_UNIT_LISTINGS, TRIM_TAIL } from '#warehouse/queries/build-market.ts';
import { readSnapshot, writeSnapshot } from '#warehouse/queries/snapshots.ts';
import { openBatch, sightings } from '../support/batch.ts';

const batch = await openBatch();
const { directory, warehouse, log, depsOf, start, stop, command, ask } = batch;
const { events, endsOf, untilEnded, before, latestId, inSearch, rows, tablesBeside } = batch;
beforeAll(async () => {
  await insertSightings(warehouse, sightings(30, { sample: true, source: 'simulator' }));
  await ask('sample');
  await start('auto');
  await untilEnded('sample');
  await insertSightings(warehouse, sightings(300, { source: 'dealer' }));
  await ask('real');
  await untilEnded('real');
  await stop();
});
afterEach(stop);
afterAll(batch.close);

describe('a batch that breaks off, or is kept back', () => {
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

  it('begins no other statement where it is asked to stop, and runs again at the next start', async () => {
    const stopping = Promise.withResolvers<Promise<void>>();
    const statements: string[] = [];
    const stoppedWithin: Warehouse = {
      ...warehouse,
      command: async (sql, parameters) => {
        statements.push(sql);
        if (sql === FILL_LISTINGS) stopping.resolve(stop());
        return warehouse.command(sql, parameters);
      },
    };
    await ask('stopped');
    await start('auto', { warehouse: stoppedWithin });
    await stopping.promise;
    expect(statements).not.toContain(FILL_UNIT_LISTINGS);
    expect(endsOf('stopped')).toEqual([]);

    await start('auto');
    expect(await untilEnded('stopped')).toMatchObject({ state: 'published' });
    expect(await tablesBeside()).toEqual([]);
  });

  it('ends a statement that would take hours where it is asked to stop, and runs again at the next start', async () => {
    const filling = Promise.withResolvers<void>();
    const forHours: Warehouse = {
      ...warehouse,
      command: (sql, parameters, signal) => {
        if (sql !== FILL_LISTINGS) return warehouse.command(sql, parameters, signal);
        filling.resolve();
        const hours = 'SELECT sipHash64(number) FROM numbers(1000000000000)';
        return warehouse.command(`INSERT INTO FUNCTION null('n UInt64') ${hours}`, {}, signal);
      },
    };
    await ask('for hours');
    await start('auto', { warehouse: forHours });
    await filling.promise;
    await stop();
    expect(endsOf('for hours')).toEqual([]);

    await start('auto');
    expect(await untilEnded('for hours')).toMatchObject({ state: 'published' });
    expect(await tablesBeside()).toEqual([]);
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
    const occupied = join(directory, 'occupied');
    writeFileSync(occupied, '');
    const acceptChange = { by: 'someone', why: 'will not come to be' };
    await log.publish(computeCommand, [command('broke off', { acceptChange })]);
    await start('auto', { snapshots: join(occupied, 'snapshots') });
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
