import { readFileSync } from 'node:fs';
import autocannon, { type Options } from 'autocannon';
import { comprehensiveAnalysis } from '#schemas/api/analysis.ts';
import { rvModels } from '#schemas/api/catalogue.ts';
import { searchListings } from '#schemas/api/listings.ts';
import { marketAnalysis, marketStories } from '#schemas/api/market.ts';
import { startServer } from '../../support/server.ts';
import { atMost, percentile } from '../measure.ts';
import { sampleDataDir } from '../support/sample-data-dir.ts';
import { scaled } from '../support/scale.ts';

/**
 * The server under what people ask of it, a hundred times a second for ten minutes, and then under all that
 * five hundred connections can ask: its memory stays flat, nothing fails, it answers at once when those
 * are gone, and is then as quick as before. Needs /proc.
 */
const STEADY_SECONDS = scaled(600);
const OVERLOAD_SECONDS = 20;
const QUIET_SECONDS = 10;
const QUIET_TIMES = 3;
const RATE = 100;
const SAMPLE_EVERY_MS = 1_000;

const server = await startServer({
  DATA_DIR: await sampleDataDir(),
  RATE_LIMIT_PER_MINUTE: '1000000000',
  // As behind a proxy: one address alone may not have so many connections.
  TRUST_PROXY: '1',
});

const MAKES = ['Keystone', 'Jayco', 'Forest River', 'Winnebago', 'Thor', 'Grand Design'];
const requests = Array.from({ length: 240 }, (_, i) => {
  const make = MAKES[i % MAKES.length] ?? '';
  const get = (path: string, query = {}) => ({
    method: 'GET' as const,
    path: `${path}?${new URLSearchParams(query).toString()}`,
  });
  if (i % 4 === 0) return get(searchListings.path, { make, offset: String(20 * (i % 5)) });
  if (i % 12 === 1) return get(rvModels.path, { make });
  if (i % 12 === 2) return get(marketAnalysis.path);
  if (i % 12 === 3) return get(marketStories.path);
  return {
    method: 'POST' as const,
    path: comprehensiveAnalysis.path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ make, model: 'Eagle', year: 2010 + (i % 16), mileage: 1_000 * i }),
  };
});

async function ask(options: Omit<Options, 'url'>): Promise<autocannon.Result> {
  const result = await autocannon({ url: server.url, requests, ...options });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} answers were not 2xx, ${result.errors} failed`);
  return result;
}
const steady = (duration: number) => ask({ connections: 10, overallRate: RATE, duration });

const resident: number[] = [];
const sampling = setInterval(() => {
  const status = readFileSync(`/proc/${server.process.pid ?? 0}/status`, 'utf8');
  resident.push(Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1_024);
}, SAMPLE_EVERY_MS);
await steady(STEADY_SECONDS);
clearInterval(sampling);

/** Until a search is answered, which is what the most of an overload waits for. */
async function secondsOfSearch(): Promise<number> {
  const start = performance.now();
  const answer = await fetch(`${server.url}${searchListings.path}?make=Keystone`);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`a search was answered with ${answer.status}`);
  return (performance.now() - start) / 1_000;
}

/** The p97.5 of a quiet time, in milliseconds: the least of several, since noise only ever slows. */
async function quiet(): Promise<number> {
  const times: number[] = [];
  while (times.length < QUIET_TIMES) times.push((await steady(QUIET_SECONDS)).latency.p97_5);
  return Math.min(...times);
}

const before = await quiet();
await ask({ connections: 500, duration: OVERLOAD_SECONDS, timeout: 60 });
const firstAnswer = await secondsOfSearch();
const after = await quiet();
await server.stop();

// The first fifth warms up.
const fifth = Math.floor(resident.length / 5);
const early = percentile(resident.slice(fifth, 2 * fifth), 0.5);
const late = percentile(resident.slice(-fifth), 0.5);
console.error(`resident MB: ${Math.round(early)} early, ${Math.round(late)} late`);
console.error(`p97.5: ${before} ms before the overload, ${after} ms after`);
console.log(
  JSON.stringify([
    atMost('memory after ten minutes of requests', late / early, 'of it after two', 1.1, 1),
    atMost('first search after an overload', firstAnswer, 's', 2),
    atMost('p97.5 after an overload', after / before, 'times that before', 1.5, 1),
  ]),
);
