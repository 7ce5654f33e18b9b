import { join } from 'node:path';
import { comprehensiveAnalysis } from '#schemas/api/analysis.ts';
import { ofBareRoute } from '../support/in-turns.ts';
import { sampleDataDir } from '../support/sample-data-dir.ts';
import { startServer } from '../support/start-server.ts';

/** The analysis call against the bare route. Requests differ in year and mileage. */
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

const measure = await ofBareRoute(
  'analysis call',
  { url: `http://127.0.0.1:${ports.analysis}`, requests },
  { url: `http://127.0.0.1:${ports.bareRoute}`, requests },
  0.6,
);
await stop();
console.log(JSON.stringify([measure]));
