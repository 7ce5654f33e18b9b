import { execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endWithUs } from './end-with-us.ts';
import { until } from './until.ts';

const run = promisify(execFile);
const INSTALLED = '/usr/lib/postgresql';

export interface PostgresServer {
  /** A database in the server. */
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

/** Postgres refuses to run as root: then it runs as the user its package made. */
function serverUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (which: string) => Number(execFileSync('id', [which, 'postgres']));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/**
 * A real Postgres: `DATABASE_URL` where set, else a new cluster on a free loopback port. For tests that
 * take it away; others take a database in the run's (`newDatabase`).
 */
export async function startPostgres(): Promise<PostgresServer | { unavailable: string }> {
  const given = process.env['DATABASE_URL'];
  if (given) return { url: given, stop: async () => {} };
  const bin = binaries();
  if (bin === undefined)
    return { unavailable: 'no DATABASE_URL and no Postgres server package is installed' };

  const directory = await mkdtemp(join(tmpdir(), 'rigworth-postgres-'));
  await chmod(directory, 0o777);
  const data = join(directory, 'data');
  const user = serverUser();
  const initArgs = ['-D', data, '-U', 'rigworth', '-A', 'trust', '--no-sync'];
  await run(join(bin, 'initdb'), initArgs, user);
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', 'fsync=off', 'shared_buffers=32MB'];
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-p', String(port), '-k', directory, ...settings.flatMap((one) => ['-c', one])],
    { stdio: 'ignore', ...user },
  );
  const guard = endWithUs(server, directory);
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  await untilReady(join(bin, 'pg_isready'), port);
  return {
    url: `postgres://rigworth@127.0.0.1:${port}/postgres`,
    async stop() {
      // At once, without a goodbye to those who are connected.
      server.kill('SIGQUIT');
      await ended;
      guard.kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function untilReady(pgIsReady: string, port: number): Promise<void> {
  const asked = ['-h', '127.0.0.1', '-p', String(port), '-q'];
  const answers = () =>
    run(pgIsReady, asked).then(
      () => true,
      () => false,
    );
  return until(`Postgres answers on port ${port}`, answers);
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
