import { join } from 'node:path';
import autocannon from 'autocannon';
import { comprehensiveAnalysis } from '#schemas/api/analysis.ts';
import { atLeast, percentile } from '../measure.ts';
import { sampleDataDir } from '../support/sample-data-dir.ts';
import { startServer } from '../support/start-server.ts';

/**
 * The analysis call against the bare route, both served by one process in turns, so that the machine's
 * noise meets both. Requests differ in year and mileage. The ratio of the medians counts.
 */
const ROUNDS = 5;
const SECONDS = 4;
const CONNECTIONS = 10;

const dataDir = await sampleDataDir();
const { ports, stop } = await startServer<{ analysis: number; bareRoute: number }>(
  'analysis-server.ts',
  [join(dataDir, 'snapshots')],
);

const requests = Array.from({ length: 40 }, (_, i) => ({
  method: 'POST' as const,
  path: comprehensiveAnalysis.path,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    make: ['Keystone', 'Jayco', 'Forest River', 'Winnebago'][i % 4],
    model: ['Montana', 'Eagle', 'Wildwood', 'Minnie'][i % 4],
    year: 2012 + (i % 14),
    mileage: i % 3 === 0 ? '' : 1_000 * i,
  }),
}));

async function requestsPerSecond(port: number): Promise<number> {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests,
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} answers were not 2xx, ${result.errors} failed`);
  return result.requests.average;
}

await requestsPerSecond(ports.analysis);
const analysis: number[] = [];
const bare: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  analysis.push(await requestsPerSecond(ports.analysis));
  bare.push(await requestsPerSecond(ports.bareRoute));
}
await stop();

const [ours, theirs] = [percentile(analysis, 0.5), percentile(bare, 0.5)];
console.error(
  `analysis ${Math.round(ours)} requests/s, bare route ${Math.round(theirs)} requests/s`,
);
console.log(
  JSON.stringify([
    atLeast('analysis call of the bare route', ours / theirs, 'of its requests per second', 0.6, 1),
  ]),
);
