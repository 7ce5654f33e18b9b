import { SignJWT } from 'jose';
import request from 'supertest';
import { expect, it, vi } from 'vitest';
import { cookieOf, openAccounts, PASSWORD, SECRET, signIn, somebody } from '../support/accounts.ts';
import { onBothUserStores } from '../support/user-stores.ts';

const DAY_MS = 24 * 3_600_000;
const USER = '/api/auth/user';
const LOGIN = '/api/auth/email/login';
const REGISTER = '/api/auth/email/register';
const LOGOUT = '/api/auth/logout';
const NOW = Date.parse('2026-11-21T12:00:00Z') / 1_000;

/** What is said otherwise than in a session of ours. */
interface Change {
  header?: Record<string, unknown>;
  payload?: Record<string, unknown>;
}

await onBothUserStores('accounts', (store) => {
  const open = (options = {}) => openAccounts(store(), options);

  /** Somebody with an account, and the browser it was made in. */
  async function registered(api = open()) {
    const browser = api.browser();
    const person = somebody();
    const answer = await browser.post(REGISTER).send(person).expect(200);
    return { api, browser, person, answer, cookie: cookieOf(answer) };
  }

  it('are made and signed in at once, with a cookie no script and no other site uses', async () => {
    const { browser, person, answer } = await registered();
    expect(answer.body).toMatchObject({ email: person.email, firstName: 'Ada', lastName: 'Byron' });
    expect(answer.headers['set-cookie']?.[0]).toMatch(
      /^rigworth=[\w.-]+; Max-Age=2592000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    const { body, headers } = await browser.get(USER).expect(200);
    expect(body).toEqual(answer.body);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('keep no password but its Argon2id hash', async () => {
    const { person } = await registered();
    const rows = await store().query('select * from users where email = $1', [person.email]);
    expect(rows[0]).toMatchObject({
      password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
    });
    expect(JSON.stringify(rows)).not.toContain(PASSWORD);
  });

  it('are refused for an e-mail that has one, in any case of its letters', async () => {
    const { api, person } = await registered();
    const { body } = await api
      .browser()
      .post(REGISTER)
      .send({ ...person, email: person.email.toUpperCase() })
      .expect(409);
    expect(body.code).toBe('email_taken');
  });

  it('are made once, however many ask at the same time', async () => {
    const { app } = open();
    const person = somebody();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => request(app).post(REGISTER).send(person)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409, 409,
    ]);
  });

  it.each([
    ['eight characters', 'k8#qLw2z'],
    ['128 characters', 'rv '.repeat(43).slice(0, 128)],
    ['any characters', 'Wohnwagen 🚐 über Nacht\u0000'],
  ])('take a password of %s', async (_name, password) => {
    const { app } = open();
    const person = { ...somebody(), password };
    await request(app).post(REGISTER).send(person).expect(200);
    await request(app).post(LOGIN).send(person).expect(200);
  });

  it('take the same text typed in another way for the same password', async () => {
    const { app } = open();
    const person = { ...somebody(), password: 'caf\u00e9 caravan' };
    await request(app).post(REGISTER).send(person).expect(200);
    await request(app)
      .post(LOGIN)
      .send({ ...person, password: 'cafe\u0301 caravan' })
      .expect(200);
  });

  it.each(['seven77', 'password1', 'PASSWORD1', 'qwertyuiop'])(
    'refuse the password %s',
    async (password) => {
      const { body } = await request(open().app)
        .post(REGISTER)
        .send({ ...somebody(), password })
        .expect(422);
      expect(body.details[0].path).toBe('password');
    },
  );

  it('name every field that is wrong', async () => {
    const { body } = await request(open().app).post(REGISTER).send({ email: 'ada' }).expect(422);
    expect(body.details.map(({ path }: { path: string }) => path)).toEqual([
      'email',
      'password',
      'firstName',
    ]);
  });

  it('answer a wrong password and an unknown e-mail alike', async () => {
    const { api, person } = await registered();
    const wrong = await request(api.app)
      .post(LOGIN)
      .send({ ...person, password: 'not this one' })
      .expect(401);
    const unknown = await request(api.app).post(LOGIN).send(somebody()).expect(401);
    expect(wrong.body).toEqual(unknown.body);
    expect(wrong.body.message).toMatch(/^Authentication failed/);
    expect(Object.keys(wrong.headers)).toEqual(Object.keys(unknown.headers));
  });

  it('take as long for an unknown e-mail as for a wrong password', async () => {
    const { app } = open();
    const known = Array.from({ length: 10 }, somebody);
    for (const person of known) await request(app).post(REGISTER).send(person).expect(200);
    const timed = async (email: string) => {
      const start = performance.now();
      await request(app).post(LOGIN).send({ email, password: 'not this one' }).expect(401);
      return performance.now() - start;
    };
    // In turns, so that the machine's noise meets both.
    const samples = { known: [] as number[], unknown: [] as number[] };
    for (let i = 0; i < 100; i += 1) {
      samples.known.push(await timed(known[i % 10]?.email ?? ''));
      samples.unknown.push(await timed(somebody().email));
    }
    // How often a known one takes longer than an unknown one: always, were the time to tell them apart.
    const longer =
      samples.known.flatMap((k) => samples.unknown.filter((u) => k > u)).length / 10_000;
    expect(longer).toBeGreaterThan(0.2);
    expect(longer).toBeLessThan(0.8);
  });

  it('hash anew when the parameters were others at the last sign-in', async () => {
    const { api, person } = await registered();
    const weak =
      '$argon2id$v=19$m=8,t=1,p=1$c29tZSBzYWx0IGhlcmU$vmhgOQ8EyJqjFoe7bpTfKO0rGz8LD2cdo2PMxCFYXPk';
    await store().query('update users set password_hash = $2 where email = $1', [
      person.email,
      weak,
    ]);
    await request(api.app)
      .post(LOGIN)
      .send({ ...person, password: 'weak' })
      .expect(401);
    const { hash } = await import('@node-rs/argon2');
    await store().query('update users set password_hash = $2 where email = $1', [
      person.email,
      await hash(PASSWORD, { memoryCost: 1_024, timeCost: 1, parallelism: 1 }),
    ]);
    await request(api.app).post(LOGIN).send(person).expect(200);
    const [row] = await store().query('select password_hash from users where email = $1', [
      person.email,
    ]);
    expect(row?.['password_hash']).toMatch(/m=19456,t=2,p=1/);
    await request(api.app).post(LOGIN).send(person).expect(200);
  });

  it('get a new session at each sign-in, and the browser’s old one ends', async () => {
    const { api, browser, person, cookie } = await registered();
    const answer = await browser.post(LOGIN).send(person).expect(200);
    expect(cookieOf(answer)).not.toBe(cookie);
    await request(api.app).get(USER).set('Cookie', cookie).expect(401);
    await browser.get(USER).expect(200);
  });

  it('are signed in on several devices, and signed out on one', async () => {
    const { api, browser, person } = await registered();
    const phone = api.browser();
    await phone.post(LOGIN).send(person).expect(200);
    await phone.post(LOGOUT).expect(200);
    await phone.get(USER).expect(401);
    await browser.get(USER).expect(200);
  });

  it('are signed out on the server: a copied cookie is worth nothing', async () => {
    const { api, browser, cookie } = await registered();
    await request(api.app).get(USER).set('Cookie', cookie).expect(200);
    const { headers } = await browser.post(LOGOUT).expect(200);
    expect(headers['set-cookie']?.[0]).toMatch(/^rigworth=; .*Expires=Thu, 01 Jan 1970/);
    await request(api.app).get(USER).set('Cookie', cookie).expect(401);
  });

  it('are signed out in another process at once, whose clock stands still', async () => {
    const { browser, cookie } = await registered();
    const other = open();
    await other.hearSignOuts();
    await request(other.app).get(USER).set('Cookie', cookie).expect(200);
    await browser.post(LOGOUT).expect(200);
    await vi.waitFor(() => request(other.app).get(USER).set('Cookie', cookie).expect(401));
  });

  it('are signed out within two seconds in another process that hears nothing', async () => {
    const { api, browser, cookie } = await registered();
    const other = open();
    await request(other.app).get(USER).set('Cookie', cookie).expect(200);
    await browser.post(LOGOUT).expect(200);
    await request(api.app).get(USER).set('Cookie', cookie).expect(401);
    other.pass(2_000);
    await request(other.app).get(USER).set('Cookie', cookie).expect(401);
  });

  it('have fifty sessions, the latest used', async () => {
    const { api, person, answer, cookie } = await registered();
    await store().query(
      `insert into sessions (id, user_id, created_at, last_seen_at, expires_at)
       select gen_random_uuid(), $1, t, t, '2026-12-21T12:00:00Z'
       from generate_series('2026-11-21T10:00:00Z'::timestamptz, '2026-11-21T11:00:00Z', '1 minute') t`,
      [answer.body.id],
    );
    api.pass(60_000);
    const { get } = await signIn(api, person);
    const { body } = await get('/api/user/sessions').expect(200);
    expect(body).toHaveLength(50);
    await request(api.app).get(USER).set('Cookie', cookie).expect(200);
  });

  it('believe the cookie of a process whose clock is a little ahead', async () => {
    const { cookie } = await registered();
    const other = open();
    other.pass(-4_000);
    await request(other.app).get(USER).set('Cookie', cookie).expect(200);
  });

  it('believe a cookie as it was written only', async () => {
    const { api, cookie } = await registered();
    for (const text of [`${cookie}=`, `${cookie}.`, cookie.replace('.', '=.')])
      await request(api.app).get(USER).set('Cookie', text).expect(401);
  });

  it('may be signed out by nobody signed in', async () => {
    await request(open().app).post(LOGOUT).expect(200);
  });

  it.each(['same-origin', 'none'])('are signed out by a link of site %s', async (site) => {
    const { browser } = await registered();
    const { headers } = await browser.get('/api/logout').set('Sec-Fetch-Site', site).expect(302);
    expect(headers['location']).toBe('/?auth=logout');
    await browser.get(USER).expect(401);
  });

  it.each(['cross-site', 'same-site'])('are not signed out by a link of site %s', async (site) => {
    const { browser } = await registered();
    const { headers } = await browser.get('/api/logout').set('Sec-Fetch-Site', site).expect(302);
    expect(headers['location']).toBe('/');
    await browser.get(USER).expect(200);
  });

  it('stay signed in for 30 days after the last use', async () => {
    const { api, browser } = await registered();
    for (let visit = 0; visit < 3; visit += 1) {
      api.pass(29 * DAY_MS);
      const { headers } = await browser.get(USER).expect(200);
      expect(headers['set-cookie']).toHaveLength(1);
    }
    api.pass(30 * DAY_MS + 1_000);
    await browser.get(USER).expect(401);
  });

  it('write down a use at most once an hour', async () => {
    const { api, browser } = await registered();
    api.pass(59 * 60_000);
    const { headers } = await browser.get(USER).expect(200);
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('use a cookie over https that only we could have set', async () => {
    const https = open({ trustProxy: 1 });
    const answer = await request(https.app)
      .post(REGISTER)
      .set('X-Forwarded-Proto', 'https')
      .send(somebody())
      .expect(200);
    expect(answer.headers['set-cookie']?.[0]).toMatch(
      /^__Host-rigworth=.*; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/,
    );
    const cookie = cookieOf(answer);
    const user = () => request(https.app).get(USER).set('X-Forwarded-Proto', 'https');
    await user().set('Cookie', cookie).expect(200);
    await user().set('Cookie', cookie.replace('__Host-', '')).expect(401);
  });

  it('stay signed in while the secret is changed, as long as the old one is named', async () => {
    const { cookie } = await registered();
    const next = 'another secret, of 32 bytes or more too';
    const user = (secrets: readonly [string, ...string[]]) =>
      request(open({ secrets }).app).get(USER).set('Cookie', cookie);
    await user([next, SECRET]).expect(200);
    await user([next]).expect(401);
  });

  it.each<[string, Change]>([
    ['another algorithm', { header: { alg: 'HS512' } }],
    ['another type', { header: { typ: 'JWT' } }],
    ['another key', { header: { kid: 'other' } }],
    ['another issuer', { payload: { iss: 'elsewhere' } }],
    ['another audience', { payload: { aud: 'rigworth-mail' } }],
    ['an age above 30 days', { payload: { iat: NOW - 31 * 86_400 } }],
    ['an end in the past', { payload: { exp: NOW - 6 } }],
    ['no end', { payload: { exp: undefined } }],
    ['a start in the future', { payload: { nbf: NOW + 3_600 } }],
    ['nobody', { payload: { sub: '' } }],
    ['no session', { payload: { jti: undefined } }],
  ])('believe no cookie with %s, rightly signed as it is', async (_name, change) => {
    const { cookie, api } = await registered();
    const [header = '', payload = ''] = cookie.slice('rigworth='.length).split('.');
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
    const statusOf = async ({ header: h = {}, payload: p = {} }: Change) => {
      const token = await new SignJWT({ ...read(payload), ...p })
        .setProtectedHeader({ ...read(header), ...h })
        .sign(new TextEncoder().encode(SECRET));
      const { status } = await request(api.app).get(USER).set('Cookie', `rigworth=${token}`);
      return status;
    };
    expect(await statusOf({})).toBe(200);
    expect(await statusOf(change)).toBe(401);
  });

  it('are guests with a cookie of rubbish', async () => {
    const { app } = open();
    for (const cookie of ['rigworth=', 'rigworth=a.b.c', 'rigworth=%00', 'x', 'rigworth'])
      await request(app).get(USER).set('Cookie', cookie).expect(401);
  });

  it('may be tried ten times in a quarter of an hour, from whatever address', async () => {
    const { app } = open({ trustProxy: 1 });
    const person = somebody();
    await request(app).post(REGISTER).send(person).expect(200);
    const attempt = (address: number, password: string) =>
      request(app)
        .post(LOGIN)
        .set('X-Forwarded-For', `10.0.0.${address}`)
        .send({ ...person, password });
    const statuses = await Promise.all(
      Array.from({ length: 14 }, async (_, i) => (await attempt(i, 'wrong one')).status),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    const { body, headers } = await attempt(99, PASSWORD).expect(429);
    expect(body.code).toBe('too_many_attempts');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    // Another process counts on.
    await request(open().app).post(LOGIN).send(person).expect(429);
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

  it('log a failed sign-in by the id of its request, and no secret', async () => {
    const { api, person, cookie, browser } = await registered();
    const answer = await request(api.app)
      .post(LOGIN)
      .send({ ...person, password: 'tell nobody of this' })
      .expect(401);
    await browser.post(LOGOUT);
    const log = api.log.join('');
    expect(log).toContain(answer.headers['x-request-id']);
    for (const secret of [PASSWORD, 'tell nobody of this', cookie.slice(9), person.email])
      expect(log).not.toContain(secret);
  });

  it('take values as values, never as text of a query', async () => {
    const { app } = open();
    const person = { ...somebody(), firstName: `Robert'); drop table users; --` };
    const { body } = await request(app).post(REGISTER).send(person).expect(200);
    expect(body.firstName).toBe(person.firstName);
  });

  it.each(['\u0000', '\ud800', '\u202e'])(
    'take or refuse the character %j in a name',
    async (odd) => {
      const { status } = await request(open().app)
        .post(REGISTER)
        .send({ ...somebody(), firstName: `Ada${odd}`, lastName: odd });
      expect([200, 422]).toContain(status);
    },
  );

  it('ignore what a registration does not have', async () => {
    const { browser } = open();
    const answer = await browser()
      .post(REGISTER)
      .send({ ...somebody(), id: 'mine', hasContributedData: true, subscriptionStatus: 'premium' })
      .expect(200);
    expect(answer.body).toMatchObject({ hasContributedData: false });
    expect(answer.body.id).not.toBe('mine');
  });
});
