import { readdir, readFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { Sandbox } from '#api/payments/sandbox.ts';
import { writeAudit } from '#api/users/audit.ts';
import { migrate } from '#api/users/migrate.ts';
import { collectAll } from '#schemas/api/data.ts';
import { member, openAccounts, PASSWORD } from '../support/accounts.ts';
import { onBothUserStores, rowsNaming } from '../support/user-stores.ts';

const MIGRATIONS = new URL('../../api/users/migrations/', import.meta.url);

await onBothUserStores('the audit', (store) => {
  it('keeps what a person and their money did, and nothing that leads to them once they are gone', async () => {
    const api = openAccounts(store(), {
      payments: (parts) => new Sandbox({ ...parts, store: store() }),
      staff: [
        (staff) =>
          staff(collectAll, ({ response }) => {
            response.status(202);
            return { runId: 'run', begun: true, message: 'Started.' };
          }),
      ],
    });
    const { id, person, post } = await member(api);
    await post(collectAll.path).expect(202);
    const { clientSecret } = (await post('/api/create-payment-intent', { amount: 5 })).body;
    await post('/api/sandbox/pay', { clientSecret, cardNumber: '4242424242424242' }).expect(200);
    const [{ name } = { name: '' }] = await store().query<{ name: string }>(
      'select audit_id as name from users where id = $1',
      [id],
    );
    const told = () =>
      store().query('select action, actor from audit where $1 in (actor, subject) order by id', [
        name,
      ]);
    const before = await told();
    expect(before).toContainEqual({ action: 'staff.call', actor: name });
    expect(before).toContainEqual({ action: 'premium.granted', actor: null });

    await post('/api/user/delete', { password: PASSWORD }).expect(200);
    expect(await told()).toEqual(expect.arrayContaining(before));
    expect(await rowsNaming(store(), [id, person.email])).toEqual([]);
    const orders = await store().query(
      `select o.user_id, s.user_id as buyer, p.status from payments p
       join payment_orders o on o.id = p.order_id join sandbox_objects s on s.ref = o.ref
       where s.secret = $1`,
      [clientSecret],
    );
    expect(orders).toEqual([{ user_id: null, buyer: null, status: 'paid' }]);
  });

  it('keeps that a month was cancelled, and that orders ended with their account', async () => {
    const api = openAccounts(store(), {
      payments: (parts) => new Sandbox({ ...parts, store: store() }),
    });
    const { id, post } = await member(api);
    const { clientSecret } = (await post('/api/create-subscription-intent')).body;
    await post('/api/sandbox/pay', { clientSecret, cardNumber: '4242424242424242' }).expect(200);
    const [{ name, order } = { name: '', order: '' }] = await store().query<{
      name: string;
      order: string;
    }>(
      `select u.audit_id as name, o.id as order from users u
       join payment_orders o on o.user_id = u.id where u.id = $1`,
      [id],
    );
    const did = (action: string) =>
      store().query('select actor, subject, details from audit where action = $1 and actor = $2', [
        action,
        name,
      ]);
    const entry = { actor: name, subject: name };
    expect(await did('subscription.cancelled')).toEqual([]);
    await post('/api/user/cancel-subscription').expect(200);
    expect(await did('subscription.cancelled')).toEqual([{ ...entry, details: { order } }]);
    await post('/api/user/delete', { password: PASSWORD }).expect(200);
    expect(await did('account.orders_ended')).toEqual([{ ...entry, details: {} }]);
  });

  it('keeps what no database does, NUL and half of a character, as a sign in its place', async () => {
    const entry = { id: randomUUID(), at: new Date(), actor: null, subject: null };
    const details = { nul: 'a\0b', half: 'a\ud83db', whole: 'a🚐b' };
    await writeAudit(store(), { ...entry, action: 'staff.call', details });
    const [row] = await store().query('select details from audit where id = $1', [entry.id]);
    expect(row?.['details']).toEqual({ nul: 'a\ufffdb', half: 'a\ufffdb', whole: 'a🚐b' });
  });

  it('says that somebody did it who was deleted at that moment, and not the payment provider', async () => {
    const gone = randomUUID();
    const entry = { id: randomUUID(), at: new Date(), subject: null, details: {} };
    await writeAudit(store(), { ...entry, actor: gone, action: 'staff.call' });
    const [row] = await store().query('select actor from audit where id = $1', [entry.id]);
    expect(row?.['actor']).toEqual(expect.stringMatching(/^[\da-f-]{36}$/));
    expect(row?.['actor']).not.toBe(gone);
  });

  it('names nobody by their id that was written down before', async () => {
    await store().query('create schema earlier');
    const lookedAt = store().tx(async (queries) => {
      await queries.query('set local search_path to earlier');
      const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).toSorted();
      await queries.query('create table schema_migrations (name text primary key)');
      for (const name of names.filter((one) => one < '016')) {
        const text = await readFile(new URL(name, MIGRATIONS), 'utf8');
        for (const statement of text.split(/;\s*$/m))
          if (statement.trim() !== '') await queries.query(statement);
        await queries.query('insert into schema_migrations (name) values ($1)', [name]);
      }
      const [here, gone] = [randomUUID(), randomUUID()];
      await queries.query(
        `insert into users (id, email, first_name, last_name, password_hash, created_at)
         values ($1, 'ada@example.com', 'Ada', '', '', now())`,
        [here],
      );
      for (const [actor, subject] of [
        [here, gone],
        [gone, here],
        [null, gone],
      ])
        await queries.query(
          `insert into audit (id, at, actor, action, subject, details)
           values (gen_random_uuid(), now(), $1, 'a', $2, '{}')`,
          [actor, subject],
        );
      await queries.query(
        `insert into sandbox_objects (ref, secret, data)
         values ('one', 's1', jsonb_build_object('userId', $1::text)),
                ('two', 's2', jsonb_build_object('userId', $2::text))`,
        [here, gone],
      );
      await migrate({ ...store(), tx: (work) => work(queries) });

      const [user] = await queries.query('select audit_id from users');
      const name = user?.['audit_id'];
      const audit = await queries.query<{ actor: string | null; subject: string }>(
        'select actor, subject from audit',
      );
      const other = audit.find(({ actor }) => actor === name)?.subject;
      expect([here, gone, name]).not.toContain(other);
      expect(audit).toHaveLength(3);
      for (const [actor, subject] of [
        [name, other],
        [other, name],
        [null, other],
      ])
        expect(audit).toContainEqual({ actor, subject });
      expect(await queries.query('select user_id, data from sandbox_objects order by ref')).toEqual(
        [
          { user_id: here, data: {} },
          { user_id: null, data: {} },
        ],
      );
      await queries.query('delete from audit');
    });
    await expect(lookedAt).rejects.toMatchObject({ sqlState: 'P0001' });
  });
});
