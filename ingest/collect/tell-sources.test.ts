import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { allEvents } from '#platform/log/all-events.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog } from '#platform/log/port.ts';
import { ingestSources, type IngestSources } from '#schemas/events/ingest-sources.ts';
import { collectFiles } from '../collect-files.ts';
import { parseMapping } from '../files/load-mapping.ts';
import { MAPPING } from '../files/testing/mapping.ts';
import { tellSources } from './tell-sources.ts';

const clock = () => new Date('2026-11-21T06:00:00.000Z');
const dealers = `${MAPPING}category: dealers\n`;
let folder = '';
let log: EventLog;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rigworth-sources-'));
  log = await openEmbeddedLog({ directory: folder, clock });
  await log.ensureTopics([ingestSources]);
});
afterEach(async () => {
  await log.close();
  await rm(folder, { recursive: true });
});

async function collect(mapping: string): Promise<void> {
  const file = join(folder, 'lot.csv');
  await writeFile(
    file,
    'Stock,Name,Price,Sale Price,Seen\nA1,2019 Jayco Eagle,"$31,500",,2026-11-20\n',
  );
  await collectFiles({
    log,
    clock,
    mapping: parseMapping(mapping, 'corner-rv.yaml'),
    files: [file],
    observedAt: undefined,
    runId: 'run-1',
    onProgress: () => undefined,
    signal: AbortSignal.timeout(60_000),
  });
}

async function told(): Promise<IngestSources['sources'][]> {
  const all: IngestSources['sources'][] = [];
  for await (const { sources } of allEvents(log, ingestSources)) all.push(sources);
  return all;
}
const corner = async () => (await told()).at(-1)?.find(({ source }) => source === 'corner-rv');

it('a file that is collected says what its source is, once', async () => {
  await collect(dealers);
  await collect(dealers);
  expect(await told()).toEqual([[{ source: 'corner-rv', category: 'dealers', collected: false }]]);
});

it('a file whose source is nothing in particular says nothing, until it was something', async () => {
  await collect(MAPPING);
  expect(await told()).toEqual([]);
  await collect(dealers);
  await collect(MAPPING);
  expect(await corner()).toMatchObject({ category: 'additional' });
});

it('what files said stays, beside what the ingest role has', async () => {
  await collect(dealers);
  await tellSources({ log, clock }, []);
  expect(await corner()).toMatchObject({ category: 'dealers' });
  expect((await told()).at(-1)?.length).toBeGreaterThan(1);
  await tellSources({ log, clock }, []);
  expect(await told()).toHaveLength(2);
});

it('what files said stays behind an event that this version cannot read', async () => {
  await collect(dealers);
  await log.publish(ingestSources, [{ key: 'ingest', value: '{"of":"a version to come"}' }]);
  await tellSources({ log, clock }, []);
  expect(await corner()).toMatchObject({ category: 'dealers' });
});

it('what was said before the last is not read again', async () => {
  for (const category of ['dealers', 'marketplace', 'additional'])
    await collect(`${MAPPING}category: ${category}\n`);
  let read = 0;
  const readAll: EventLog['readAll'] = async function* (...asked) {
    for await (const batch of log.readAll(...asked)) {
      read += batch.messages.length;
      yield batch;
    }
  };
  await tellSources({ log: { ...log, readAll }, clock }, []);
  expect(read).toBe(1);
  expect(await told()).toHaveLength(4);
});

it('a site that is collected no more stays what it was', async () => {
  const mapping = parseMapping(dealers, 'corner-rv.yaml');
  await tellSources({ log, clock }, [{ name: 'corner-rv', mapping }]);
  expect(await corner()).toMatchObject({ category: 'dealers', collected: true });
  await tellSources({ log, clock }, []);
  expect(await corner()).toMatchObject({ category: 'dealers', collected: false });
  await tellSources({ log, clock }, [{ name: 'corner-rv', mapping }]);
  expect(await corner()).toMatchObject({ category: 'dealers', collected: true });
});
