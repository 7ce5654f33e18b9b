import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { type PostgresServer, startPostgres } from './postgres.ts';

/** What test files share: made for the first that asks, gone with the run. */
export interface OnceARun {
  /** A Postgres server; each file makes a database of its own in it. */
  postgres: { url: string } | { unavailable: string };
  /** A folder with an embedded user store of the newest tables, to be copied. */
  users: { directory: string };
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Where `OnceARun` is asked for. */
    onceARun: string;
  }
}

const MAKE_USERS = join(import.meta.dirname, 'make-users.ts');

/**
 * Runs once before the tests, in the process that outlives every test file. Test files are processes
 * of their own, so they ask over loopback; who asks for nothing starts nothing.
 */
export default async function onceARun(project: TestProject): Promise<() => Promise<void>> {
  let server: Promise<PostgresServer | { unavailable: string }> | undefined;
  let folder: Promise<string> | undefined;
  const make: { [Name in keyof OnceARun]: () => Promise<OnceARun[Name]> } = {
    postgres: () => (server ??= startPostgres()),
    users: async () => ({ directory: join(await (folder ??= usersFolder()), 'users') }),
  };

  const asked = createServer((request, response) => {
    const name = request.url?.slice(1) as keyof OnceARun;
    make[name]().then(
      (made) => response.end(JSON.stringify(made)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  asked.listen(0, '127.0.0.1');
  await once(asked, 'listening');
  project.provide('onceARun', `http://127.0.0.1:${(asked.address() as AddressInfo).port}`);

  return async () => {
    asked.close();
    asked.closeAllConnections();
    const [started, made] = await Promise.all([server, folder]);
    if (started !== undefined && 'stop' in started) await started.stop();
    if (made !== undefined) await rm(made, { recursive: true, force: true });
  };
}

/** In a process of its own: the memory it takes is never given back. */
async function usersFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rigworth-users-'));
  await promisify(execFile)(process.execPath, [MAKE_USERS, join(folder, 'users')]);
  return folder;
}
