import request from 'supertest';
import { expect, it } from 'vitest';
import { collectAll, collectionStatus } from '#schemas/api/data.ts';
import {
  cookieOf,
  member,
  openAccounts,
  somebody,
  type AccountsOptions,
} from '../support/accounts.ts';
import { onBothUserStores } from '../support/user-stores.ts';

const STATUS = {
  totalListings: 0,
  targetListings: 0,
  recentListings: 0,
  completionPercentage: '0',
  running: false,
  runId: null,
  waiting: [],
};

await onBothUserStores('staff', (store) => {
  const open = (options: AccountsOptions = {}) =>
    openAccounts(store(), {
      ...options,
      staff: [(staff) => staff(collectionStatus, () => STATUS)],
    });

  it('is any signed-in person where nobody is named', async () => {
    const api = open();
    const { get } = await member(api);
    await get(collectionStatus.path).expect(200, STATUS);
    expect((await get('/api/auth/user')).body).toMatchObject({ staff: true });
    await request(api.app).get(collectionStatus.path).expect(401);
  });

  it('is written down when it sets something going', async () => {
    const api = openAccounts(store(), {
      staff: [
        (staff) =>
          staff(collectAll, ({ response }) => {
            response.status(202);
            return { runId: 'run', begun: true, message: 'Started.' };
          }),
      ],
    });
    const { id, post } = await member(api);
    await post(collectAll.path).expect(202);
    const written = await store().query(
      'select action, details from audit join users on audit_id = actor where users.id = $1',
      [id],
    );
    expect(written).toEqual([
      { action: 'staff.call', details: { call: 'POST /api/data/collect-all' } },
    ]);
  });

  it('is who is named, however they write their e-mail', async () => {
    const person = somebody();
    const named = open({ staffEmails: [person.email] });
    const answer = await request(named.app)
      .post('/api/auth/email/register')
      .send({ ...person, email: person.email.toUpperCase() })
      .expect(200);
    await store().query('update users set email_verified_at = now() where id = $1', [
      answer.body.id,
    ]);
    await request(named.app).get(collectionStatus.path).set('Cookie', cookieOf(answer)).expect(200);
  });

  it('is who is named, once the e-mail is verified', async () => {
    const { person, cookie } = await member(open());
    const named = open({ staffEmails: [person.email] });
    const asNamed = (path: string) => request(named.app).get(path).set('Cookie', cookie);
    await asNamed(collectionStatus.path).expect(403);
    await store().query('update users set email_verified_at = now() where email = $1', [
      person.email,
    ]);
    await asNamed(collectionStatus.path).expect(200);
    const others = open({ staffEmails: ['somebody.else@example.com'] });
    const { body } = await request(others.app)
      .get(collectionStatus.path)
      .set('Cookie', cookie)
      .expect(403);
    expect(body.code).toBe('staff_only');
  });
});
