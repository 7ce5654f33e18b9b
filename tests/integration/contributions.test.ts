import { createHmac, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { rawContribution } from '#schemas/events/contribution.ts';
import { member as unverified, PASSWORD, signIn } from '../support/accounts.ts';
import { openContributions } from '../support/contribution-desk.ts';
import { purchaseForm } from '../support/contributions.ts';
import { onBothUserStores, rowsNaming } from '../support/user-stores.ts';

const CONTRIBUTE = '/api/user/contribute';
const OWN = '/api/user/contributions';
const SETTINGS = '/api/user/settings';
const settings = (shareContributions: boolean) => ({
  notifications: { priceAlerts: true },
  privacy: { shareContributions },
});

await onBothUserStores('contributions', (store) => {
  const desk = openContributions(store);
  const { open, member, relay, published, countedAt } = desk;

  it('keeps all of a purchase for its owner, and tells the log what names nobody', async () => {
    const { id, person, get, post } = await member(open());
    const form = purchaseForm();
    const { body } = await post(CONTRIBUTE, form).expect(200);
    expect(body).toEqual({
      id: expect.any(String),
      shared: true,
      message: 'Thank you for contributing!',
    });
    expect((await get(OWN)).body).toEqual([
      {
        id: body.id,
        contributedAt: '2026-11-21T12:00:00.000Z',
        shared: true,
        purchase: { ...form, rvType: 'fifth-wheel' },
      },
    ]);
    expect((await get('/api/user/data')).body.contributions).toEqual((await get(OWN)).body);

    await relay();
    const [event, ...more] = await countedAt(form.purchasePrice);
    expect(more).toEqual([]);
    expect(event).toEqual({
      contributionId: expect.any(String),
      contributor: expect.stringMatching(/^[0-9a-f]{64}$/),
      day: '2026-11-21',
      sample: false,
      make: 'Jayco',
      model: 'Eagle 317RLOK',
      year: 2021,
      type: 'fifth-wheel',
      purchasePrice: form.purchasePrice,
      purchaseDate: '2024-10-03',
      purchaseType: 'dealer',
      condition: 'used',
      state: 'ID',
      zip3: '837',
      mileage: 1_200,
      listPrice: 52_000,
      financingRate: 0.0725,
    });
    for await (const { messages } of desk.log.readAll(rawContribution))
      for (const { timestamp, value } of messages) {
        expect(timestamp).toBe(Date.parse('2026-11-21T00:00:00Z'));
        const text = Buffer.from(value).toString();
        for (const secret of [id, body.id, person.email, 'Corner', 'Friday', '83702', 'Boise'])
          expect(text).not.toContain(secret);
      }
  });

  it('knows who has contributed', async () => {
    const { get, post } = await member(open());
    const has = async () => (await get('/api/auth/user')).body.hasContributedData as boolean;
    expect(await has()).toBe(false);
    const { body } = await post(CONTRIBUTE, purchaseForm()).expect(200);
    expect(await has()).toBe(true);
    await expect(get('/api/user/data')).resolves.toMatchObject({
      body: { user: { hasContributedData: true }, contributions: [{ id: body.id }] },
    });
  });

  it('takes the same form twice, also twice at once, for one contribution', async () => {
    const { get, post } = await member(open());
    const form = purchaseForm();
    const answers = await Promise.all([1, 2, 3].map(() => post(CONTRIBUTE, form).expect(200)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    await post(CONTRIBUTE, { ...form, make: ' Jayco ', purchasePrice: `$${form.purchasePrice}` });
    expect((await get(OWN)).body).toHaveLength(1);
    await relay();
    await post(CONTRIBUTE, form).expect(200);
    await relay();
    expect(await countedAt(form.purchasePrice)).toHaveLength(1);
  });

  it('counts a person as one contributor, and two persons with the same purchase as two', async () => {
    const api = open();
    const [ada, eve] = [await member(api), await member(api)];
    const [form, other] = [purchaseForm(), purchaseForm()];
    await ada.post(CONTRIBUTE, form).expect(200);
    await ada.post(CONTRIBUTE, other).expect(200);
    await eve.post(CONTRIBUTE, form).expect(200);
    await relay();
    const same = await countedAt(form.purchasePrice);
    const [third] = await countedAt(other.purchasePrice);
    expect(new Set(same.map(({ contributor }) => contributor)).size).toBe(2);
    expect(same.map(({ contributor }) => contributor)).toContain(third?.contributor);
  });

  it('waits for the e-mail to be verified: one person has any number of accounts', async () => {
    const api = open();
    const { person, get, post } = await unverified(api);
    const form = purchaseForm();
    const { body } = await post(CONTRIBUTE, form).expect(200);
    expect(body).toMatchObject({ shared: false });
    expect(body.message).toContain('once your e-mail is verified');
    await relay();
    expect(await countedAt(form.purchasePrice)).toEqual([]);
    const mail = (await api.mails()).findLast(({ to }) => to === person.email);
    api.pass(24 * 3_600_000);
    const token = mail?.text.match(/verify-email=(\S+)/)?.[1];
    await post('/api/auth/email/verify', { token }).expect(200);
    await relay();
    // Of the day it came into the figures.
    expect(await countedAt(form.purchasePrice)).toMatchObject([{ day: '2026-11-22' }]);
    expect((await get(OWN)).body).toMatchObject([{ shared: true }]);
  });

  it('leaves what the settings keep out where it is when the e-mail is verified', async () => {
    const api = open();
    const { person, get, post, put } = await unverified(api);
    await put(SETTINGS, settings(false)).expect(200);
    await post(CONTRIBUTE, purchaseForm()).expect(200);
    const mail = (await api.mails()).findLast(({ to }) => to === person.email);
    const token = mail?.text.match(/verify-email=(\S+)/)?.[1];
    await post('/api/auth/email/verify', { token }).expect(200);
    expect((await get(OWN)).body).toMatchObject([{ shared: false }]);
    await put(SETTINGS, settings(true)).expect(200);
    expect((await get(OWN)).body).toMatchObject([{ shared: true }]);
  });

  it('is tied to nobody once the account is gone, with all that is kept for ever', async () => {
    const { id, post } = await member(open());
    const form = purchaseForm();
    await post(CONTRIBUTE, form).expect(200);
    await relay();
    const [event] = await countedAt(form.purchasePrice);
    await post('/api/user/delete', { password: PASSWORD }).expect(200);
    const [row] = await store().query<{ key: string }>('select key from contributor_key');
    const left = await rowsNaming(store(), [event?.contributor ?? '']);
    expect(left).toEqual([]);
    // The audit has the id of whoever paid or was paid back.
    expect(
      createHmac('sha256', row?.key ?? '')
        .update(id)
        .digest('hex'),
    ).not.toBe(event?.contributor);
    const mine = await store().query('select * from contributors where user_id = $1', [id]);
    expect(mine).toEqual([]);
  });

  it("refuses what is no purchase in the form's words, and keeps nothing of it", async () => {
    const { get, post } = await member(open());
    const { body } = await post(CONTRIBUTE, purchaseForm({ purchasePrice: 999 })).expect(422);
    expect(body.message).toBe('Purchase price must be at least $1,000');
    expect((await get(OWN)).body).toEqual([]);
  });

  it('takes a place it does not know, which then counts for no state', async () => {
    const { post } = await member(open());
    const form = purchaseForm({ location: 'Somewhere else, ON' });
    await post(CONTRIBUTE, form).expect(200);
    await relay();
    expect(await countedAt(form.purchasePrice)).toMatchObject([{ state: '', zip3: '' }]);
  });

  it('takes twenty from one person in a day', async () => {
    const api = open();
    const { person, post } = await member(api);
    const form = purchaseForm();
    for (let i = 0; i < 20; i += 1) await post(CONTRIBUTE, form).expect(200);
    const { headers } = await post(CONTRIBUTE, form).expect(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await (await signIn(api, person)).post(CONTRIBUTE, form).expect(429);
    await (await member(api)).post(CONTRIBUTE, form).expect(200);
  });

  it('takes twenty in a day with those that are taken back, so that nobody measures by their own', async () => {
    const { delete: remove, post } = await member(open());
    for (let i = 0; i < 10; i += 1) {
      const { body } = await post(CONTRIBUTE, purchaseForm()).expect(200);
      await remove(`${OWN}/${body.id}`).expect(200);
    }
    await remove(`${OWN}/${randomUUID()}`).expect(429);
    await post(CONTRIBUTE, purchaseForm()).expect(429);
  });

  it('goes back into the figures fifteen times a day, and out of them whenever it is asked', async () => {
    const { get, put } = await member(open());
    for (let i = 0; i < 30; i += 1) await put(SETTINGS, settings(i % 2 === 1)).expect(200);
    await put(SETTINGS, settings(false)).expect(200);
    const { body, headers } = await put(SETTINGS, settings(true)).expect(429);
    expect(body.message).toBe('Too many attempts. Please try again in 24 hours.');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect((await get(SETTINGS)).body).toEqual(settings(false));
    const quiet = { ...settings(false), notifications: { priceAlerts: false } };
    await put(SETTINGS, quiet).expect(200, quiet);
  });

  it('takes all of a person out of the figures by the settings, and puts them back', async () => {
    const { get, post, put } = await member(open());
    const [gone, waiting] = [purchaseForm(), purchaseForm()];
    await post(CONTRIBUTE, gone).expect(200);
    await relay();
    const [before] = await countedAt(gone.purchasePrice);
    await post(CONTRIBUTE, waiting).expect(200);

    await put(SETTINGS, settings(false)).expect(200);
    await put(SETTINGS, settings(false)).expect(200);
    await relay();
    expect(await countedAt(gone.purchasePrice)).toEqual([]);
    // It had not gone out yet: now it does not.
    const prices = (await published()).all.map(({ purchasePrice }) => purchasePrice);
    expect(prices).not.toContain(waiting.purchasePrice);
    expect((await get(OWN)).body).toMatchObject([{ shared: false }, { shared: false }]);
    expect((await get('/api/auth/user')).body).toMatchObject({ hasContributedData: true });

    await put(SETTINGS, settings(true)).expect(200);
    await put(SETTINGS, settings(true)).expect(200);
    await relay();
    const again = await countedAt(gone.purchasePrice);
    expect(again).toEqual([{ ...before, contributionId: expect.any(String) }]);
    expect(again[0]?.contributionId).not.toBe(before?.contributionId);
    expect(await countedAt(waiting.purchasePrice)).toHaveLength(1);
    expect((await get(OWN)).body).toMatchObject([{ shared: true }, { shared: true }]);
  });

  it('shares nothing of a person whose settings say so, and says it', async () => {
    const { post, put } = await member(open());
    await put(SETTINGS, settings(false)).expect(200);
    const form = purchaseForm();
    const { body } = await post(CONTRIBUTE, form).expect(200);
    expect(body).toMatchObject({ shared: false });
    expect(body.message).toContain('until you let it in by your privacy settings');
    await relay();
    expect(await countedAt(form.purchasePrice)).toEqual([]);
    await put(SETTINGS, settings(true)).expect(200);
    await relay();
    expect(await countedAt(form.purchasePrice)).toHaveLength(1);
  });

  it('lets no contribution slip through while the settings change', async () => {
    const { get, post, put } = await member(open());
    const forms = Array.from({ length: 6 }, () => purchaseForm());
    await Promise.all([
      ...forms.slice(0, 3).map((form) => post(CONTRIBUTE, form).expect(200)),
      put(SETTINGS, settings(false)).expect(200),
      ...forms.slice(3).map((form) => post(CONTRIBUTE, form).expect(200)),
    ]);
    await relay();
    for (const { shared } of (await get(OWN)).body) expect(shared).toBe(false);
    for (const { purchasePrice } of forms) expect(await countedAt(purchasePrice)).toEqual([]);
  });

  it('takes one back for good, of nobody else', async () => {
    const api = open();
    const [ada, eve] = [await member(api), await member(api)];
    const form = purchaseForm();
    const { body } = await ada.post(CONTRIBUTE, form).expect(200);
    await relay();
    await eve.delete(`${OWN}/${body.id}`).expect(404);
    expect(await countedAt(form.purchasePrice)).toHaveLength(1);
    await ada.delete(`${OWN}/${body.id}`).expect(200);
    await ada.delete(`${OWN}/${body.id}`).expect(404);
    await relay();
    expect(await countedAt(form.purchasePrice)).toEqual([]);
    expect((await ada.get(OWN)).body).toEqual([]);
  });

  it('leaves facts of nobody behind when the account is deleted', async () => {
    const api = open();
    const { id, person, post } = await member(api);
    const [told, waiting] = [purchaseForm(), purchaseForm()];
    await post(CONTRIBUTE, told).expect(200);
    await relay();
    await post(CONTRIBUTE, waiting).expect(200);
    await post('/api/user/delete', { password: PASSWORD }).expect(200);
    expect(await rowsNaming(store(), [id, person.email])).toEqual([]);
    await relay();
    for (const { purchasePrice } of [told, waiting])
      expect(await countedAt(purchasePrice)).toHaveLength(1);
  });

  it('takes the facts away with the account where that is asked for', async () => {
    const { get, post } = await member(open());
    const form = purchaseForm();
    await post(CONTRIBUTE, form).expect(200);
    await relay();
    const leave = { password: 'not this one', withdrawContributions: true };
    await post('/api/user/delete', leave).expect(403);
    expect((await get(OWN)).body).toMatchObject([{ shared: true }]);
    await post('/api/user/delete', { ...leave, password: PASSWORD }).expect(200);
    await relay();
    expect(await countedAt(form.purchasePrice)).toEqual([]);
  });

  it('forgets nobody: the key of contributors is made once, by several at once too', async () => {
    await store().query('delete from contributor_key');
    const api = open();
    const people = await Promise.all(Array.from({ length: 5 }, () => member(api)));
    await Promise.all(people.map(({ post }) => post(CONTRIBUTE, purchaseForm()).expect(200)));
    expect(await store().query('select count(*)::int as n from contributor_key')).toEqual([
      { n: 1 },
    ]);
  });
});
