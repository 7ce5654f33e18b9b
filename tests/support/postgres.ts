import { execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const INSTALLED = '/usr/lib/postgresql';

export interface PostgresServer {
  /** A database of its own in the server. */
  url: string;
  stop(): Promise<void>;
}

/** Where Debian's packages put the newest server, or undefined where there is none. */
function binaries(): string | undefined {
  if (!existsSync(INSTALLED)) return undefined;
  const versions = readdirSync(INSTALLED).filter((version) =>
    existsSync(join(INSTALLED, version, 'bin', 'initdb')),
  );
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0];
  return newest === undefined ? undefined : join(INSTALLED, newest, 'bin');
}

/** Postgres refuses to run as root: then everything runs as the user its package made. */
function asServerUser(command: string, args: string[]): [string, string[]] {
  return process.getuid?.() === 0
    ? ['runuser', ['-u', 'postgres', '--', command, ...args]]
    : [command, args];
}

/** A real Postgres for one test file: `DATABASE_URL` where set, else a new cluster on a free loopback port. */
export async function startPostgres(): Promise<PostgresServer | { unavailable: string }> {
  const given = process.env['DATABASE_URL'];
  if (given) return { url: given, stop: async () => {} };
  const bin = binaries();
  if (bin === undefined)
    return { unavailable: 'no DATABASE_URL and no Postgres server package is installed' };

  const directory = await mkdtemp(join(tmpdir(), 'rigworth-postgres-'));
  await chmod(directory, 0o777);
  const data = join(directory, 'data');
  const [initdb, initArgs] = asServerUser(join(bin, 'initdb'), [
    '-D',
    data,
    '-U',
    'rigworth',
    '-A',
    'trust',
    '--no-sync',
  ]);
  await run(initdb, initArgs);
  const port = await freePort();
  const [postgres, args] = asServerUser(join(bin, 'postgres'), [
    '-D',
    data,
    '-p',
    String(port),
    '-k',
    directory,
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'fsync=off',
    '-c',
    'shared_buffers=32MB',
  ]);
  const server = spawn(postgres, args, { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  await untilReady(join(bin, 'pg_isready'), port);
  return {
    url: `postgres://rigworth@127.0.0.1:${port}/postgres`,
    async stop() {
      const [pgCtl, stopArgs] = asServerUser(join(bin, 'pg_ctl'), [
        'stop',
        '-D',
        data,
        '-m',
        'immediate',
      ]);
      await run(pgCtl, stopArgs);
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function untilReady(pgIsReady: string, port: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const ready = await run(pgIsReady, ['-h', '127.0.0.1', '-p', String(port), '-q']).then(
      () => true,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Postgres on port ${port} was not ready within 10 s`);
}

/** A loopback port nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}
