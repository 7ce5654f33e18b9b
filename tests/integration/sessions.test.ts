import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import request from 'supertest';
import { expect, it, vi } from 'vitest';
import {
  cookieOf,
  openAccounts,
  SECRET,
  signIn,
  somebody,
  registered as registeredAt,
} from '../support/accounts.ts';
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

  const registered = (api = open()) => registeredAt(api);

  it('get a new session at each sign-in, and the browser’s old one ends', async () => {
    const { api, browser, person, cookie } = await registered();
    const answer = await browser.post(LOGIN).send(person).expect(200);
    expect(cookieOf(answer)).not.toBe(cookie);
    // One: of two of a name, which holds is up to whoever reads them (RFC 6265, 4.1.1).
    expect(answer.headers['set-cookie']).toHaveLength(1);
    await request(api.app).get(USER).set('Cookie', cookie).expect(401);
    await request(api.app).get(USER).set('Cookie', cookieOf(answer)).expect(200);
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
    // The first to be made, and in use until now.
    const used = randomUUID();
    await store().query(
      `insert into sessions (id, user_id, created_at, last_seen_at, expires_at)
       values ($1, $2, '2026-10-30T12:00:00Z', '2026-11-21T11:59:00Z', '2026-12-21T12:00:00Z')`,
      [used, answer.body.id],
    );
    api.pass(60_000);
    const { get } = await signIn(api, person);
    const { body } = await get('/api/user/sessions').expect(200);
    expect(body).toHaveLength(50);
    expect(body).toContainEqual(expect.objectContaining({ id: used }));
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

  it('sign in anew after 90 days, however much a session is used', async () => {
    const { api, browser } = await registered();
    for (const days of [29, 29, 29, 2]) {
      api.pass(days * DAY_MS);
      await browser.get(USER).expect(200);
    }
    api.pass(DAY_MS);
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
    // A browser lets go of it only where it is told in the same words.
    const out = request(https.app).post(LOGOUT).set('X-Forwarded-Proto', 'https');
    const { headers } = await out.set('Cookie', cookie).expect(200);
    expect(headers['set-cookie']?.[0]).toMatch(
      /^__Host-rigworth=; Path=\/; Expires=Thu, 01 Jan 1970 .*HttpOnly; Secure; SameSite=Lax$/,
    );
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
    ['another person', { payload: { sub: randomUUID() } }],
    ['no session', { payload: { jti: undefined } }],
  ])('believe no cookie with %s, rightly signed as it is', async (_name, change) => {
    const { cookie, api } = await registered();
    const [header = '', payload = ''] = cookie.slice('rigworth='.length).split('.');
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
    const statusOf = async ({ header: h = {}, payload: p = {} }: Change) => {
      const token = await new SignJWT({ ...read(payload), ...p })
        .setProtectedHeader({ ...read(header), ...h })
        .sign(new TextEncoder().encode(SECRET));
      // Asks for nothing of the person but the session.
      const path = '/api/user/sessions';
      const { status } = await request(api.app).get(path).set('Cookie', `rigworth=${token}`);
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
});
