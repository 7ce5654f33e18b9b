import { describe, expect, it } from 'vitest';
import type { EventLog } from '#platform/log/port.ts';
import {
  REGISTRATION_GROUP,
  startRegistrationLoading,
} from '#pipelines/load/load-registrations.ts';
import { createRegistrationNormaliser } from '#pipelines/normalise/registration.ts';
import { rawRegistration } from '#schemas/events/raw-registration.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { WarehouseAway } from '#warehouse/errors.ts';
import { plainNormalise, publishEvents, rawEvent } from '../support/listings.ts';
import { NOW, useLoading } from '../support/loading.ts';

const loading = useLoading();
const { running, start, stop, until, drained, committed, publishRun, loadedRun, number } = loading;

const HOURS = 'SELECT sum(sipHash64(number)) AS n FROM numbers(1000000000000)';

/** Asks who begins with this warehouse to stop as soon as it has stored its first rows; the tables it stored in. */
async function tablesUntilStopped(
  begin: (warehouse: Warehouse) => Promise<void>,
): Promise<string[]> {
  const stored = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  const tables = new Set<string>();
  await begin({
    ...loading.warehouse,
    insert: async (insert) => {
      tables.add(insert.table);
      await loading.warehouse.insert(insert);
      stored.resolve();
      await stopped.promise;
    },
  });
  await stored.promise;
  const stopping = stop();
  stopped.resolve();
  await stopping;
  return [...tables];
}

describe('loading that cannot go on', () => {
  it('waits for a warehouse that is away, and loses nothing', async () => {
    let refusals = 3;
    const waits: string[] = [];
    const flaky: Warehouse = {
      ...loading.warehouse,
      insert: async (insert) => {
        if (refusals-- > 0) throw new WarehouseAway('The warehouse is away (test)');
        await loading.warehouse.insert(insert);
      },
    };
    await publishEvents(loading.log, [rawEvent(1), rawEvent(2)]);
    await start({ warehouse: flaky, onWait: (reason) => waits.push(reason) });
    await drained();
    expect(waits.length).toBeGreaterThanOrEqual(3);
    expect(await number('SELECT count() AS n FROM sightings FINAL')).toBe(2);
    expect(await number('SELECT count() AS n FROM event_outcomes FINAL')).toBe(2);
  });

  it('stops while the warehouse is away, commits nothing, and takes the batch again later', async () => {
    const away: Warehouse = {
      ...loading.warehouse,
      insert: () => Promise.reject(new WarehouseAway('The warehouse is away (test)')),
    };
    await publishEvents(loading.log, [rawEvent(1), rawEvent(2)]);
    const waiting = Promise.withResolvers<void>();
    await start({ warehouse: away, onWait: () => waiting.resolve() });
    await waiting.promise;
    await stop();
    expect(await committed()).toEqual([0, 0, 0, 0, 0, 0]);
    await start();
    await drained();
    expect(await number('SELECT count() AS n FROM sightings FINAL')).toBe(2);
  });

  it('leaves the batch in hand where it is asked to stop, and brings all of it in once at the next start', async () => {
    await publishEvents(
      loading.log,
      Array.from({ length: 300 }, (_, n) => rawEvent(n)),
    );
    expect(await tablesUntilStopped((warehouse) => start({ warehouse }))).toEqual(['sightings']);
    expect(new Set(await committed())).toEqual(new Set([0]));

    await start();
    await drained();
    expect(await number('SELECT count() AS n FROM sightings FINAL')).toBe(300);
    expect(await number('SELECT count() AS n FROM event_outcomes FINAL')).toBe(300);
  });

  it('leaves registrations in hand likewise, and says of no file that it is there before its rows are', async () => {
    const startRegistrations = async (warehouse: Warehouse): Promise<void> => {
      const normalise = createRegistrationNormaliser({ makeIds: () => (make) => make });
      const { log } = loading;
      const deps = { log, warehouse, normalise, now: NOW, onWait: () => undefined, lingerMs: 20 };
      running.push(await startRegistrationLoading(deps));
    };
    const done = async (): Promise<boolean> => {
      const positions = await loading.log.positions(rawRegistration, REGISTRATION_GROUP);
      return positions.every((at) => at.committed >= at.end);
    };
    await loading.log.publish(
      rawRegistration,
      rawRegistration.examples.map((example) => encodeEvent(rawRegistration, example)),
    );
    expect(await tablesUntilStopped(startRegistrations)).toEqual(['registrations']);
    expect(await done()).toBe(false);

    await startRegistrations(loading.warehouse);
    await until(done);
    for (const table of ['registrations', 'event_outcomes', 'registration_takes'])
      expect(await number(`SELECT count() AS n FROM ${table} FINAL`)).toBe(1);
  });

  it('ends a count of a run that would take hours where it is asked to stop, and counts at the next start', async () => {
    await start();
    await publishEvents(loading.log, [rawEvent(1)]);
    await drained();
    await stop();
    const counting = Promise.withResolvers<void>();
    const { batch } = loading.warehouse;
    await start({
      warehouse: {
        ...loading.warehouse,
        batch: {
          ...batch,
          rows: (sql, parameters, signal) => {
            if (!sql.includes('event_outcomes')) return batch.rows(sql, parameters, signal);
            counting.resolve();
            return batch.rows(HOURS, {}, signal);
          },
        },
      },
    });
    await publishRun('run-1', []);
    await counting.promise;
    await stop();
    expect(await loadedRun('run-1')).toBeUndefined();
    await start();
    await until(async () => (await loadedRun('run-1')) !== undefined);
  });

  it('stops loudly on an error it does not know, and commits nothing of the batch', async () => {
    await publishEvents(loading.log, [rawEvent(1)]);
    await start({
      normalise: () => {
        throw new RangeError('a mistake of ours');
      },
    });
    await expect(running[0]?.finished).rejects.toThrow('a mistake of ours');
    expect(new Set(await committed())).toEqual(new Set([0]));
    running.shift();
  });

  it('does not advance when a dead letter cannot be written', async () => {
    const full: EventLog = {
      ...loading.log,
      publish: () => Promise.reject(new RangeError('disk full')),
    };
    await publishEvents(loading.log, [rawEvent(1, { fields: { title: 'blocked' } })]);
    await start({ log: full });
    await expect(running[0]?.finished).rejects.toThrow('disk full');
    running.shift();
    await stop();
    expect(new Set(await committed())).toEqual(new Set([0]));
    await start();
    await until(async () => (await number('SELECT count() AS n FROM dead_letters FINAL')) === 1);
  });

  it('offers an event again that asked for a retry', async () => {
    let calls = 0;
    await publishEvents(loading.log, [rawEvent(1)]);
    await start({
      normalise: (raw, position) => {
        calls += 1;
        return calls < 3 ? { kind: 'retry', reason: 'not yet' } : plainNormalise(raw, position);
      },
    });
    await drained();
    expect(await number('SELECT count() AS n FROM sightings FINAL')).toBe(1);
  });
});
