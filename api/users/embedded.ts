import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { guarded } from './errors.ts';
import { UserStoreUnavailable, type Queries, type Row, type UserStore } from './store.ts';

const CREATE = join(import.meta.dirname, 'create-embedded.ts');

/**
 * Postgres in this process, its files in `directory`. Two processes on one folder lose data silently,
 * so whoever opens it must hold the lock of DATA_DIR first.
 * @throws UserStoreUnavailable when a new folder cannot be filled
 */
export async function openEmbeddedPostgres(directory: string): Promise<UserStore> {
  if (!existsSync(join(directory, 'PG_VERSION'))) await createFiles(directory);
  const database = await PGlite.create({ dataDir: directory });
  return {
    query: async <R extends Row>(text: string, values: readonly unknown[] = []) =>
      (await guarded(() => database.query<R>(text, [...values]))).rows,
    tx: <T>(work: (queries: Queries) => Promise<T>) =>
      database.transaction((transaction) =>
        work({
          query: async <R extends Row>(text: string, values: readonly unknown[] = []) =>
            (await guarded(() => transaction.query<R>(text, [...values]))).rows,
        }),
      ),
    close: () => database.close(),
  };
}

/**
 * Fills a new folder in a child process: making a database takes 1.1 GB for two seconds (measured),
 * which WebAssembly never gives back. The folder gets its name when it is whole, so that one that was
 * cut off is made anew.
 */
async function createFiles(directory: string): Promise<void> {
  const unfinished = `${directory}.part`;
  await rm(unfinished, { recursive: true, force: true });
  await rm(directory, { recursive: true, force: true });
  await mkdir(dirname(directory), { recursive: true });
  const child = spawn(process.execPath, [CREATE, unfinished], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (data: Buffer) => (said += data.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0)
    throw new UserStoreUnavailable(
      `The user store in ${directory} cannot be made: ${said.trim().split('\n').at(-1)}`,
    );
  await rename(unfinished, directory);
}
