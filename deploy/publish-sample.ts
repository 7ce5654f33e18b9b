import { fork } from 'node:child_process';
import { once } from 'node:events';
import { publishSampleMarket } from '#ingest/publish-sample.ts';
import { systemClock } from '#platform/clock.ts';
import { LOG_VARIABLES, loadConfig, type Config } from '#platform/config/load.ts';
import { Lifecycle } from '#platform/lifecycle.ts';
import { createLogger } from '#platform/logging.ts';
import { openLogPart, prepareDataDir } from './parts.ts';

interface Result {
  published: boolean;
}

/**
 * Publishes the sample market in a process of its own: drawing it takes seconds of a core, which the
 * pipelines need meanwhile, and memory that a server should not keep.
 * @returns false when there was nothing to do
 * @throws Error when the process failed, or the signal's reason when it was broken off
 */
export async function publishSampleAside(
  config: Config<'DATA_DIR' | 'KAFKA_BROKERS'>,
  signal: AbortSignal,
): Promise<boolean> {
  signal.throwIfAborted();
  const child = fork(import.meta.filename, {
    env: {
      ...process.env,
      DATA_DIR: config.DATA_DIR,
      ...(config.KAFKA_BROKERS && { KAFKA_BROKERS: config.KAFKA_BROKERS.join(',') }),
    },
  });
  const abort = (): void => {
    if (child.connected) child.disconnect();
  };
  signal.addEventListener('abort', abort, { once: true });
  let result: Result | undefined;
  child.once('message', (message) => (result = message as Result));
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    if (result !== undefined) return result.published;
    signal.throwIfAborted();
    throw new Error(`Publishing the sample market ended with ${code}; see the lines before this.`);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** The process: publishes, says so to whoever forked it, and gives up when that process is gone. */
async function main(): Promise<void> {
  const abort = new AbortController();
  process.once('disconnect', () => abort.abort(new Error('stopping')));
  // Ctrl-C reaches the whole group: who forked us says when to stop.
  process.on('SIGINT', () => undefined);
  const config = loadConfig(process.env, ['DATA_DIR', ...LOG_VARIABLES, 'LOG_LEVEL']);
  const logger = createLogger(config.LOG_LEVEL);
  const lifecycle = new Lifecycle(logger);
  try {
    const opening = { paths: await prepareDataDir(config.DATA_DIR), lifecycle, logger };
    const log = await openLogPart(config, opening, 'rigworth-sample');
    const published = await publishSampleMarket({ log, clock: systemClock, signal: abort.signal });
    // Whoever is gone by now needs no answer, and is no fault.
    process.send?.({ published } satisfies Result, undefined, undefined, () => undefined);
  } catch (error) {
    if (!abort.signal.aborted) throw error;
  } finally {
    await lifecycle.stop();
    if (process.connected) process.disconnect();
  }
}

if (import.meta.main) await main();
