import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, vi } from 'vitest';
import { openEmbeddedPostgres } from '#api/users/embedded.ts';
import { migrate } from '#api/users/migrate.ts';
import { openPostgres } from '#api/users/postgres.ts';
import type { Queries, Row, UserStore } from '#api/users/store.ts';
import { requireOrSkip } from './engines.ts';
import type { OnceARun } from './once-a-run.ts';
import type { PostgresServer } from './postgres.ts';

/** The store; the first query outside a transaction whose text has `text` is followed by `then`. */
export function followedBy(
  store: UserStore,
  text: string,
  then: () => PromiseLike<unknown>,
): UserStore {
  let isDone = false;
  return {
    ...store,
    async query<R extends Row>(query: string, values?: readonly unknown[]) {
      const rows = await store.query<R>(query, values);
      if (isDone || !query.includes(text)) return rows;
      isDone = true;
      await then();
      return rows;
    },
  };
}

/**
 * What a person does many times at once: all of `works` waits for the lock that is held of the person, and after
 * `then` goes on at the same moment. On a Postgres server; the embedded store does one thing after the other.
 */
export const whileHeld = <T>(
  store: UserStore,
  userId: string,
  works: readonly (() => PromiseLike<T>)[],
  then: (queries: Queries) => Promise<unknown> = async () => undefined,
): Promise<T[]> =>
  whileLocked(
    store,
    (queries) => queries.query('select id from users where id = $1 for update', [userId]),
    works,
    then,
  );

/** The same, with whatever `lock` does to be waited for. */
export async function whileLocked<T>(
  store: UserStore,
  lock: (queries: Queries) => Promise<unknown>,
  works: readonly (() => PromiseLike<T>)[],
  then: (queries: Queries) => Promise<unknown>,
): Promise<T[]> {
  const working = await store.tx(async (queries) => {
    await lock(queries);
    const under = works.map(async (work) => work());
    await vi.waitFor(async () => {
      const waiting = await store.query(
        `select pid from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(waiting).toHaveLength(works.length);
    }, 10_000);
    await then(queries);
    return { under };
  });
  return Promise.all(working.under);
}

/** Rows, of whatever table, in which one of the texts stands. */
export async function rowsNaming(store: UserStore, texts: string[]): Promise<unknown[]> {
  const tables = await store.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const found: unknown[] = [];
  for (const { name } of tables)
    for (const text of texts)
      found.push(
        ...(await store.query(`select * from "${name}" as r where r::text ilike $1`, [
          `%${text}%`,
        ])),
      );
  return found;
}

async function askOfTheRun<Name extends keyof OnceARun>(name: Name): Promise<OnceARun[Name]> {
  const answer = await fetch(`${inject('onceARun')}/${name}`);
  if (!answer.ok) throw new Error(`The run has no ${name}: ${await answer.text()}`);
  return (await answer.json()) as OnceARun[Name];
}

/** An embedded user store with the newest tables, in a new folder: one ready-made, for making one takes seconds. */
export async function newEmbeddedStore(directory: string): Promise<UserStore> {
  cpSync((await askOfTheRun('users')).directory, directory, { recursive: true });
  return openEmbeddedPostgres(directory);
}

/** A database of its own, without tables, in the Postgres server of the run. */
export async function newDatabase(): Promise<PostgresServer | { unavailable: string }> {
  const server = await askOfTheRun('postgres');
  if ('unavailable' in server) return server;
  const name = `test_${randomUUID().replaceAll('-', '_')}`;
  const command = async (text: string): Promise<void> => {
    const store = await openPostgres(server.url, () => {});
    await store.query(text);
    await store.close();
  };
  await command(`create database ${name}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return { url: url.href, stop: () => command(`drop database ${name} with (force)`) };
}

/** The same tests on the embedded store and on a Postgres server, each with the newest tables. */
export async function onBothUserStores(
  what: string,
  tests: (store: () => UserStore) => void,
): Promise<void> {
  describe(`${what}, embedded`, () => {
    let directory = '';
    let store: UserStore;
    beforeAll(async () => {
      directory = await mkdtemp(join(tmpdir(), 'rigworth-users-'));
      store = await newEmbeddedStore(join(directory, 'users'));
    });
    afterAll(async () => {
      await store.close();
      await rm(directory, { recursive: true });
    });
    tests(() => store);
  });

  await onPostgresServer(what, tests);
}

/** Tests on a Postgres server alone, with the newest tables. */
export async function onPostgresServer(
  what: string,
  tests: (store: () => UserStore) => void,
): Promise<void> {
  const server = await newDatabase();
  const unavailable = 'unavailable' in server ? server.unavailable : undefined;
  requireOrSkip('postgres', unavailable);
  describe.skipIf('unavailable' in server)(`${what}, Postgres server`, () => {
    let store: UserStore;
    beforeAll(async () => {
      if ('url' in server) store = await openPostgres(server.url, () => {});
      await migrate(store);
    });
    afterAll(async () => {
      await store.close();
      if ('url' in server) await server.stop();
    });
    tests(() => store);
  });
}
