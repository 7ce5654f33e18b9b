import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { guarded } from './errors.ts';
import { openPglite } from './open-pglite.ts';
import { UserStoreUnavailable, type Queries, type Row, type UserStore } from './store.ts';

/** Postgres gives its files to all: only the folder keeps others of the machine from mails and hashes. */
const OWNER_ONLY = 0o700;
const CREATE = join(import.meta.dirname, 'create-embedded.ts');

/**
 * Postgres in this process, its files in `directory`. Two processes on one folder lose data silently,
 * so whoever opens it must hold the lock of DATA_DIR first.
 * @throws UserStoreUnavailable when a new folder cannot be filled
 */
export async function openEmbeddedPostgres(directory: string): Promise<UserStore> {
  if (!existsSync(join(directory, 'PG_VERSION'))) await createFiles(directory);
  // One that an earlier version made; whose it is not may not close it.
  if ((await stat(directory)).uid === process.getuid?.()) await chmod(directory, OWNER_ONLY);
  const database = await openPglite(directory);
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
    async listen(channel, hear) {
      await database.listen(channel, hear);
    },
    close: () => database.close(),
  };
}

/**
 * Fills a new folder in a child process: making a database takes 0.6 GB for two seconds (measured),
 * which WebAssembly never gives back. The folder gets its name when it is whole, so that one that was
 * cut off is made anew.
 */
async function createFiles(directory: string): Promise<void> {
  const unfinished = `${directory}.part`;
  await rm(unfinished, { recursive: true, force: true });
  await rm(directory, { recursive: true, force: true });
  await mkdir(dirname(directory), { recursive: true });
  await mkdir(unfinished, { mode: OWNER_ONLY });
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
