import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { expect, it } from 'vitest';
import type { Mailer } from '#api/mail/mailer.ts';
import { writeAudit } from '#api/users/audit.ts';
import { member, openAccounts, PASSWORD, signIn, somebody } from '../support/accounts.ts';
import { followedBy, onBothUserStores, rowsNaming } from '../support/user-stores.ts';

const USER = '/api/auth/user';
const PROFILE = '/api/user/profile';
const NEW_PASSWORD = 'a tent under the stars';

await onBothUserStores('the profile', (store) => {
  const open = (options = {}) => openAccounts(store(), options);

  it('says who one is, since when, and what was used', async () => {
    const { person, get } = await member(open());
    const { body } = await get(PROFILE).expect(200);
    expect(body).toEqual({
      firstName: 'Ada',
      lastName: 'Byron',
      email: person.email,
      phone: '',
      location: '',
      subscriptionStatus: 'free',
      analysesUsed: 0,
      analysesLimit: 3,
      isOneKept: false,
      lastAnalysisAt: null,
      joinedAt: '2026-11-21T12:00:00.000Z',
    });
  });

  it('is changed, trimmed; what is not sent stays', async () => {
    const { get, put } = await member(open());
    await put(PROFILE, { firstName: ' Grace ', lastName: '', phone: ' 555 0100 ' }).expect(200);
    const { body } = await put(PROFILE, { lastName: 'Hopper', location: 'Boise, ID' }).expect(200);
    expect(body).toMatchObject({
      firstName: 'Grace',
      lastName: 'Hopper',
      phone: '555 0100',
      location: 'Boise, ID',
    });
    expect((await get(PROFILE)).body).toEqual(body);
    expect((await get(USER)).body).toMatchObject({ firstName: 'Grace', lastName: 'Hopper' });
  });

  it('is not changed by a page that was drawn for somebody else', async () => {
    const api = open();
    const { cookie, get } = await member(api);
    const put = (as: string) =>
      request(api.app)
        .put(PROFILE)
        .set('Cookie', cookie)
        .set('X-Signed-In-As', as)
        .send({ firstName: 'Zed' });
    const { body: user } = await get(USER);
    expect((await put(randomUUID()).expect(409)).body.code).toBe('somebody_else');
    expect((await get(PROFILE)).body.firstName).toBe('Ada');
    await put(user.id).expect(200);
  });

  it('refuses a value that is too long and names it', async () => {
    const { put } = await member(open());
    const { body } = await put(PROFILE, {
      firstName: 'x'.repeat(101),
      lastName: '',
      phone: '5'.repeat(41),
    }).expect(422);
    expect(body.details.map(({ path }: { path: string }) => path)).toEqual(['firstName', 'phone']);
  });

  it('has no field for the e-mail or the plan', async () => {
    const { person, put } = await member(open());
    const { body } = await put(PROFILE, {
      firstName: 'Ada',
      lastName: '',
      email: 'other@example.com',
      subscriptionStatus: 'premium',
      analysesLimit: 99,
    }).expect(200);
    expect(body).toMatchObject({
      email: person.email,
      subscriptionStatus: 'free',
      analysesLimit: 3,
    });
  });

  it('lists the devices and signs one out', async () => {
    const api = open();
    const { person, get, ...laptop } = await member(api);
    api.pass(60_000);
    const phone = await signIn(api, person, 'Phone/1.0');
    const { body } = await get('/api/user/sessions').expect(200);
    expect(body).toEqual([
      {
        id: expect.any(String),
        device: 'Phone/1.0',
        createdAt: '2026-11-21T12:01:00.000Z',
        lastSeenAt: '2026-11-21T12:01:00.000Z',
        current: false,
      },
      expect.objectContaining({ current: true }),
    ]);
    await laptop.delete(`/api/user/sessions/${body[0].id}`).expect(200);
    await phone.get(USER).expect(401);
    await get(USER).expect(200);
    await laptop.delete(`/api/user/sessions/${body[0].id}`).expect(404);
    await laptop.delete(`/api/user/sessions/${body[1].id}`).expect(200);
    await get(USER).expect(401);
  });

  it('signs out no device of another', async () => {
    const api = open();
    const [ada, eve] = [await member(api), await member(api)];
    const { body } = await ada.get('/api/user/sessions').expect(200);
    await eve.delete(`/api/user/sessions/${body[0].id}`).expect(404);
    await eve.delete(`/api/user/sessions/${randomUUID()}`).expect(404);
    await eve.delete('/api/user/sessions/none').expect(422);
    await ada.get(USER).expect(200);
  });

  it('keeps what was chosen', async () => {
    const { get, put } = await member(open());
    const other = await member(open());
    const unchosen = {
      notifications: { priceAlerts: true },
      privacy: { shareContributions: true },
    };
    expect((await get('/api/user/settings').expect(200)).body).toEqual(unchosen);
    const chosen = {
      notifications: { priceAlerts: false },
      privacy: { shareContributions: false },
    };
    await put('/api/user/settings', chosen).expect(200, chosen);
    await put('/api/user/settings', { ...chosen, notifications: { priceAlerts: true } });
    expect((await get('/api/user/settings')).body).toEqual({
      ...chosen,
      notifications: { priceAlerts: true },
    });
    expect((await other.get('/api/user/settings')).body).toEqual(unchosen);
  });

  it('changes no more than what is chosen, as another device may have chosen since', async () => {
    const { get, put } = await member(open());
    await put('/api/user/settings', { privacy: { shareContributions: false } }).expect(200, {
      notifications: { priceAlerts: true },
      privacy: { shareContributions: false },
    });
    await put('/api/user/settings', { notifications: { priceAlerts: false } }).expect(200);
    expect((await get('/api/user/settings')).body).toEqual({
      notifications: { priceAlerts: false },
      privacy: { shareContributions: false },
    });
  });

  it('takes any number of choices of what to mail, from who shares all the while', async () => {
    const { put } = await member(open());
    for (let i = 0; i < 20; i += 1) {
      const notifications = { priceAlerts: i % 2 === 1 };
      const chosen = { notifications, privacy: { shareContributions: true } };
      await put('/api/user/settings', chosen).expect(200, chosen);
    }
  });

  it('changes the password with the old one, and signs out every other device', async () => {
    const api = open();
    const { person, ...laptop } = await member(api);
    const phone = await signIn(api, person);
    const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    await phone.get(USER).expect(200);
    await laptop.post('/api/user/password', { ...change, currentPassword: 'no' }).expect(403);
    await laptop.post('/api/user/password', { ...change, newPassword: 'password1' }).expect(422);
    await laptop.post('/api/user/password', change).expect(200);
    await phone.get(USER).expect(401);
    await laptop.get(USER).expect(401);
    await request(api.app).post('/api/auth/email/login').send(person).expect(401);
    await signIn(api, { ...person, password: NEW_PASSWORD });
  });

  it('changes the password while somebody else guesses it', async () => {
    const api = open();
    const { person, ...laptop } = await member(api);
    for (let i = 0; i < 11; i += 1)
      await request(api.app)
        .post('/api/auth/email/login')
        .send({ ...person, password: `guess ${i}` });
    const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    for (let i = 0; i < 3; i += 1)
      await laptop.post('/api/user/password', { ...change, currentPassword: 'no' }).expect(403);
    await laptop.post('/api/user/password', change).expect(200);
    // What was guessed of the old one says nothing of the new.
    await signIn(api, { ...person, password: NEW_PASSWORD });
  });

  it('is asked for the password ten times in a quarter of an hour', async () => {
    const { post } = await member(open());
    for (let i = 0; i < 10; i += 1)
      await post('/api/user/delete', { password: 'not this one' }).expect(403);
    await post('/api/user/delete', { password: PASSWORD }).expect(429);
  });

  it('is asked for the right password as often as one likes', async () => {
    const { post } = await member(open());
    const change = { currentPassword: PASSWORD, newPassword: 'password1' };
    for (let i = 0; i < 12; i += 1) await post('/api/user/password', change).expect(422);
  });

  it('stays signed in on the device the password was changed on', async () => {
    const api = open();
    const browser = api.browser();
    const { person } = await member(api);
    await browser.post('/api/auth/email/login').send(person).expect(200);
    await browser
      .post('/api/user/password')
      .send({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD })
      .expect(200);
    await browser.get(USER).expect(200);
  });

  it('gives everything it keeps as a file, without the password', async () => {
    const { person, get, post } = await member(open());
    await post('/api/track-analysis-usage').expect(200);
    const { body, headers, text } = await get('/api/user/data').expect(200);
    expect(headers['content-disposition']).toBe('attachment; filename=rigworth-my-data.json');
    expect(body).toMatchObject({
      user: { email: person.email },
      profile: { analysesUsed: 1 },
      sessions: [{ current: true }],
      analyses: [{ month: '2026-11', used: 1 }],
      payments: [],
      savedRvs: [],
      contributions: [],
    });
    expect(text).not.toContain('argon2');
  });

  it('gives in that file what no screen shows: orders, what was paid anywhere, alerts that wait, and who did what', async () => {
    const { id, get } = await member(open());
    const [order, alert, seen] = [randomUUID(), randomUUID(), randomUUID()];
    const at = '2026-11-20T08:00:00.000Z';
    await store().query('update users set email_verified_at = $2 where id = $1', [id, at]);
    await store().query(
      `insert into payment_orders (id, user_id, provider, kind, amount, currency, status, created_at)
       values ($1, $2, 'stripe', 'lifetime', 4900, 'usd', 'open', $3)`,
      [order, id, at],
    );
    // Payments are off in this process.
    await store().query(
      `insert into payments (provider, ref, order_id, amount, currency, status, paid_at)
       values ('stripe', $1, $2, 4900, 'usd', 'paid', $3)`,
      [`pi_${order}`, order, at],
    );
    await store().query(
      `insert into payment_customers (user_id, provider, ref) values ($1, 'stripe', 'cus_1')`,
      [id],
    );
    const changes = [{ name: '2021 Jayco Eagle', from: 40_000, to: 38_000 }];
    await store().query(
      'insert into price_alerts (id, user_id, changes, written_at) values ($1, $2, $3::jsonb, $4)',
      [alert, id, JSON.stringify(changes), at],
    );
    const clerk = randomUUID();
    await store().query(
      `insert into audit (id, at, actor, action, subject, details)
       select $1, $2, $3, 'payments.read', audit_id, '{}'::jsonb from users where id = $4`,
      [seen, at, clerk, id],
    );
    const did = { actor: id, action: 'staff.call', subject: null, details: { call: 'POST /x' } };
    await writeAudit(store(), { id: randomUUID(), at: new Date('2026-11-20T09:00:00Z'), ...did });
    const { body, text } = await get('/api/user/data').expect(200);
    expect(body).toMatchObject({
      emailVerifiedAt: at,
      orders: [
        {
          id: order,
          kind: 'lifetime',
          amount: 4900,
          currency: 'usd',
          status: 'open',
          orderedAt: at,
        },
      ],
      payments: [{ kind: 'lifetime', amount: 4900, currency: 'usd', status: 'paid', paidAt: at }],
      paymentCustomers: [{ provider: 'stripe', customer: 'cus_1' }],
      priceAlertsWaiting: [{ writtenAt: at, changes }],
      audit: [
        { at, by: 'staff', action: 'payments.read', details: {} },
        { by: 'you', action: 'staff.call', details: { call: 'POST /x' } },
      ],
    });
    expect(text).not.toContain(clerk);
    // And of nobody else.
    expect((await (await member(open())).get('/api/user/data').expect(200)).body).toMatchObject({
      sessions: [{ current: true }],
      analyses: [],
      orders: [],
      payments: [],
      paymentCustomers: [],
      priceAlertsWaiting: [],
      audit: [],
    });
  });

  it('deletes the account with the password: the person is nowhere, the cookie is dead', async () => {
    const api = open();
    const { person, id, ...laptop } = await member(api);
    const phone = await signIn(api, person);
    await laptop.post('/api/track-analysis-usage').expect(200);
    await laptop.put('/api/user/settings', {
      notifications: { priceAlerts: false },
      privacy: { shareContributions: false },
    });
    await laptop.post('/api/user/delete', { password: 'not this one' }).expect(403);
    await laptop.get(USER).expect(200);
    await phone.get('/api/user/sessions').expect(200);
    const { headers } = await laptop.post('/api/user/delete', { password: PASSWORD }).expect(200);
    expect(headers['set-cookie']?.[0]).toMatch(/^rigworth=; /);
    await laptop.get(USER).expect(401);
    await phone.get('/api/user/sessions').expect(401);
    expect(await rowsNaming(store(), [id, person.email])).toEqual([]);
    await request(api.app).post('/api/auth/email/login').send(person).expect(401);
    await request(api.app).post('/api/auth/email/register').send(person).expect(200);
  });

  it.each([
    ['for a new password', 'where lower(email)', '/api/auth/password/forgot'],
    ['to verify the e-mail', 'where id =', '/api/auth/email/register'],
  ])('has no mail %s sent after it is deleted', async (_what, query, path) => {
    const person = path.endsWith('register') ? somebody() : (await member(open())).person;
    // Deleted between reading whom the mail is for and writing it.
    const users = followedBy(store(), query, () =>
      store().query('delete from users where email = $1', [person.email]),
    );
    const api = openAccounts(users);
    await request(api.app).post(path).send(person).expect(200);
    expect(await api.mails()).toEqual([]);
    expect(await store().query('select from users where email = $1', [person.email])).toEqual([]);
    expect(api.log.join('')).not.toContain('failed');
  });

  it('is not named by what was counted of wrong passwords: that outlives the account', async () => {
    const { id, post } = await member(open());
    await post('/api/user/delete', { password: 'not this one' }).expect(403);
    expect(await store().query('select key from attempts where key like $1', [`%${id}%`])).toEqual(
      [],
    );
  });

  it('takes the mails that lie here for a person away with the account', async () => {
    const forgotten: string[] = [];
    const mailer: Mailer = {
      send: async () => undefined,
      forget: async (to) => void forgotten.push(to),
      close: async () => undefined,
    };
    const api = open({ mailer });
    const { person, post } = await member(api);
    await post('/api/user/delete', { password: 'not this one' }).expect(403);
    expect(forgotten).toEqual([]);
    await post('/api/user/delete', { password: PASSWORD }).expect(200);
    await api.mails();
    expect(forgotten).toEqual([person.email]);
  });

  it('takes who was deleted a moment ago in another process for a guest', async () => {
    const api = open();
    const other = open();
    const { cookie, post } = await member(api);
    const there = (path: string) => request(other.app).post(path).set('Cookie', cookie);
    await request(other.app).get(USER).set('Cookie', cookie).expect(200);
    await post('/api/user/delete', { password: PASSWORD }).expect(200);
    await there('/api/track-analysis-usage').expect(401);
  });
});
