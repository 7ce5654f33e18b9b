import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface StandIn {
  url: string;
  /** Ends its process, as a server that goes away. */
  stop(): Promise<void>;
}

/**
 * A stand-in for a ClickHouse server, where none can be had: ClickHouse's HTTP interface in front of
 * the embedded engine, in a process of its own. The engine is the same; sockets, authentication,
 * compression of answers and several clients' load are not what a server's would be.
 */
export async function startClickHouseStandIn(): Promise<StandIn> {
  const directory = mkdtempSync(join(tmpdir(), 'rigworth-clickhouse-'));
  const script = join(import.meta.dirname, 'clickhouse-http-process.ts');
  const child = spawn(process.execPath, [script, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const port = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`The stand-in ended with ${code}.`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM');
      await closed;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
