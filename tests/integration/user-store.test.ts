import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbeddedPostgres } from '#api/users/embedded.ts';
import { openPostgres } from '#api/users/postgres.ts';
import type { UserStore } from '#api/users/store.ts';
import { userStoreContract } from '../contract/user-store.ts';
import { requireOrSkip } from '../support/engines.ts';
import { freePort, startPostgres } from '../support/postgres.ts';

describe('user store, embedded', () => {
  let directory = '';
  let store: UserStore;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'rigworth-users-'));
    store = await openEmbeddedPostgres(directory);
  });
  afterAll(async () => {
    await store.close();
    await rm(directory, { recursive: true });
  });

  userStoreContract(() => store);

  it('keeps what was written when it is opened again', async () => {
    await store.query('create table kept (n int)');
    await store.query('insert into kept values (7)');
    await store.close();
    store = await openEmbeddedPostgres(directory);
    expect(await store.query('select n from kept')).toEqual([{ n: 7 }]);
  });
});

const server = await startPostgres();
const unavailable = 'unavailable' in server ? server.unavailable : undefined;
requireOrSkip('postgres', unavailable);

describe.skipIf('unavailable' in server)('user store, Postgres server', () => {
  let store: UserStore;
  beforeAll(async () => {
    if ('url' in server) store = await openPostgres(server.url, () => {});
  });
  afterAll(async () => {
    await store.close();
    if ('url' in server) await server.stop();
  });

  userStoreContract(() => store);
});

describe('a Postgres that does not answer', () => {
  it('is named with what to check, without its password', async () => {
    const port = await freePort();
    const opening = openPostgres(`postgres://me:hunter2@127.0.0.1:${port}/db`, () => {});
    await expect(opening).rejects.toThrow(`Postgres at 127.0.0.1:${port} cannot be used`);
    await expect(opening).rejects.not.toThrow('hunter2');
  });
});
