import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RawListing } from '#schemas/events/raw-listing.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import { replayRun } from '#schemas/events/replay.ts';
import { decodeEvent, encodeEvent } from '#schemas/events/topic.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import { systemClock } from '#platform/clock.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog, RunningSubscription } from '#platform/log/port.ts';
import { createLogger } from '#platform/logging.ts';
import { LOADER_GROUP, type Normalise } from '#pipelines/load/load-listings.ts';
import { startLoading } from '#pipelines/load/start-loading.ts';
import { sleep } from '#pipelines/load/waiting.ts';
import { deadLetter as putAside, ok } from '#pipelines/outcome.ts';
import { replay } from '#pipelines/replay/replay.ts';
import { startReplaying } from '#pipelines/replay/start-replaying.ts';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { migrate } from '#warehouse/migrate.ts';
import { letterPage } from '#warehouse/queries/dead-letters.ts';
import { insertLetterEnds, sentBy } from '#warehouse/queries/redriven-letters.ts';
import { plainNormalise, publishEvents, rawEvent } from '../support/listings.ts';
import { plainRegistrations } from '../support/registrations.ts';

/** Version 2 reads what is odd. */
const normaliserOf = (version: number) => ({
  version: () => version,
  registrations: plainRegistrations,
  normalise: ((raw, position) => {
    if (raw.fields.title === 'odd' && version < 2) return putAside('no_year', 'no model year');
    const outcome = plainNormalise(raw, position);
    return outcome.kind === 'ok' ? ok({ ...outcome.value, normaliser_version: version }) : outcome;
  }) satisfies Normalise,
});

describe('a replay beside others', () => {
  let directory: string;
  let log: EventLog;
  let warehouse: Warehouse;
  let older: RunningSubscription[] = [];
  const now = systemClock;
  const onWait = () => undefined;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'rigworth-replay-again-'));
    log = await openEmbeddedLog({ directory: join(directory, 'log'), clock: systemClock });
    await log.ensureTopics(TOPICS);
    warehouse = await openWarehouse({ directory: join(directory, 'warehouse') });
    await migrate(warehouse);
    const { normalise } = normaliserOf(1);
    older = await startLoading({ log, warehouse, normalise, now, onWait, lingerMs: 20 });
    await publishEvents(log, [
      listing(1, 'one-dealer', 'as it was'),
      listing(2, 'one-dealer', 'odd'),
      listing(3, 'sent-again', 'odd'),
      listing(4, 'sent-again', 'blocked'),
    ]);
    await allIsLoaded();
    await lettersAre(3);
  });
  afterAll(async () => {
    for (const subscription of older) await subscription.stop();
    await log.close();
    await warehouse.close();
    rmSync(directory, { recursive: true });
  });

  const listing = (n: number, source: string, title: string): RawListing =>
    rawEvent(n, { source, fields: { title, price: String(20_000 + n) } });
  const allIsLoaded = () =>
    vi.waitFor(async () => {
      const positions = await log.positions(rawListing, LOADER_GROUP);
      expect(positions.every(({ end, committed }) => committed >= end)).toBe(true);
    }, 20_000);
  const letters = async (source: string): Promise<string[]> =>
    (await letterPage(warehouse, { source }, { limit: 10, offset: 0 })).rows
      .map(({ reason, state }) => `${reason} ${state}`)
      .toSorted();
  const lettersAre = (most: number) =>
    vi.waitFor(async () => {
      const { total } = await letterPage(warehouse, {}, { limit: 10, offset: 0 });
      expect(total).toBe(most);
    }, 20_000);
  const versions = async (): Promise<number[]> =>
    (
      await warehouse.batch.rows<{ version: number }>(
        'SELECT DISTINCT normaliser_version AS version FROM sightings FINAL ORDER BY version',
      )
    ).map(({ version }) => version);
  const replays = async (state: string) => {
    const runs = [];
    for await (const { messages } of log.readAll(replayRun))
      runs.push(...messages.map(({ value }) => decodeEvent(replayRun, value)));
    return runs.filter((run) => run.state === state);
  };
  const replayBy = (version: number, normaliser = normaliserOf(version)) =>
    replay({ log, warehouse, normaliser, now }, version, {
      sleep,
      stopping: new AbortController().signal,
      onWait,
      heartbeat: async () => undefined,
    });

  it('leaves letters that were sent again to their redrive', async () => {
    const { rows } = await letterPage(
      warehouse,
      { source: 'sent-again' },
      { limit: 10, offset: 0 },
    );
    await insertLetterEnds(
      warehouse,
      rows.map((row) => ({
        topic: row.topic,
        partition: row.log_partition,
        offset: row.log_offset,
        how: 'redriven' as const,
        at: now().toISOString(),
        redriveId: 'redrive-1',
        to: { partition: 0, offset: 900 },
      })),
    );
    expect(await replayBy(2)).toBe('done');
    await lettersAre(3);
    expect(await letters('one-dealer')).toEqual(['no_year replayed']);
    expect(await letters('sent-again')).toEqual(['blocked redriven', 'no_year redriven']);
    expect(await sentBy(warehouse, 'redrive-1')).toMatchObject([{ letters: 2 }]);
  });

  it('reads once more what a process of an older version loaded after its end', async () => {
    await publishEvents(log, [listing(5, 'one-dealer', 'as it was')]);
    await allIsLoaded();
    expect(await versions()).toEqual([1, 2]);
    const newer = await startReplaying({
      log,
      warehouse,
      normaliser: { ...normaliserOf(2), onChange: () => undefined },
      now,
      onWait,
      logger: createLogger('silent'),
      lookAgainMs: 50,
    });
    try {
      await vi.waitFor(async () => expect(await replays('done')).toHaveLength(2), 20_000);
    } finally {
      await newer.stop();
    }
    expect(await versions()).toEqual([2]);
    expect((await replays('done')).map(({ version, of }) => [version, of])).toEqual([
      [2, 4],
      [2, 1],
    ]);
  });

  it('says nothing where another process has ended it meanwhile', async () => {
    const normaliser = normaliserOf(3);
    let isTaken = false;
    const ended = replay({ log, warehouse, normaliser, now }, 3, {
      sleep,
      stopping: new AbortController().signal,
      onWait,
      heartbeat: async () => {
        const [begun] = (await replays('running')).filter(({ version }) => version === 3);
        if (isTaken || begun === undefined) return;
        isTaken = true;
        const done = { ...begun, state: 'done' as const, read: begun.of };
        await log.publish(replayRun, [encodeEvent(replayRun, done)]);
      },
    });
    expect(await ended).toBe('done');
    expect((await replays('done')).filter(({ version }) => version === 3)).toHaveLength(1);
  });
});
