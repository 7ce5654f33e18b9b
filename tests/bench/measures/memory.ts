import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from '../../support/server.ts';
import { atMost } from '../measure.ts';

/**
 * The server process from its start on an empty folder, through the sample market, to two minutes
 * after the first snapshot: the highest resident memory the kernel saw. As on a fresh clone, the
 * portal is not built yet: the start builds it, in a process of its own. Needs /proc.
 */
const AFTER_MS = 120_000;

const folder = process.env['BENCH_FOLDER'];
if (folder === undefined) throw new Error('run the measures through npm run bench');
await rm(join(import.meta.dirname, '../../../.build/portal'), { recursive: true, force: true });
const started = performance.now();
const server = await startServer({
  DATA_DIR: join(folder, `memory-${process.pid}`),
});
const healthy = (performance.now() - started) / 1_000;
await sleep(AFTER_MS);
const status = await readFile(`/proc/${server.process.pid}/status`, 'utf8');
const [, kilobytes = 'NaN'] = /^VmHWM:\s+(\d+) kB/m.exec(status) ?? [];
await server.stop();
console.log(
  JSON.stringify([
    atMost(
      'memory of the server with the sample market',
      (Number(kilobytes) * 1_024) / 1e9,
      'GB',
      1.5,
    ),
    atMost('first start until healthy', healthy, 's', 60),
  ]),
);
