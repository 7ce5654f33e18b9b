import { hash } from '@node-rs/argon2';
import request from 'supertest';
import { beforeEach, expect, it } from 'vitest';
import { UserStoreUnavailable, type Queries, type UserStore } from '#api/users/store.ts';
import { cookieOf, member, openAccounts, PASSWORD, signIn, somebody } from '../support/accounts.ts';
import { followedBy, onBothUserStores } from '../support/user-stores.ts';

const USER = '/api/auth/user';
const LOGIN = '/api/auth/email/login';
const FORGOT = '/api/auth/password/forgot';
const RESET = '/api/auth/password/reset';
const VERIFY = '/api/auth/email/verify';
const NEW_PASSWORD = 'a tent under the stars';
const HOUR_MS = 3_600_000;

await onBothUserStores('mailed links', (store) => {
  const open = (options = {}) => openAccounts(store(), options);
  type Api = ReturnType<typeof open>;
  beforeEach(() => store().query('delete from attempts'));

  /** The token of the newest mail of the purpose to the address. */
  async function tokenFor(api: Api, email: string, purpose: string): Promise<string> {
    const links = (await api.mails())
      .filter(({ to }) => to === email)
      .map(({ text }) =>
        new RegExp(`^https://rv.example.com/#${purpose}=([\\w-]+)$`, 'm').exec(text),
      )
      .filter((match) => match !== null);
    return links.at(-1)?.[1] ?? '';
  }
  async function forgotten(api: Api) {
    const someone = await member(api);
    const { email } = someone.person;
    await request(api.app).post(FORGOT).send({ email }).expect(200);
    return { ...someone, email, token: await tokenFor(api, email, 'reset-password') };
  }
  const reset = (api: Api, token: string, password = NEW_PASSWORD) =>
    request(api.app).post(RESET).send({ token, password });

  it('set a new password once, and sign every device out', async () => {
    const api = open();
    const { person, token, get } = await forgotten(api);
    await get(USER).expect(200);
    await reset(api, token).expect(200);
    await get(USER).expect(401);
    await request(api.app).post(LOGIN).send(person).expect(401);
    await signIn(api, { ...person, password: NEW_PASSWORD });
    const { body } = await reset(api, token, 'yet another one').expect(410);
    expect(body.code).toBe('link_over');
  });

  it('verify the e-mail they were mailed to, once the password is set', async () => {
    const api = open();
    const { person, token } = await forgotten(api);
    await reset(api, token).expect(200);
    const { get } = await signIn(api, { ...person, password: NEW_PASSWORD });
    expect((await get(USER)).body).toMatchObject({ emailVerified: true });
  });

  it('leave no session to whoever signs in with the old password at the same time', async () => {
    const api = open();
    const { person, token } = await forgotten(api);
    const attempts = Array.from({ length: 8 }, () => request(api.app).post(LOGIN).send(person));
    const [, ...answers] = await Promise.all([reset(api, token).expect(200), ...attempts]);
    for (const answer of answers)
      if (answer.status === 200)
        await request(api.app).get(USER).set('Cookie', cookieOf(answer)).expect(401);
    const { body } = await (
      await signIn(api, { ...person, password: NEW_PASSWORD })
    ).get('/api/user/sessions');
    expect(body).toHaveLength(1);
  });

  const LOOKED_UP = {
    bySignIn: 'where lower(email)',
    byAccount: 'password_hash from users where id',
  };

  it('end a sign-in with the old password that is under way', async () => {
    const api = open();
    const { person, token } = await forgotten(api);
    const slow = openAccounts(
      followedBy(store(), LOOKED_UP.bySignIn, () => reset(api, token).expect(200)),
    );
    const { headers } = await request(slow.app).post(LOGIN).send(person).expect(401);
    expect(headers['set-cookie']).toBeUndefined();
    await signIn(api, { ...person, password: NEW_PASSWORD });
  });

  it('are not undone by an old password that is hashed anew', async () => {
    const api = open();
    const { person, email, token } = await forgotten(api);
    const weak = await hash(PASSWORD, { memoryCost: 1_024, timeCost: 1, parallelism: 1 });
    await store().query('update users set password_hash = $2 where email = $1', [email, weak]);
    const slow = openAccounts(
      followedBy(store(), LOOKED_UP.bySignIn, () => reset(api, token).expect(200)),
    );
    await request(slow.app).post(LOGIN).send(person).expect(401);
    await signIn(api, { ...person, password: NEW_PASSWORD });
  });

  it.each([
    [
      'change',
      '/api/user/password',
      { currentPassword: PASSWORD, newPassword: 'of somebody else' },
    ],
    ['deletion', '/api/user/delete', { password: PASSWORD }],
  ])('end a %s that is under way with the old password', async (_what, path, body) => {
    const api = open();
    const { person, cookie, token } = await forgotten(api);
    const slow = openAccounts(
      followedBy(store(), LOOKED_UP.byAccount, () => reset(api, token).expect(200)),
    );
    await request(slow.app).post(path).set('Cookie', cookie).send(body).expect(401);
    await signIn(api, { ...person, password: NEW_PASSWORD });
  });

  it('are over once the password was changed by its owner', async () => {
    const api = open();
    const { token, post } = await forgotten(api);
    const change = { currentPassword: PASSWORD, newPassword: 'a tarp under the trees' };
    await post('/api/user/password', change).expect(200);
    await reset(api, token).expect(410);
  });

  it('are not used up where setting the password fails on our side', async () => {
    const api = open();
    const { token } = await forgotten(api);
    const awayForPasswords = (queries: Queries): Queries => ({
      async query(text, values) {
        if (!text.includes('update users set password_hash')) return queries.query(text, values);
        throw new UserStoreUnavailable('The user store is away.');
      },
    });
    const away: UserStore = {
      ...store(),
      ...awayForPasswords(store()),
      tx: (work) => store().tx((queries) => work(awayForPasswords(queries))),
    };
    await reset(openAccounts(away), token).expect(503);
    await reset(api, token).expect(200);
  });

  it('are answered alike for an e-mail without an account, which gets no mail', async () => {
    const api = open();
    const { person } = await member(api);
    const nobody = somebody();
    const known = await request(api.app).post(FORGOT).send({ email: person.email }).expect(200);
    const unknown = await request(api.app).post(FORGOT).send({ email: nobody.email }).expect(200);
    expect(known.body).toEqual(unknown.body);
    expect(Object.keys(known.headers)).toEqual(Object.keys(unknown.headers));
    expect((await api.mails()).map(({ to }) => to)).not.toContain(nobody.email);
  });

  it('hold for an hour', async () => {
    const api = open();
    const { token } = await forgotten(api);
    api.pass(HOUR_MS);
    await reset(api, token).expect(410);
  });

  it('outlive newer ones that somebody else asks for, until one of them is used', async () => {
    const api = open();
    const { email, token } = await forgotten(api);
    const ask = () => request(api.app).post(FORGOT).send({ email }).expect(200);
    for (let i = 0; i < 8; i += 1) await ask();
    const newer = await tokenFor(api, email, 'reset-password');
    expect(newer).not.toBe(token);
    await reset(api, token).expect(200);
    await reset(api, newer, 'yet another one').expect(410);
    // None is left in the mailbox: the next must come whatever was asked for before.
    await ask();
    await reset(api, await tokenFor(api, email, 'reset-password')).expect(200);
  });

  it('are deleted once they are over and another is made', async () => {
    const api = open();
    const { email } = await forgotten(api);
    api.pass(HOUR_MS);
    await request(api.app).post(FORGOT).send({ email }).expect(200);
    await api.mails();
    const links = await store().query(
      `select purpose from mailed_links where user_id = (select id from users where email = $1)
       order by purpose`,
      [email],
    );
    expect(links.map(({ purpose }) => purpose)).toEqual(['reset-password', 'verify-email']);
  });

  it('are not used up by a password that is refused', async () => {
    const api = open();
    const { token } = await forgotten(api);
    await reset(api, token, 'short').expect(422);
    await reset(api, token, 'password1').expect(422);
    await reset(api, token).expect(200);
  });

  it('serve one of many at once', async () => {
    const api = open();
    const { token } = await forgotten(api);
    const answers = await Promise.all(Array.from({ length: 10 }, () => reset(api, token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('let in who was locked out by somebody else’s guesses', async () => {
    const api = open();
    const { person, token } = await forgotten(api);
    for (let i = 0; i < 11; i += 1)
      await request(api.app)
        .post(LOGIN)
        .send({ ...person, password: `guess ${i}` });
    await request(api.app).post(LOGIN).send(person).expect(429);
    await request(api.app).post(LOGIN).send(person).expect(429);
    // The link is followed in another process.
    await reset(open(), token).expect(200);
    await signIn(api, { ...person, password: NEW_PASSWORD });
  });

  it('lead to PUBLIC_URL, whatever the Host header says', async () => {
    const api = open();
    const { person } = await member(api);
    await request(api.app)
      .post(FORGOT)
      .set('Host', 'evil.example')
      .set('X-Forwarded-Host', 'evil.example')
      .send({ email: person.email })
      .expect(200);
    expect(JSON.stringify(await api.mails())).not.toContain('evil.example');
  });

  it('fill nobody’s mailbox', async () => {
    const api = open();
    const { person } = await member(api);
    for (let i = 0; i < 8; i += 1)
      await request(api.app).post(FORGOT).send({ email: person.email }).expect(200);
    const mails = (await api.mails()).filter(({ subject }) => /password/.test(subject));
    expect(mails).toHaveLength(4);
  });

  it('are limited by address', async () => {
    const { app } = open({ trustProxy: 1 });
    const ask = () =>
      request(app)
        .post(FORGOT)
        .set('X-Forwarded-For', '10.7.0.1')
        .send({ email: somebody().email });
    for (let i = 0; i < 20; i += 1) await ask().expect(200);
    await ask().expect(429);
  });

  it('verify the e-mail of who registered, for three days', async () => {
    const api = open();
    const { person, get, post } = await member(api);
    expect((await get(USER)).body).toMatchObject({ emailVerified: false });
    const token = await tokenFor(api, person.email, 'verify-email');
    await request(api.app).post(RESET).send({ token, password: NEW_PASSWORD }).expect(410);
    await post(VERIFY, { token }).expect(200);
    expect((await get(USER)).body).toMatchObject({ emailVerified: true });
    // What is verified needs no further mail.
    const before = (await api.mails()).length;
    await post('/api/auth/email/verification').expect(200);
    expect(await api.mails()).toHaveLength(before);
  });

  it('are sent again on demand', async () => {
    const api = open();
    const { person, post } = await member(api);
    const first = await tokenFor(api, person.email, 'verify-email');
    await post('/api/auth/email/verification').expect(200);
    const second = await tokenFor(api, person.email, 'verify-email');
    expect(second).not.toBe(first);
    api.pass(3 * 24 * HOUR_MS);
    await post(VERIFY, { token: second }).expect(410);
  });

  it('that were followed say of whoever is verified that they are, and of nobody else', async () => {
    const api = open();
    const { person, post } = await member(api);
    const token = await tokenFor(api, person.email, 'verify-email');
    await post(VERIFY, { token }).expect(200);
    const { body } = await post(VERIFY, { token }).expect(200);
    expect(body.message).toBe(`The e-mail of this account is verified: ${person.email}.`);
    const another = await member(api);
    expect((await another.post(VERIFY, { token }).expect(410)).body.code).toBe('link_over');
    expect((await another.get(USER)).body).toMatchObject({ emailVerified: false });
    // Whose own link is over too, and who follows it signed in as another: the words say whose e-mail is meant.
    const late = await tokenFor(api, another.person.email, 'verify-email');
    api.pass(3 * 24 * HOUR_MS);
    const { body: of } = await post(VERIFY, { token: late }).expect(200);
    expect(of.message).toContain(person.email);
    await another.post(VERIFY, { token: late }).expect(410);
  });

  it('are followed twice at once, and both say that it is verified', async () => {
    const api = open();
    const { person, post } = await member(api);
    const token = await tokenFor(api, person.email, 'verify-email');
    const both = await Promise.all([post(VERIFY, { token }), post(VERIFY, { token })]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('verify no e-mail for who reads the mail but did not make the account', async () => {
    const api = open();
    const { person, get, post } = await member(api);
    const token = await tokenFor(api, person.email, 'verify-email');
    await request(api.app).post(VERIFY).send({ token }).expect(401);
    const { body } = await (await member(api)).post(VERIFY, { token }).expect(403);
    expect(body.code).toBe('link_of_another');
    expect((await get(USER)).body).toMatchObject({ emailVerified: false });
    await post(VERIFY, { token }).expect(200);
  });

  it('go to everyone who registers, and leave their address the mails it asks for', async () => {
    const api = open({ trustProxy: 1 });
    const from = (test: request.Test) => test.set('X-Forwarded-For', '10.7.0.2');
    for (let i = 0; i < 21; i += 1)
      await from(request(api.app).post('/api/auth/email/register')).send(somebody()).expect(200);
    expect(await api.mails()).toHaveLength(21);
    await from(request(api.app).post(FORGOT)).send({ email: somebody().email }).expect(200);
  });

  it('are kept as hashes, and stand in no log', async () => {
    const api = open();
    const { token, email } = await forgotten(api);
    const rows = JSON.stringify(await store().query('select * from mailed_links'));
    expect(rows).not.toContain(token);
    const log = api.log.join('');
    for (const secret of [token, email, PASSWORD]) expect(log).not.toContain(secret);
  });

  it('fail without an answer of ours when the mail cannot be sent, and the log says so', async () => {
    const mailer = {
      send: () => Promise.reject(new Error('no route to the mail server')),
      close: async () => undefined,
    };
    const api = open({ mailer });
    const { person } = await member(api);
    await request(api.app).post(FORGOT).send({ email: person.email }).expect(200);
    await api.mails();
    expect(api.log.join('')).toContain('no route to the mail server');
  });
});
