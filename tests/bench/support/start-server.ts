import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface BenchServer<Ports> {
  /** What it said in its first line. */
  ports: Ports;
  stop: () => Promise<void>;
}

/** Starts one of the servers of this folder in a process of its own. It ends with the measure, however that ends. */
export async function startServer<Ports>(
  script: string,
  args: readonly string[],
): Promise<BenchServer<Ports>> {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill());
  const ended = once(child, 'exit');
  const ports = await new Promise<Ports>((resolve, reject) => {
    createInterface(child.stdout).once('line', (line) => resolve(JSON.parse(line) as Ports));
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
  return {
    ports,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}
