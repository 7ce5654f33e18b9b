import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { decodeSnapshot } from '#domain/snapshot-codec.ts';
import { createEvaluator } from '#domain/valuation/evaluate.ts';
import { readLatestSnapshotFile } from '#pipelines/compute/snapshot-files.ts';
import { plainNames } from '#pipelines/valuation/testing/names.ts';
import { computeCommand } from '#schemas/events/compute-command.ts';
import { deadLetter, type DeadLetter } from '#schemas/events/dead-letter.ts';
import { snapshotPublished } from '#schemas/events/snapshot-published.ts';
import { decodeEvent, encodeEvent } from '#schemas/events/topic.ts';
import { asWarehouseError } from '#warehouse/errors.ts';
import { insertSightings } from '#warehouse/queries/facts.ts';
import { FILL_UNIT_LISTINGS } from '#warehouse/queries/build-market.ts';
import { readSnapshot, writeSnapshot } from '#warehouse/queries/snapshots.ts';
import { ACCEPTED, openBatch, sightings } from '../support/batch.ts';

const batch = await openBatch();
const { directory, snapshots, warehouse, log, published, start, stop, command, ask } = batch;
const { events, endsOf, untilEnded, before, latestId, inSearch, rows, tablesBeside } = batch;
afterEach(stop);
afterAll(batch.close);

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
});
