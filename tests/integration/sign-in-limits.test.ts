import request from 'supertest';
import { expect, it } from 'vitest';
import {
  openAccounts,
  PASSWORD,
  somebody,
  registered as registeredAt,
} from '../support/accounts.ts';
import { onBothUserStores } from '../support/user-stores.ts';

const LOGIN = '/api/auth/email/login';
const REGISTER = '/api/auth/email/register';

await onBothUserStores('sign-ins', (store) => {
  const open = (options = {}) => openAccounts(store(), options);

  const registered = (api = open()) => registeredAt(api);

  it('may be tried ten times in a quarter of an hour from one address', async () => {
    const { api, person } = await registered(open({ trustProxy: 1 }));
    const attempt = (password: string, app = api.app) =>
      request(app)
        .post(LOGIN)
        .set('X-Forwarded-For', '10.0.0.1')
        .send({ ...person, password });
    const statuses = await Promise.all(
      Array.from({ length: 14 }, async () => (await attempt('wrong one')).status),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    const { body, headers } = await attempt(PASSWORD).expect(429);
    expect(body.code).toBe('too_many_attempts');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    // Another process counts on.
    await attempt(PASSWORD, open({ trustProxy: 1 }).app).expect(429);
  });

  it('of an owner are stopped by no stranger at another address, who stays stopped', async () => {
    const { api, person } = await registered(open({ trustProxy: 1 }));
    const attempt = (address: string, password: string) =>
      request(api.app)
        .post(LOGIN)
        .set('X-Forwarded-For', address)
        .send({ ...person, password });
    for (let i = 0; i < 11; i += 1) await attempt('10.0.1.1', `guess ${i}`);
    await attempt('10.0.1.2', PASSWORD).expect(200);
    await attempt('10.0.1.1', PASSWORD).expect(429);
  });

  it('may be tried a hundred times in a quarter of an hour from all addresses together', async () => {
    const { api, person } = await registered(open({ trustProxy: 1 }));
    await store().query('delete from attempts');
    const attempt = (address: number, password: string) =>
      request(api.app)
        .post(LOGIN)
        .set('X-Forwarded-For', `10.0.2.${address}`)
        .send({ ...person, password });
    await attempt(1, 'wrong one').expect(401);
    // A hundred hashes would take seconds: most of them are written down as if they had been.
    await store().query("update attempts set points = 98 where key like 'sign-in-of:%'");
    await attempt(2, 'wrong one').expect(401);
    await attempt(3, 'wrong one').expect(401);
    await attempt(4, PASSWORD).expect(429);
  });

  it('are counted for one account however its e-mail is written', async () => {
    const { api, person } = await registered();
    const [name = ''] = person.email.split('@');
    const written = [person.email, person.email.toUpperCase(), `${name}@EXAMPLE.com`];
    const attempt = (i: number, password: string) =>
      request(api.app)
        .post(LOGIN)
        .send({ email: written[i % written.length], password });
    for (let i = 0; i < 10; i += 1) await attempt(i, 'wrong one').expect(401);
    for (let i = 0; i < written.length; i += 1) await attempt(i, PASSWORD).expect(429);
  });

  it('are limited alike where the e-mail has no account', async () => {
    const { app } = open();
    const nobody = somebody();
    for (let i = 0; i < 10; i += 1) await request(app).post(LOGIN).send(nobody).expect(401);
    await request(app).post(LOGIN).send(nobody).expect(429);
  });

  it('count only failures: who signs in often is not stopped', async () => {
    const { api, person } = await registered(open({ trustProxy: 1, signInsPerAddress: 10 }));
    for (let i = 0; i < 15; i += 1)
      await request(api.app)
        .post(LOGIN)
        .set('X-Forwarded-For', '10.3.0.1')
        .send(person)
        .expect(200);
  });

  it('are limited by address in right passwords too, at twice as many', async () => {
    const { api, person } = await registered(open({ trustProxy: 1, signInsPerAddress: 3 }));
    const attempt = () =>
      request(api.app).post(LOGIN).set('X-Forwarded-For', '10.3.0.2').send(person);
    for (let i = 0; i < 6; i += 1) await attempt().expect(200);
    await attempt().expect(429);
  });

  it('are limited by address with every other password that is asked for or set', async () => {
    const api = open({ trustProxy: 1, signInsPerAddress: 1 });
    const { person, cookie } = await registered(api);
    await request(api.app).post('/api/auth/password/forgot').send(person).expect(200);
    const token = (await api.mails())
      .map(({ text }) => /#reset-password=([\w-]+)/.exec(text)?.[1])
      .find((found) => found !== undefined);
    const from = (address: string, path: string) =>
      request(api.app).post(path).set({ Cookie: cookie, 'X-Forwarded-For': address });
    const confirm = (address = '10.3.0.3') =>
      from(address, '/api/user/delete').send({ password: 'not this one' });
    const reset = (address = '10.3.0.3') =>
      from(address, '/api/auth/password/reset').send({ token, password: PASSWORD });
    await confirm().expect(403);
    await confirm().expect(403);
    await confirm().expect(429);
    await reset().expect(429);
    await confirm('10.3.0.4').expect(403);
    await reset('10.3.0.4').expect(200);
  });

  it('are limited by address, whatever port a proxy adds and whatever stands there', async () => {
    const { app } = open({ trustProxy: 1, registrationsPerAddress: 2 });
    const statuses = async (...addresses: string[]) => {
      const answers = [];
      for (const address of addresses)
        answers.push(
          await request(app).post(REGISTER).set('X-Forwarded-For', address).send(somebody()),
        );
      return answers.map(({ status }) => status);
    };
    const third = [200, 200, 429];
    expect(await statuses('10.4.0.1:1', '10.4.0.1:2', '10.4.0.1')).toEqual(third);
    expect(await statuses('[2001:db8:4::1]:1', '[2001:db8:4::2]', '2001:db8:4::3')).toEqual(third);
    expect(await statuses('unknown', '_hidden', 'x'.repeat(300))).toEqual(third);
  });

  it('are limited by address, IPv6 by its /56', async () => {
    const { app } = open({ trustProxy: 1, signInsPerAddress: 3 });
    const attempt = (address: string) =>
      request(app).post(LOGIN).set('X-Forwarded-For', address).send(somebody());
    for (const last of ['1', '2', '3']) await attempt(`2001:db8:77:11${last}::${last}`).expect(401);
    await attempt('2001:db8:77:1ff::9').expect(429);
    await attempt('2001:db8:77:200::9').expect(401);
  });

  it('do not believe X-Forwarded-For of no proxy', async () => {
    const { app } = open({ registrationsPerAddress: 2 });
    await store().query('delete from attempts');
    const ask = (address: string) =>
      request(app).post(REGISTER).set('X-Forwarded-For', address).send(somebody());
    await ask('10.1.0.1').expect(200);
    await ask('10.1.0.2').expect(200);
    await ask('10.1.0.3').expect(429);
    await store().query('delete from attempts');
  });
});
