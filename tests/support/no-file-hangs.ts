import { Worker } from 'node:worker_threads';
import { expect } from 'vitest';
import type { WatchedFile } from './watch-file.ts';

/**
 * A test has its timeout, but a file that waits while it is loaded has none, nor has one whose event loop stands in an
 * engine's call: the run would wait for it for ever and say nothing. A thread of its own looks on.
 */
const LIMIT_MS = 15 * 60_000;
const BEAT_MS = 1_000;

declare global {
  var fileWatch: Worker | undefined;
}

function watch(): Worker {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const thread = new Worker(new URL('watch-file.ts', import.meta.url), { workerData: beats });
  thread.unref();
  setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS).unref();
  return thread;
}

// Files of one process have one thread, which hears of each as it begins.
globalThis.fileWatch ??= watch();
const file = expect.getState().testPath ?? 'a test file';
// A thread's message has no origin; the rule is about windows.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
globalThis.fileWatch.postMessage({ file, limitMs: LIMIT_MS } satisfies WatchedFile);
