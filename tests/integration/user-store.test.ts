import { once } from 'node:events';
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openEmbeddedPostgres } from '#api/users/embedded.ts';
import { openPostgres } from '#api/users/postgres.ts';
import { UserStoreUnavailable, type UserStore } from '#api/users/store.ts';
import { userStoreContract } from '../contract/user-store.ts';
import { freePort } from '../support/postgres.ts';
import { newDatabase, onBothUserStores } from '../support/user-stores.ts';

await onBothUserStores('user store', userStoreContract);

describe('the embedded user store', () => {
  let open = '';
  let second: UserStore;
  const rights: number[] = [];
  beforeAll(async () => {
    open = await mkdtemp(join(tmpdir(), 'rigworth-users-'));
    await chmod(open, 0o755);
    const directory = join(open, 'users');
    const first = await openEmbeddedPostgres(directory);
    rights.push((await stat(directory)).mode & 0o777);
    await first.query('create table kept (n int)');
    await first.query('insert into kept values (7)');
    await first.close();
    // As it was made before.
    await chmod(directory, 0o755);
    second = await openEmbeddedPostgres(directory);
    rights.push((await stat(directory)).mode & 0o777);
  });
  afterAll(async () => {
    await second.close();
    await rm(open, { recursive: true });
  });

  it('keeps what was written when it is opened again', async () => {
    expect(await second.query('select n from kept')).toEqual([{ n: 7 }]);
  });

  it('is for its owner only, in a folder that others may read', () => {
    expect(rights).toEqual([0o700, 0o700]);
  });
});

/** A way to a server that swallows all that is sent, once it is told to. */
async function wayTo({ hostname, port }: URL) {
  const sockets: Socket[] = [];
  let isCut = false;
  const way = createServer((client) => {
    const onward = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, onward],
      [onward, client],
    ] as const) {
      from.on('data', (bytes) => isCut || to.write(bytes));
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      sockets.push(from);
    }
  });
  way.listen(0, '127.0.0.1');
  await once(way, 'listening');
  return {
    port: (way.address() as AddressInfo).port,
    cut: (swallows: boolean) => void (isCut = swallows),
    close: () => {
      for (const socket of sockets) socket.destroy();
      way.close();
    },
  };
}

const hanging = await newDatabase();
describe.skipIf('unavailable' in hanging)('a Postgres server that hangs', () => {
  it('is given up, and asked again by a new connection', async () => {
    if (!('url' in hanging)) return;
    const url = new URL(hanging.url);
    const way = await wayTo(url);
    url.port = String(way.port);
    const store = await openPostgres(url.href, () => {}, { answersWithinMs: 500 });
    way.cut(true);
    await expect(store.query('select 1 as n')).rejects.toBeInstanceOf(UserStoreUnavailable);
    await expect(store.tx((queries) => queries.query('select 1'))).rejects.toBeInstanceOf(
      UserStoreUnavailable,
    );
    way.cut(false);
    expect(await store.query('select 1 as n')).toEqual([{ n: 1 }]);
    await store.close();
    way.close();
    await hanging.stop();
  }, 20_000);
});

const server = await newDatabase();
describe.skipIf('unavailable' in server)('a listener', () => {
  it('hears again after its connection broke', async () => {
    if (!('url' in server)) return;
    const errors: string[] = [];
    const store = await openPostgres(server.url, ({ message }) => errors.push(message));
    const heard: string[] = [];
    await store.listen('news', (payload) => heard.push(payload));
    const broken = await store.query(
      `select pg_terminate_backend(pid) from pg_stat_activity 
         where datname = current_database() and query = 'listen "news"'`,
    );
    expect(broken).toHaveLength(1);
    await vi.waitFor(
      async () => {
        await store.query(`select pg_notify('news', 'back')`);
        expect(heard).toContain('back');
      },
      { timeout: 10_000, interval: 100 },
    );
    expect(errors.join()).toContain('terminating connection');
    await store.close();
    await server.stop();
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
