import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadMapping } from '#ingest/files/load-mapping.ts';
import { publishFiles } from '#ingest/files/publish.ts';
import { rawListing, type RawListing } from '#schemas/events/raw-listing.ts';
import { decodeEvent } from '#schemas/events/topic.ts';
import { systemClock } from '#platform/clock.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedData } from '../support/shared-data.ts';

const real = sharedData('real');

/** Publishes real files into a log of their own and reads back what stands in it. */
async function ingest(source: string, pattern: string, observedAt?: string) {
  const clock = systemClock;
  const directory = await mkdtemp(join(tmpdir(), 'rigworth-ingest-'));
  const log = await openEmbeddedLog({ directory, clock });
  try {
    const files = globSync(pattern, { cwd: real ?? '' })
      .map((file) => join(real ?? '', file))
      .toSorted();
    const mapping = await loadMapping(source);
    const result = await publishFiles({ log, clock, mapping, files, observedAt, runId: 'counts' });
    const events: RawListing[] = [];
    for await (const { messages } of log.readAll(rawListing))
      for (const { value } of messages) events.push(decodeEvent(rawListing, value));
    return { files: files.length, result, events };
  } finally {
    await log.close();
    await rm(directory, { recursive: true, force: true });
  }
}

const distinct = <T>(values: Iterable<T>): number => new Set(values).size;
const having = (events: readonly RawListing[], field: keyof RawListing['fields']): number =>
  events.filter(({ fields }) => fields[field] !== undefined).length;

// The counts were made independently of this code, with the csv and json modules of Python.
describe.skipIf(real === undefined)(
  'real files (skipped where the shared data is not there)',
  () => {
    it('of bluecompass: every row, its year and condition from its address', async () => {
      const { result, events } = await ingest('bluecompass', 'bluecompass/*.csv');
      expect(result).toMatchObject({ read: 9_797, published: 9_797, unreadable: 0, failures: [] });
      expect(distinct(events.map(({ sourceId }) => sourceId))).toBe(9_797);
      expect([
        having(events, 'year'),
        having(events, 'condition'),
        having(events, 'title'),
      ]).toEqual([9_797, 9_797, 9_797]);
      expect(distinct(events.map(({ observedAt }) => observedAt))).toBe(1);
    });

    it('of matchrv: every row, refused without the day', async () => {
      await expect(ingest('matchrv', 'matchrv/listings.csv')).rejects.toThrow('--observed-at');
      const { result, events } = await ingest('matchrv', 'matchrv/listings.csv', '2026-07-27');
      expect(result).toMatchObject({ read: 4_838, published: 4_838, unreadable: 0 });
      expect(distinct(events.map(({ eventId }) => eventId))).toBe(4_838);
    });

    it('of matchrv-dealers: every value of 67 objects, with its earlier prices, changed or not', async () => {
      const { files, result, events } = await ingest(
        'matchrv-dealers',
        'matchrv/dealer-json/*.json',
      );
      expect(files).toBe(67);
      expect(result).toMatchObject({ read: 2_913, published: 4_554, unreadable: 0 });
      expect(distinct(events.map(({ eventId }) => eventId))).toBe(4_550);
    });

    it('of campingworld: every row of two shapes, named by a partner where it has no name', async () => {
      const { result, events } = await ingest('campingworld', 'campingworld/*.csv');
      expect(result).toMatchObject({ read: 1_290, published: 1_290, unreadable: 0 });
      const first = events.filter(({ observedAt }) => observedAt.startsWith('2023-01-23'));
      expect([
        first.length,
        distinct(first.map(({ sourceId }) => sourceId)),
        having(first, 'title'),
      ]).toEqual([709, 289, 705]);
      expect(distinct(events.map(({ eventId }) => eventId))).toBe(870);
    });

    it('of rvtrader: the offers of the search page and the vehicle of the detail page', async () => {
      const { result, events } = await ingest('rvtrader', 'rvtrader/*.html', '2026-01-16');
      expect(result).toMatchObject({ read: 37, published: 37, unreadable: 0 });
      expect(distinct(events.map(({ sourceId }) => sourceId))).toBe(36);
      expect(having(events, 'price')).toBe(37);
    });
  },
);
