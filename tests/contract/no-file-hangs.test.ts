import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);
const WATCH = new URL('../support/watch-file.ts', import.meta.url);

/** A process watched for `limitMs` that then does what `script` says. */
const watched = (limitMs: number, script: string) =>
  run(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { Worker } from 'node:worker_threads';
     const beats = new Int32Array(new SharedArrayBuffer(4));
     const thread = new Worker(new URL('${WATCH.href}'), { workerData: beats, execArgv: [] });
     thread.postMessage({ file: 'one.test.ts', limitMs: ${limitMs} });
     await new Promise((resolve) => thread.once('online', resolve));
     thread.unref();
     ${script}`,
  ]);

it.each([
  ['waits', 'setInterval(() => Atomics.add(beats, 0, 1), 100);', 'it waits'],
  [
    'stands in a call',
    'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);',
    'it is in a call',
  ],
])('a file that %s for longer than it may is named, and ended', async (_, script, said) => {
  const ended = await watched(100, script).then(
    () => undefined,
    (error: unknown) => error as { signal: string; stderr: string },
  );
  expect(ended?.signal).toBe('SIGKILL');
  expect(ended?.stderr).toContain('one.test.ts has not ended');
  expect(ended?.stderr).toContain(said);
});

it('a file that ends in time is left alone', async () => {
  expect((await watched(3_600_000, '')).stderr).toBe('');
});
