import { inspect } from 'node:util';
import { expect, it, vi } from 'vitest';
import { migrate } from '#api/users/migrate.ts';
import type { Queries, UserStore } from '#api/users/store.ts';

/** What every adapter of the user store keeps. `store` is called inside each test. */
export function userStoreContract(store: () => UserStore): void {
  it('applies each migration once', async () => {
    await migrate(store());
    expect(await migrate(store())).toEqual([]);
    expect(await store().query('select name from schema_migrations order by name')).toContainEqual({
      name: '001-users.sql',
    });
  });

  it('migrates once when several start at the same time', async () => {
    const names = await store().query('select name from schema_migrations order by name');
    await store().query('drop schema public cascade');
    await store().query('create schema public');
    const applied = await Promise.all([migrate(store()), migrate(store()), migrate(store())]);
    expect(applied.flat()).toEqual(names.map(({ name }) => name));
  });

  it('passes values as parameters, never as text', async () => {
    const nasty = `'; drop table users; --`;
    expect(await store().query('select $1::text as value', [nasty])).toEqual([{ value: nasty }]);
  });

  it('names the rule that was broken, never the values', async () => {
    const s = store();
    await s.query('create table if not exists named (name text constraint named_once unique)');
    await s.query('delete from named');
    const add = (queries: Queries) =>
      queries.query('insert into named values ($1)', ['tell nobody']);
    await add(s);
    for (const failing of [() => add(s), () => s.tx(add)]) {
      const error = await failing().then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error).toMatchObject({ code: 'user_store', constraint: 'named_once' });
      expect(inspect(error, { depth: 5, showHidden: true })).not.toContain('tell nobody');
    }
    const unreadable = s.query('select $1::int', ['tell nobody']);
    await expect(unreadable).rejects.toMatchObject({ sqlState: '22P02' });
    await expect(unreadable).rejects.not.toThrow('tell nobody');
  });

  it('keeps all of a transaction or nothing', async () => {
    const s = store();
    await s.query('create table if not exists counters (id int primary key, n int not null)');
    await s.query('insert into counters values (1, 0) on conflict (id) do update set n = 0');
    const failed = s.tx(async (queries) => {
      await queries.query('update counters set n = n + 1 where id = 1');
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    expect(await s.query('select n from counters where id = 1')).toEqual([{ n: 0 }]);
  });

  it('loses no update of transactions that run at once', async () => {
    const s = store();
    await s.query('create table if not exists counters (id int primary key, n int not null)');
    await s.query('insert into counters values (2, 0) on conflict (id) do update set n = 0');
    await Promise.all(
      Array.from({ length: 20 }, () =>
        s.tx((queries) => queries.query('update counters set n = n + 1 where id = 2')),
      ),
    );
    expect(await s.query('select n from counters where id = 2')).toEqual([{ n: 20 }]);
  });

  it('tells every listener what was told in a transaction that was kept', async () => {
    const s = store();
    const heard: string[][] = [[], []];
    for (const own of heard) await s.listen('news', (payload) => own.push(payload));
    const tell = (queries: Queries, what: string) =>
      queries.query('select pg_notify($1, $2)', ['news', what]);
    const undone = s.tx(async (queries) => {
      await tell(queries, 'undone');
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    await s.tx(async (queries) => {
      await tell(queries, 'kept');
    });
    await vi.waitFor(() => expect(heard).toEqual([['kept'], ['kept']]));
  });
}
