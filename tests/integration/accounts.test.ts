import request from 'supertest';
import { expect, it } from 'vitest';
import {
  openAccounts,
  PASSWORD,
  somebody,
  registered as registeredAt,
} from '../support/accounts.ts';
import { onBothUserStores } from '../support/user-stores.ts';

const USER = '/api/auth/user';
const LOGIN = '/api/auth/email/login';
const REGISTER = '/api/auth/email/register';
const LOGOUT = '/api/auth/logout';

await onBothUserStores('accounts', (store) => {
  const open = (options = {}) => openAccounts(store(), options);

  const registered = (api = open()) => registeredAt(api);

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

  it.each([
    'seven77',
    '\u{1f690}'.repeat(7),
    'e\u0301'.repeat(7),
    'password1',
    'PASSWORD1',
    '\uff50assword1',
    'qwertyuiop',
  ])('refuse the password %s', async (password) => {
    const { body } = await request(open().app)
      .post(REGISTER)
      .send({ ...somebody(), password })
      .expect(422);
    expect(body.details[0].path).toBe('password');
  });

  it.each(['\ud83d', '\ude90', '\ude90\ud83d'])(
    'refuse a password with half of a character, all of which would be hashed alike (%j)',
    async (half) => {
      const { body } = await request(open().app)
        .post(REGISTER)
        .send({ ...somebody(), password: `a caravan ${half} in the rain` })
        .expect(422);
      expect(body.details).toEqual([
        { path: 'password', message: 'Password may hold no half of a character' },
      ]);
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
