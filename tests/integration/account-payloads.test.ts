import request from 'supertest';
import { expect, it } from 'vitest';
import type { Call } from '#schemas/api/call.ts';
import * as account from '#schemas/api/account.ts';
import { contribute } from '#schemas/api/contribution.ts';
import { saveRv } from '#schemas/api/listings.ts';
import * as mailedLinks from '#schemas/api/mailed-links.ts';
import * as profile from '#schemas/api/profile.ts';
import { member, openAccounts, PASSWORD, somebody } from '../support/accounts.ts';
import { purchaseForm } from '../support/contributions.ts';
import { onBothUserStores } from '../support/user-stores.ts';

const ODD = [
  null, true, 0, -1, 1e308, '', ' ', '\u0000', 'a\u0000b', '\ud800', '\u202e', '%00', '../..', [], [[]], {}, { $gt: '' },
  "'; drop table users; --", '{{7*7}}', '<script>', 'x'.repeat(10_000), 'é'.repeat(300), '🚐'.repeat(300),
]; // prettier-ignore

/** Calls with what they would take; the odd values then stand in place of each of its fields. */
const calls: [Call, () => Record<string, unknown>][] = [
  [account.register, somebody],
  [account.login, somebody],
  [account.updateProfile, () => ({ firstName: 'Ada', lastName: '', phone: '1', location: 'TX' })],
  [
    profile.updateSettings,
    () => ({ notifications: { priceAlerts: true }, privacy: { shareContributions: true } }),
  ],
  [profile.changePassword, () => ({ currentPassword: PASSWORD, newPassword: 'short' })],
  [profile.deleteAccount, () => ({ password: 'not this one' })],
  [mailedLinks.requestPasswordReset, () => ({ email: somebody().email })],
  [mailedLinks.resetPassword, () => ({ token: 'token', password: 'a tent under the stars' })],
  [mailedLinks.verifyEmail, () => ({ token: 'token' })],
  [contribute, purchaseForm],
  [saveRv, () => ({ listingId: 'eagle' })],
];

await onBothUserStores('odd values', (store) => {
  it.each(calls)('break nothing: $path', async (call, usual) => {
    const api = openAccounts(store(), { trustProxy: 1 });
    const { cookie } = await member(api);
    const method = call.method === 'PUT' ? 'put' : 'post';
    const bodies = [
      ...ODD,
      ...Object.keys(usual()).flatMap((field) => ODD.map((odd) => ({ ...usual(), [field]: odd }))),
    ];
    const seen = new Set<number>();
    for (const [i, body] of bodies.entries()) {
      const client = request(api.app);
      const { status, text } = await client[method](call.path)
        .set('X-Forwarded-For', `10.9.${i >> 8}.${i & 255}`)
        .set('Content-Type', 'application/json')
        .set('Cookie', cookie)
        .send(JSON.stringify(body));
      if (status >= 500) throw new Error(`${JSON.stringify(body)}: ${status} ${text}`);
      seen.add(status);
    }
    expect(seen).toContain(422);
    expect(api.log.join('')).not.toContain('"level":50');
  });

  it.each(['rigworth=\u00ff', `rigworth=${'x'.repeat(8_000)}`, 'rigworth=a.b.c; rigworth=d'])(
    'break nothing as a cookie',
    async (cookie) => {
      const api = openAccounts(store());
      await request(api.app).get(account.currentUser.path).set('Cookie', cookie).expect(401);
    },
  );
});
