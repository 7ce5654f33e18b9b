import { describe, expect, it } from 'vitest';
import { computeCommand } from '#schemas/events/compute-command.ts';
import { ingestFunnel } from '#schemas/events/ingest-funnel.ts';
import { ingestRun } from '#schemas/events/ingest-run.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import type { EventLog } from '#platform/log/port.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { runChanges, runOutcomes } from '#warehouse/queries/runs.ts';
import { asMessage, plainNormalise, publishEvents, rawEvent } from '../support/listings.ts';
import { useLoading } from '../support/loading.ts';

const loading = useLoading();
const { start, stop, until, drained, publishRun, all, loadedRun, number } = loading;

describe('loading listings', () => {
  it('ends every event one way, and the counts of its run add up', async () => {
    const events = Array.from({ length: 300 }, (_, n) =>
      rawEvent(
        n,
        n % 50 === 1
          ? { fields: { title: 'boat' } }
          : n % 100 === 2
            ? { fields: { title: 'blocked' } }
            : {},
      ),
    );
    await start();
    await publishRun('run-1', [...events, ...events.slice(10, 20)]);
    await until(async () => (await loadedRun('run-1')) !== undefined);

    expect(await loadedRun('run-1')).toMatchObject({
      published: 310,
      stored: 291,
      duplicates: 10,
      dropped: { not_an_rv: 6 },
      deadLettered: { blocked: 3 },
    });
    // A run too large for one count is counted in slices, to the same sums.
    const { stored, duplicates, dropped, deadLettered } = (await loadedRun('run-1')) ?? {};
    expect(await runOutcomes(loading.warehouse, 'run-1', { sliceOf: 40 })).toEqual({
      stored,
      duplicates,
      dropped,
      deadLettered,
    });
    expect(await number('SELECT count() AS n FROM sightings FINAL')).toBe(291);
    await until(async () => (await number('SELECT count() AS n FROM dead_letters FINAL')) === 3);
  });

  it('counts the same events of a later run as duplicates and stores nothing twice', async () => {
    const events = Array.from({ length: 50 }, (_, n) => rawEvent(n));
    await start();
    await publishRun('run-1', events);
    await publishRun(
      'run-2',
      events.map((event) => ({ ...event, runId: 'run-2' })),
    );
    await until(async () => (await loadedRun('run-2')) !== undefined);

    expect(await loadedRun('run-1')).toMatchObject({ stored: 50, duplicates: 0 });
    expect(await loadedRun('run-2')).toMatchObject({ stored: 0, duplicates: 50 });
    expect(await number('SELECT count() AS n FROM sightings FINAL')).toBe(50);
    // The first run stays the one that stored them, also when it is asked again.
    expect(await runOutcomes(loading.warehouse, 'run-1')).toMatchObject({
      stored: 50,
      duplicates: 0,
    });
    // What is sent again later is none of what the run published.
    const { ends } = (await loadedRun('run-1')) ?? {};
    await publishEvents(loading.log, events.slice(0, 3));
    await until(async () => (await runOutcomes(loading.warehouse, 'run-1')).duplicates === 3);
    expect(await runOutcomes(loading.warehouse, 'run-1', { ends })).toMatchObject({
      stored: 50,
      duplicates: 0,
    });
  });

  it('tells how the records of a run differ from what was known of their listings', async () => {
    const before = Array.from({ length: 10 }, (_, n) => rawEvent(n));
    const later = { runId: 'run-2', observedAt: '2026-11-21T00:00:00.000Z' };
    const again = Array.from({ length: 4 }, (_, n) => rawEvent(n, later));
    const dearer = [4, 5, 6].map((n) =>
      rawEvent(n, { ...later, fields: { title: 'Testmake', price: '30000' } }),
    );
    const first = [10, 11].map((n) => rawEvent(n, later));
    const delivered = before.slice(0, 1).map((event) => ({ ...event, runId: 'run-2' }));
    await start();
    await publishRun('run-1', before);
    await publishRun('run-2', [...again, ...dearer, ...first, ...delivered]);
    await until(async () => (await loadedRun('run-2')) !== undefined);

    expect((await all(ingestFunnel)).map(({ runId, counts }) => [runId, counts])).toEqual([
      ['run-1', { new: 10, changed: 0, unchanged: 0 }],
      ['run-2', { new: 2, changed: 3, unchanged: 4 }],
    ]);
    expect(await loadedRun('run-2')).toMatchObject({ stored: 9, duplicates: 1 });
    const run = { runId: 'run-2', source: 'test-dealer' };
    expect(await runChanges(loading.warehouse, run, 3)).toEqual({
      new: 2,
      changed: 3,
      unchanged: 4,
    });
    // Asked again after the second, the first is what it was.
    expect(await runChanges(loading.warehouse, { ...run, runId: 'run-1' })).toMatchObject({
      new: 10,
    });
  });

  it('keeps a message that is no event, byte for byte, and goes on', async () => {
    const poison = Uint8Array.from([0xff, 0xfe, 0x00, 0x7b, 0x22, 0x80]);
    await loading.log.publish(rawListing, [
      asMessage(rawEvent(1)),
      { key: 'k', value: poison },
      { key: 'k', value: '{"eventId": 7}' },
      asMessage(rawEvent(2)),
    ]);
    await start();
    await until(async () => (await number('SELECT count() AS n FROM dead_letters FINAL')) === 2);

    const letters = await loading.warehouse.serving.rows<{
      reason: string;
      bytes: string;
      schema: string;
    }>('SELECT reason, bytes, schema FROM dead_letters FINAL ORDER BY log_offset');
    expect(letters.map(({ reason }) => reason)).toEqual(['poison', 'poison']);
    expect(letters.map(({ schema }) => schema)).toEqual(['raw.listing.v1', 'raw.listing.v1']);
    const bytes = letters.map((letter) => Buffer.from(letter.bytes, 'base64'));
    expect(bytes).toContainEqual(Buffer.from(poison));
    expect(bytes).toContainEqual(Buffer.from('{"eventId": 7}'));
    await drained();
    expect(await number('SELECT count() AS n FROM sightings FINAL')).toBe(2);
  });

  it('makes a sighting that no column can hold a dead letter, and stores the others', async () => {
    await publishEvents(loading.log, [
      rawEvent(1),
      rawEvent(2, { fields: { title: 'x', price: '99999999999' } }),
    ]);
    await start();
    await until(async () => (await number('SELECT count() AS n FROM dead_letters FINAL')) === 1);
    await drained();
    expect(
      await loading.warehouse.serving.rows('SELECT reason, detail FROM dead_letters FINAL'),
    ).toEqual([
      {
        reason: 'unstorable',
        detail: 'price is 99999999999, not a whole number from 0 to 4294967295',
      },
    ]);
    expect(await number('SELECT count() AS n FROM sightings FINAL')).toBe(1);
  });

  it('makes a sighting of the future a dead letter, and stores the others', async () => {
    await publishEvents(loading.log, [
      rawEvent(1),
      rawEvent(2, { observedAt: '2027-11-20T00:00:00.000Z' }),
    ]);
    await start();
    await until(async () => (await number('SELECT count() AS n FROM dead_letters FINAL')) === 1);
    await drained();
    expect(
      await loading.warehouse.serving.rows('SELECT reason, detail FROM dead_letters FINAL'),
    ).toEqual([
      {
        reason: 'observed_in_future',
        detail:
          'observed at 2027-11-20T00:00:00.000Z, more than a day after 2026-11-21T06:00:00.000Z',
      },
    ]);
    expect(await number('SELECT count() AS n FROM sightings FINAL')).toBe(1);
  });

  it('stores facts though search cannot show them before the next compute, and says so', async () => {
    const leftOut: string[] = [];
    const refusing: Warehouse = {
      ...loading.warehouse,
      insert: (insert) =>
        insert.table === 'search_tail'
          ? Promise.reject(new RangeError('no such number'))
          : loading.warehouse.insert(insert),
    };
    await publishEvents(loading.log, [rawEvent(1), rawEvent(2)]);
    await start({
      warehouse: refusing,
      onLeftOut: ({ what, detail }) => leftOut.push(`${what}: ${detail}`),
    });
    await drained();
    expect(await number('SELECT count() AS n FROM sightings FINAL')).toBe(2);
    expect(leftOut[0]).toMatch(
      /^search_tail: Sightings that search shows only after the next compute: \d \(no such number\)$/,
    );
  });

  it('says which listing a dead letter hides, where the event says so', async () => {
    const fields = { title: 'no year' };
    await publishEvents(loading.log, [
      rawEvent(1, { fields }),
      rawEvent(2, { fields, sourceId: 'bytes:00' }),
      rawEvent(3, { fields, observedAt: '1970-01-01T00:00:00.000Z' }),
      rawEvent(4, { fields, observedAt: '2099-01-01T00:00:00.000Z' }),
      rawEvent(5),
    ]);
    await start();
    await drained();
    const nothing = { source_id: '', seen_at: '1970-01-01 00:00:00.000' };
    expect(
      await loading.warehouse.serving.rows(
        'SELECT source_id, seen_at FROM event_outcomes FINAL ORDER BY source_id, outcome',
      ),
    ).toEqual([
      nothing,
      nothing,
      nothing,
      { source_id: 'T-1', seen_at: '2026-11-20 00:00:00.000' },
      { source_id: 'T-4', seen_at: '2026-11-21 06:00:00.000' },
    ]);
  });
});

describe('following runs', () => {
  it('puts a message that is no run aside, and goes on', async () => {
    await start();
    await loading.log.publish(ingestRun, [{ key: 'x', value: 'not a run' }]);
    await publishRun('run-1', [rawEvent(1)]);
    await until(async () => (await loadedRun('run-1')) !== undefined);
    await until(async () => (await number('SELECT count() AS n FROM dead_letters FINAL')) === 1);
    const [letter] = await loading.warehouse.serving.rows(
      'SELECT topic, reason FROM dead_letters FINAL',
    );
    expect(letter).toEqual({ topic: 'ingest.run.v1', reason: 'poison' });
  });

  it('calls no wait what is only the loading of the run', async () => {
    const waits: string[] = [];
    let calls = 0;
    await start({
      onWait: (reason) => waits.push(reason),
      normalise: (raw, position) => {
        calls += 1;
        return calls < 4 ? { kind: 'retry', reason: 'not yet' } : plainNormalise(raw, position);
      },
    });
    await publishRun('run-1', [rawEvent(1)]);
    await until(async () => (await loadedRun('run-1')) !== undefined);
    expect(waits).toEqual(['not yet', 'not yet']);
  });

  it('records a loaded run before anybody can hear of it or is asked to compute', async () => {
    const recordedWhenTold: (number | undefined)[] = [];
    const watched: EventLog = {
      ...loading.log,
      publish: async (topic, messages) => {
        if (topic === ingestRun || topic === computeCommand)
          recordedWhenTold.push(
            await number(
              "SELECT count() AS n FROM ingest_runs FINAL WHERE state = 'loaded' AND swept_at IS NOT NULL",
            ),
          );
        return loading.log.publish(topic, messages);
      },
    };
    await start({ log: watched });
    await publishRun('run-1', [rawEvent(1)]);
    await until(async () => (await all(computeCommand)).length > 0);
    expect(recordedWhenTold).toEqual([1, 1]);
  });

  it('records a loaded run once: what it swept is not judged by a later market', async () => {
    const recorded: unknown[] = [];
    const watched: Warehouse = {
      ...loading.warehouse,
      insert: (rows) => {
        if (rows.table === 'ingest_runs') recorded.push(rows);
        return loading.warehouse.insert(rows);
      },
    };
    await start({ warehouse: watched });
    for (const runId of ['run-1', 'run-2']) {
      await publishRun(runId, [rawEvent(1, { runId })]);
      await until(async () => (await loadedRun(runId)) !== undefined);
    }
    // The `loaded` of the first has been consumed, as it stands before what is consumed here.
    await publishRun('run-3', []);
    await until(async () => (await loadedRun('run-3')) !== undefined);
    expect(recorded).toHaveLength(6);
  });

  it('says loaded once and asks for one compute, however often it starts anew', async () => {
    await start();
    await publishRun('run-1', [rawEvent(1)]);
    await until(async () => (await loadedRun('run-1')) !== undefined);
    await until(async () => (await all(computeCommand)).length > 0);
    await stop();
    await publishRun('run-1', []);
    await start();
    await until(async () => (await all(computeCommand)).length > 1);
    const commands = await all(computeCommand);
    expect(new Set(commands.map((command) => command.commandId))).toEqual(new Set(['after@run-1']));
    expect((await all(ingestRun)).filter((run) => run.state === 'loaded')).toHaveLength(1);
    await until(async () => (await number('SELECT count() AS n FROM ingest_runs FINAL')) === 2);
  });
});
