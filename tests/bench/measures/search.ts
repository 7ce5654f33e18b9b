import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { rawListing, type RawListing } from '#schemas/events/raw-listing.ts';
import { atMost, percentile, told, type Measure } from '../measure.ts';
import { addTail, ingestListings, rebuildListings } from '../support/million-listings.ts';
import { sampleDataDir } from '../support/sample-data-dir.ts';
import { benchFolder, scaled } from '../support/scale.ts';
import { facetsRequest, phraseRequest, searchRequest } from '../support/search-requests.ts';
import { simulatedEvents } from '../support/simulated-events.ts';
import { startServer } from '../support/start-server.ts';

/**
 * Search through the HTTP API over a million units as ingested, every request different: right after
 * a compute, and with 20,000 listings that came in since; and the counts per choice of the same filters,
 * which the portal asks for once it shows the results; and by phrases that say what filters do. The baseline is `SELECT 1` of the same engine
 * through the same HTTP.
 */
const UNITS = scaled(1_000_000);
/** A few units are listed twice. */
const LISTINGS = Math.round(UNITS * 1.03);
const TAIL = scaled(20_000);
const ONE_AT_A_TIME = 360;
const EIGHT_AT_ONCE = 720;
const COUNTED = 180;
const WARM_UP = 36;

const snapshots = join(await sampleDataDir(), 'snapshots');
const directory = join(benchFolder(), 'million');
const started = performance.now();
const market = existsSync(directory)
  ? await rebuildListings(directory)
  : await ingestListings(directory, LISTINGS);
console.error(
  `${market.listings} listings, ${market.currentUnits} units to search in ${Math.round((performance.now() - started) / 1_000)} s`,
);
if (market.currentUnits < UNITS) throw new Error(`only ${market.currentUnits} units to search`);

const subjects: RawListing[] = [];
for (const event of await simulatedEvents({ listings: 2_000, runId: 'bench', firstOnly: true }))
  subjects.push(event);
let asked = 0;

const measures = await measureSearch('');
await addTail(directory, TAIL, 11);
measures.push(...(await measureSearch(` with ${TAIL} listings changed since`)));
console.log(JSON.stringify(measures));

async function measureSearch(state: string): Promise<Measure[]> {
  const { ports, stop } = await startServer<{ search: number; bare: number }>('search-server.ts', [
    directory,
    snapshots,
  ]);
  const searchBy = (request: typeof searchRequest, count: number, atOnce: number) =>
    p95(count, atOnce, () => {
      const subject = subjects[(asked * 37) % subjects.length];
      if (subject === undefined) throw new Error(`no ${rawListing.name} to search for`);
      return `http://127.0.0.1:${ports.search}${request((asked += 1), subject)}`;
    });
  const search = (count: number, atOnce: number) => searchBy(searchRequest, count, atOnce);
  const bare = (count: number, atOnce: number): Promise<number> =>
    p95(count, atOnce, () => `http://127.0.0.1:${ports.bare}/`);
  try {
    await bare(WARM_UP, 1);
    await search(WARM_UP, 1);
    return [
      atMost(
        `search over ${UNITS} units${state}, one at a time, p95`,
        await search(ONE_AT_A_TIME, 1),
        'ms',
        80,
        await bare(ONE_AT_A_TIME, 1),
      ),
      atMost(
        `search over ${UNITS} units${state}, eight at once, p95`,
        await search(EIGHT_AT_ONCE, 8),
        'ms',
        400,
        await bare(EIGHT_AT_ONCE, 8),
      ),
      told(
        `counts per choice over ${UNITS} units${state}, one at a time, p95`,
        await searchBy(facetsRequest, COUNTED, 1),
        'ms',
        await bare(COUNTED, 1),
      ),
      told(
        `search by phrases over ${UNITS} units${state}, one at a time, p95`,
        await searchBy(phraseRequest, COUNTED, 1),
        'ms',
        await bare(COUNTED, 1),
      ),
    ];
  } finally {
    await stop();
  }
}

/** 95th percentile of the milliseconds from asking to the last byte. */
async function p95(count: number, atOnce: number, next: () => string): Promise<number> {
  const times: { ms: number; url: string }[] = [];
  let left = count;
  const ask = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const url = next();
      const begun = performance.now();
      const response = await fetch(url);
      const body = await response.text();
      if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${body}`);
      times.push({ ms: performance.now() - begun, url });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
  if (process.env['BENCH_SLOWEST'])
    for (const { ms, url } of times.toSorted((a, b) => b.ms - a.ms).slice(0, 15))
      console.error(`${Math.round(ms)} ms ${url}`);
  return percentile(
    times.map(({ ms }) => ms),
    0.95,
  );
}
