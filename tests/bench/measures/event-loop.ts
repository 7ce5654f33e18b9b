import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCommand, startServer } from '../../support/server.ts';
import { atMost } from '../measure.ts';
import { benchFolder, scaled } from '../support/scale.ts';

/**
 * The server on embedded parts while `npm run ingest` brings a file in, from the command's start until
 * its events are in every figure: normalising, inserting, and the batch over them. Measured inside the
 * server's process; the baseline is the same server at rest.
 */
const EVENTS = scaled(60_000);
const SIGHTINGS_PER_LISTING = 2;
const REST_MS = 5_000;

const folder = join(benchFolder(), `event-loop-${process.pid}`);
const file = join(benchFolder(), `listings-${process.pid}.ndjson`);
const delaysFile = join(benchFolder(), `delays-${process.pid}.ndjson`);
const listings = Math.ceil(EVENTS / SIGHTINGS_PER_LISTING);
await succeed('simulate.ts', ['--listings', String(listings), '--out', file], {});

const variables = { DATA_DIR: folder, SAMPLE: 'off', LOG_LEVEL: 'warn' };
const server = await startServer({
  ...variables,
  LOG_LEVEL: 'info',
  NODE_OPTIONS: `--import=${join(import.meta.dirname, '../support/watch-event-loop.ts')}`,
  BENCH_LOOP_FILE: delaysFile,
});
await sleep(1_000);
await delaysSinceLast();
await sleep(REST_MS);
const rest = await delaysSinceLast();
const { stdout } = await succeed('ingest.ts', [file, '--source', 'simulator'], variables);
const busy = await delaysSinceLast();
await server.stop();
console.error(stdout.trim());
console.error(
  `event loop in ms, at rest ${JSON.stringify(rest)}, while ingesting ${JSON.stringify(busy)}`,
);
console.log(
  JSON.stringify([atMost('event loop delay while ingesting, p99', busy.p99, 'ms', 100, rest.p99)]),
);

/** What the preloaded watcher says when it is asked. */
async function delaysSinceLast(): Promise<{ p50: number; p99: number; max: number }> {
  const read = (): string[] =>
    existsSync(delaysFile) ? readFileSync(delaysFile, 'utf8').split('\n').filter(Boolean) : [];
  const before = read().length;
  server.process.kill('SIGUSR2');
  for (;;) {
    const line = read()[before];
    if (line !== undefined) return JSON.parse(line) as { p50: number; p99: number; max: number };
    await sleep(20);
  }
}

async function succeed(script: string, args: string[], environment: Record<string, string>) {
  const finished = await runCommand(script, args, environment);
  if (finished.code !== 0)
    throw new Error(`${script} ended with ${finished.code}: ${finished.stderr}`);
  return finished;
}
