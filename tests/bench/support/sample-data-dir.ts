import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from '../../support/server.ts';

/**
 * A DATA_DIR with the sample market and its first snapshot, made once a bench run in the folder that
 * `tests/bench/run.ts` gives and removes.
 */
export async function sampleDataDir(): Promise<string> {
  const folder = process.env['BENCH_FOLDER'];
  if (folder === undefined) throw new Error('run the measures through npm run bench');
  const dataDir = join(folder, 'sample');
  if (existsSync(join(dataDir, 'snapshots', 'latest'))) return dataDir;
  const server = await startServer({ DATA_DIR: dataDir });
  await server.stop();
  return dataDir;
}
