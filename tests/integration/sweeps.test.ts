import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectFiles } from '#ingest/collect-files.ts';
import { parseMapping } from '#ingest/files/load-mapping.ts';
import { startLoading } from '#pipelines/load/start-loading.ts';
import { deadLetter } from '#pipelines/outcome.ts';
import { systemClock } from '#platform/clock.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog, RunningSubscription } from '#platform/log/port.ts';
import { ingestFunnel } from '#schemas/events/ingest-funnel.ts';
import { BYTES_ID } from '#schemas/events/raw-listing.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { migrate } from '#warehouse/migrate.ts';
import { eventually } from '../support/collect.ts';
import { plainNormalise } from '../support/listings.ts';
import { eventsOf } from '../support/loaded-log.ts';
import { rebuildMarket } from '../support/rebuild-market.ts';

/**
 * A file of a collection: the hour it was made, from its name, and the listings it shows; of `A?`
 * nothing but its id can be read, and of `?` not even that. `A!` has ended by then.
 */
interface File {
  at: string;
  shows: readonly string[];
  /** After its first listing, in the middle of what was compressed. */
  breaksOff?: boolean;
}

let directory: string;
let log: EventLog;
let warehouse: Warehouse;
let running: RunningSubscription[];
let count = 0;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'rigworth-sweeps-'));
  log = await openEmbeddedLog({ directory: join(directory, 'log'), clock: systemClock });
  await log.ensureTopics(TOPICS);
  warehouse = await openWarehouse({ directory: join(directory, 'warehouse') });
  await migrate(warehouse);
  running = await startLoading({
    log,
    warehouse,
    normalise: (raw, position) =>
      raw.sourceId.startsWith(BYTES_ID)
        ? deadLetter('no_year', 'a record that says nothing of itself')
        : plainNormalise(raw, position),
    now: systemClock,
    onWait: () => undefined,
    lingerMs: 20,
  });
});
afterAll(async () => {
  for (const subscription of running) await subscription.stop();
  await log.close();
  await warehouse.close();
  await rm(directory, { recursive: true });
});

/** `20260528T14` as an instant. */
const instantOf = (hour: string): string =>
  hour.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)/, '$1-$2-$3T$4:00:00.000Z');

const newSource = (): string => `dealer-${(count += 1)}`;

interface Command {
  source: string;
  /** In the order given. */
  files: readonly File[];
  coverage?: 'partial';
}

/** What collects from a source the file of a day of May. */
const filesOf =
  (source: string) =>
  (day: number, shows: readonly string[]): Command => ({
    source,
    files: [{ at: `202605${day}T00`, shows }],
  });

/** Runs commands, and has the market show what they found. */
async function collect(...commands: readonly Command[]): Promise<void> {
  const runs = new Set<string>();
  for (const command of commands) runs.add(await publish(command));
  await eventually(
    () => warehouse.batch.rows<{ id: string }>(LOADED_RUNS),
    (rows) => runs.isSubsetOf(new Set(rows.map(({ id }) => id))),
  );
  await rebuildMarket(warehouse, `market-${(count += 1)}`);
}

const LOADED_RUNS = "SELECT run_id AS id FROM ingest_runs WHERE state = 'loaded'";

async function publish({ source, files, coverage }: Command): Promise<string> {
  const runId = `run-${(count += 1)}`;
  const paths: string[] = [];
  for (const [n, { at, shows, breaksOff }] of files.entries()) {
    const path = join(directory, `${n}_${at}.csv${breaksOff ? '.gz' : ''}`);
    const rows = shows.map((id) => {
      if (id === '?') return ',,torn,';
      if (id.endsWith('!')) return `${id.slice(0, -1)},${id},,${instantOf(at)}`;
      return id.endsWith('?') ? `${id.slice(0, -1)},no year,,` : `${id},${id},,`;
    });
    const text = ['Stock,Title,Note,Gone', ...rows].join('\n');
    await writeFile(path, breaksOff ? gzipSync(text).subarray(0, -12) : text);
    paths.push(path);
  }
  const mapping = parseMapping(
    `
source: ${source}
format: csv
coverage: ${coverage ?? 'full'}
id: [Stock]
fields: { title: Title, stockNumber: Stock, removedAt: Gone }
observedAt: { from: $file, pattern: '_(?<value>\\d{8}T\\d\\d)', format: YYYYMMDDTHH }
`,
    'test.yaml',
  );
  await collectFiles({
    log,
    clock: systemClock,
    mapping,
    files: paths,
    observedAt: undefined,
    runId,
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  return runId;
}

/** What each of its runs said of listings that it did not see and left current, oldest first. */
async function leftCurrent(source: string): Promise<Record<string, number>[]> {
  const told = await eventsOf(log, ingestFunnel);
  return told
    .filter((run) => run.source === source && run.step === 'compared')
    .map(({ missed = {} }) => missed);
}

async function current(source: string): Promise<string[]> {
  const rows = await warehouse.batch.rows<{ id: string }>(
    'SELECT source_id AS id FROM listings WHERE source = {source:String} AND current ORDER BY id',
    { source },
  );
  return rows.map(({ id }) => id);
}

describe('a full collection of files of several dates in one command', () => {
  it('ages out what only the older ones show, whatever their order', async () => {
    const march = { at: '20260301T00', shows: ['A', 'B', 'C'] };
    const may = { at: '20260528T00', shows: ['B', 'C', 'D'] };
    const [inOrder, backwards] = [newSource(), newSource()];
    await collect(
      { source: inOrder, files: [march, may] },
      { source: backwards, files: [may, march] },
    );
    expect(await current(inOrder)).toEqual(['B', 'C', 'D']);
    expect(await current(backwards)).toEqual(['B', 'C', 'D']);
  });

  it('takes the files of one date for one sweep', async () => {
    const source = newSource();
    const files = [
      { at: '20260528T14', shows: ['C'] },
      { at: '20260301T00', shows: ['A', 'B'] },
      { at: '20260528T09', shows: ['B'] },
    ];
    await collect({ source, files });
    expect(await current(source)).toEqual(['B', 'C']);
  });

  it('takes the files on either side of midnight for one sweep', async () => {
    const source = newSource();
    await collect({ source, files: [{ at: '20260501T00', shows: ['A', 'B', 'C', 'D'] }] });
    const files = [
      { at: '20260528T23', shows: ['A', 'B'] },
      { at: '20260529T00', shows: ['C', 'D'] },
    ];
    await collect({ source, files });
    expect(await current(source)).toEqual(['A', 'B', 'C', 'D']);
  });

  it('leaves what it saw and could not read, for as long as it sees it', async () => {
    const source = newSource();
    const file = filesOf(source);
    await collect(file(10, ['A', 'B', 'C', 'D']));
    await collect(file(11, ['A?', 'B', 'C']));
    expect(await current(source)).toEqual(['A', 'B', 'C']);
    await collect(file(12, ['A?', 'B?', 'C']));
    expect(await current(source)).toEqual(['A', 'B', 'C']);
    await collect(file(13, ['B', 'C', 'X?']));
    expect(await current(source)).toEqual(['B', 'C']);
  });

  it('takes what it could not read, of ids nobody knows, for nothing it saw', async () => {
    const source = newSource();
    await collect({ source, files: [{ at: '20260510T00', shows: ['A', 'B', 'C'] }] });
    await collect({ source, files: [{ at: '20260511T00', shows: ['A', 'X?', 'Y?', 'Z?'] }] });
    expect(await current(source)).toEqual(['A', 'B', 'C']);
  });

  it('ages out nothing where any listing may stand behind a record, and says behind how many', async () => {
    const source = newSource();
    const file = filesOf(source);
    // Of a source that shows nothing yet nothing can be gone.
    await collect(file(10, ['A', 'B', 'C', '?']));
    await collect(file(11, ['A', 'B', '?']));
    await collect(file(12, ['A', 'B', 'C?', '?', '?']));
    expect(await current(source)).toEqual(['A', 'B', 'C']);
    await collect(file(13, ['A', 'B']));
    expect(await current(source)).toEqual(['A', 'B']);
    expect(await leftCurrent(source)).toEqual([{}, { unidentified: 1 }, { unidentified: 2 }, {}]);
  });

  it('ages out nothing where it is partial, or shows fewer than half of what is current', async () => {
    const older = { at: '20260301T00', shows: ['A', 'B', 'C', 'D', 'E'] };
    const newer = { at: '20260528T00', shows: ['A', 'F'] };
    const source = newSource();
    await collect({ source, files: [older, newer], coverage: 'partial' });
    expect(await current(source)).toEqual(['A', 'B', 'C', 'D', 'E', 'F']);
    await collect({ source, files: [older, newer] });
    expect(await current(source)).toEqual(['A', 'B', 'C', 'D', 'E', 'F']);
  });

  it('takes ends for nothing that it saw on offer, nor for what it should have seen', async () => {
    const all = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
    const [aside, believed, own] = [newSource(), newSource(), newSource()];
    await collect(filesOf(aside)(10, all), filesOf(believed)(10, all));
    await collect(
      filesOf(aside)(11, ['A', 'B', 'C!', 'D!', 'E!']),
      filesOf(believed)(11, ['A', 'B', 'C!', 'D!', 'E!', 'F!']),
      {
        source: own,
        files: [
          { at: '20260510T00', shows: [...all, 'I!', 'J!'] },
          { at: '20260511T00', shows: ['A', 'B', 'C!', 'D!', 'E!', 'F!'] },
        ],
      },
    );
    expect(await current(aside)).toEqual(['A', 'B', 'F', 'G', 'H']);
    expect(await leftCurrent(aside)).toEqual([{}, { set_aside: 3 }]);
    expect(await current(believed)).toEqual(['A', 'B']);
    expect(await current(own)).toEqual(['A', 'B']);
    for (const n of [12, 13]) await collect(filesOf(aside)(n, ['A', 'B']));
    expect(await current(aside)).toEqual(['A', 'B']);
  });

  it('ages out what three whole sweeps in a row agree is gone, however much that is', async () => {
    const [small, parts, back, again] = [newSource(), newSource(), newSource(), newSource()];
    const all = ['A', 'B', 'C', 'D', 'E'];
    const days: [string, readonly (readonly string[])[]][] = [
      [small, [all, ['A', 'F'], ['A', 'F'], ['A', 'F']]],
      [parts, [all, ['A', 'B'], ['C'], ['D', 'E']]],
      [back, [all, ['A', 'B'], all, ['A', 'B']]],
    ];
    const day = (n: number, source: string, shows: readonly string[]) =>
      filesOf(source)(10 + n, shows);
    const quick = newSource();
    const hour = (n: number, shows: readonly string[]) => ({
      source: quick,
      files: [{ at: `20260510T${String(n).padStart(2, '0')}`, shows }],
    });
    for (const n of [0, 1, 2, 3])
      await collect(
        ...days.map(([source, shows]) => day(n, source, shows[n] ?? [])),
        // The same files again are no other sweep.
        day(Math.min(n, 1), again, n === 0 ? all : ['A', 'B']),
        // A part of a site may be all it shows for hours.
        hour(9 * Math.min(n, 1) + n, n === 0 ? all : ['A', 'B']),
      );
    expect(await current(small)).toEqual(['A', 'F']);
    for (const source of [parts, back, again, quick]) expect(await current(source)).toEqual(all);
    const setAside = async (source: string) =>
      (await leftCurrent(source)).map((missed) => missed['set_aside'] ?? 0);
    expect(await setAside(small)).toEqual([0, 3, 4, 0]);
    expect(await setAside(parts)).toEqual([0, 3, 4, 3]);
    expect(await setAside(back)).toEqual([0, 3, 0, 3]);
  });

  it('is held against the older of its own files too, where they show more than twice as much', async () => {
    const files = [
      { at: '20260101T00', shows: ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'] },
      { at: '20260301T00', shows: ['A', 'B', 'C', 'D', 'E'] },
    ];
    const [kept, swept] = [newSource(), newSource()];
    await collect(
      { source: kept, files: [...files, { at: '20260528T00', shows: ['A', 'F'] }] },
      { source: swept, files: [...files, { at: '20260528T00', shows: ['A', 'B', 'J'] }] },
    );
    expect(await current(kept)).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I']);
    expect(await current(swept)).toEqual(['A', 'B', 'J']);
  });

  it('ages out nothing where one of its files breaks off', async () => {
    const source = newSource();
    await collect({ source, files: [{ at: '20260501T00', shows: ['A', 'B', 'C', 'D'] }] });
    const files = [
      { at: '20260528T14', shows: ['A', 'B'] },
      { at: '20260528T15', shows: ['C', 'E'], breaksOff: true },
    ];
    await collect({ source, files });
    expect(await current(source)).toEqual(['A', 'B', 'C', 'D']);
  });

  it('leaves what the same files leave, taken one command each, oldest or newest first', async () => {
    // Half of all there is in each, so that no file is held for a part of itself.
    const shows = fc.shuffledSubarray(['A', 'B', 'C', 'D', 'E', 'F'], { minLength: 3 });
    const at = fc.integer({ min: 10, max: 31 }).map((day) => `202605${day}T00`);
    const files = fc.uniqueArray(fc.record({ at, shows }), {
      minLength: 1,
      maxLength: 3,
      selector: (file) => file.at,
    });
    // Many sources at a time: the market is rebuilt once for all of them.
    await fc.assert(
      fc.asyncProperty(fc.array(files, { maxLength: 8, size: 'max' }), async (collections) => {
        const sources = collections.map((files) => ({
          files,
          inOrder: files.toSorted((a, b) => a.at.localeCompare(b.at)),
          together: newSource(),
          singly: newSource(),
          backwards: newSource(),
        }));
        await collect(...sources.map(({ together, files }) => ({ source: together, files })));
        for (const step of [0, 1, 2])
          await collect(
            ...sources
              .flatMap(({ singly, backwards, inOrder }) => [
                { source: singly, files: inOrder.slice(step, step + 1) },
                { source: backwards, files: inOrder.toReversed().slice(step, step + 1) },
              ])
              .filter((command) => command.files.length > 0),
          );
        for (const { together, singly, backwards } of sources) {
          const left = await current(together);
          expect(await current(singly)).toEqual(left);
          expect(await current(backwards)).toEqual(left);
        }
      }),
      { numRuns: 2 },
    );
  });
});
