import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openEmbeddedPostgres } from '#api/users/embedded.ts';
import { openPostgres } from '#api/users/postgres.ts';
import { userStoreContract } from '../contract/user-store.ts';
import { freePort } from '../support/postgres.ts';
import { onBothUserStores } from '../support/user-stores.ts';

await onBothUserStores('user store', userStoreContract);

describe('the embedded user store', () => {
  it('keeps what was written when it is opened again', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'rigworth-users-'));
    const first = await openEmbeddedPostgres(directory);
    await first.query('create table kept (n int)');
    await first.query('insert into kept values (7)');
    await first.close();
    const second = await openEmbeddedPostgres(directory);
    expect(await second.query('select n from kept')).toEqual([{ n: 7 }]);
    await second.close();
    await rm(directory, { recursive: true });
  });
});

describe('a Postgres that does not answer', () => {
  it('is named with what to check, without its password', async () => {
    const port = await freePort();
    const opening = openPostgres(`postgres://me:hunter2@127.0.0.1:${port}/db`, () => {});
    await expect(opening).rejects.toThrow(`Postgres at 127.0.0.1:${port} cannot be used`);
    await expect(opening).rejects.not.toThrow('hunter2');
  });
});
