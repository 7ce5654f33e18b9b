import { readdirSync, readFileSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

export interface WatchedFile {
  file: string;
  limitMs: number;
}

/** How often the event loop of the test file has turned: once a second where nothing holds it up. */
const beats = workerData as Int32Array<SharedArrayBuffer>;
const STDERR = 2;

let limit: NodeJS.Timeout | undefined;
parentPort?.on('message', ({ file, limitMs }: WatchedFile) => {
  clearTimeout(limit);
  limit = setTimeout(() => void end(file, limitMs), limitMs);
});

/**
 * Says what the file is at, and ends its process: the run goes on with the others, and fails. It asks nothing of the main
 * thread, which may answer no more.
 */
async function end(file: string, limitMs: number): Promise<void> {
  const before = Atomics.load(beats, 0);
  await sleep(3_000);
  const turns = Atomics.load(beats, 0) - before;
  const lines = [
    `${file} has not ended in ${limitMs / 60_000} minutes; its process is killed.`,
    turns > 0 ? 'Its event loop turns: it waits.' : 'Its event loop stands: it is in a call.',
    ...threadsAndChildren(),
  ];
  writeSync(STDERR, `${lines.join('\n')}\n`);
  process.kill(process.pid, 'SIGKILL');
}

/** Every thread with its state and where it stands in the kernel, and the processes it started; on Linux alone. */
function threadsAndChildren(): string[] {
  try {
    const lines: string[] = [];
    for (const id of readdirSync('/proc/self/task')) {
      const of = (what: string): string => readFileSync(`/proc/self/task/${id}/${what}`, 'utf8');
      const state = /State:\s+(.*)/.exec(of('status'))?.[1];
      lines.push(`  thread ${id} ${of('comm').trim()}: ${state} ${of('wchan')}`);
      for (const child of of('children').split(' ').filter(Boolean)) {
        const command = readFileSync(`/proc/${child}/cmdline`, 'utf8').replaceAll('\0', ' ');
        lines.push(`    its process ${child}: ${command.slice(0, 200)}`);
      }
    }
    return lines;
  } catch (error) {
    return [`Its threads cannot be listed: ${String(error)}`];
  }
}
