import { appendFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/**
 * Preloaded (`--import`) into a process that is measured: at each SIGUSR2 it appends one line with its
 * event loop's delays since the last one, in milliseconds, to the file `BENCH_LOOP_FILE`, and begins anew.
 */
const file = process.env['BENCH_LOOP_FILE'];
/** The histogram's own timer comes after so long at best; it is no delay. */
const RESOLUTION_MS = 10;
const MS = 1e6;

if (isMainThread && file !== undefined) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  process.on('SIGUSR2', () => {
    const delay = (nanoseconds: number): number => Math.max(0, nanoseconds / MS - RESOLUTION_MS);
    const line = {
      p50: delay(delays.percentile(50)),
      p99: delay(delays.percentile(99)),
      max: delay(delays.max),
    };
    appendFileSync(file, `${JSON.stringify(line)}\n`);
    delays.reset();
  });
}
