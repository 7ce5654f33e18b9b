import { join } from 'node:path';
import { marketAnalysis } from '#schemas/api/market.ts';
import { ofBareRoute } from '../support/in-turns.ts';
import { sampleDataDir } from '../support/sample-data-dir.ts';
import { startServer } from '../support/start-server.ts';

/** The market's analysis, which follows from the snapshot alone, against the bare route. */
const dataDir = await sampleDataDir();
const { ports, stop } = await startServer<{ aggregate: number; bareRoute: number }>(
  'aggregate-server.ts',
  [join(dataDir, 'snapshots')],
);
const at = (port: number) => ({ url: `http://127.0.0.1:${port}${marketAnalysis.path}` });
const measure = await ofBareRoute(
  'cached aggregate',
  at(ports.aggregate),
  at(ports.bareRoute),
  0.8,
);
await stop();
console.log(JSON.stringify([measure]));
