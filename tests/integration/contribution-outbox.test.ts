import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { rawContributionWithdrawn } from '#schemas/events/contribution.ts';
import type { EventLog } from '#platform/log/port.ts';
import { openContributions } from '../support/contribution-desk.ts';
import { purchaseForm } from '../support/contributions.ts';
import { onBothUserStores } from '../support/user-stores.ts';

const CONTRIBUTE = '/api/user/contribute';
const OWN = '/api/user/contributions';
const SETTINGS = '/api/user/settings';
const settings = (shareContributions: boolean) => ({
  notifications: { priceAlerts: true },
  privacy: { shareContributions },
});

await onBothUserStores('contributions on their way to the log', (store) => {
  const desk = openContributions(store);
  const { open, member, relay, countedAt } = desk;

  it('writes nothing of what comes and goes before it went out', async () => {
    const { post, put } = await member(open());
    const waiting = () => store().query('select topic from outbox');
    for (let i = 0; i < 3; i += 1) await post(CONTRIBUTE, purchaseForm()).expect(200);
    for (let i = 0; i < 5; i += 1) {
      await put(SETTINGS, settings(false)).expect(200);
      expect(await waiting()).toHaveLength(0);
      await put(SETTINGS, settings(true)).expect(200);
      expect(await waiting()).toHaveLength(3);
    }
    await relay();
    for (let i = 0; i < 5; i += 1) {
      await put(SETTINGS, settings(false)).expect(200);
      await put(SETTINGS, settings(true)).expect(200);
    }
    // Out under the old name, in under a new one.
    expect(await waiting()).toHaveLength(6);
  });

  it('withdraws what a relay had in hand: it may have gone out', async () => {
    const { delete: remove, post } = await member(open());
    const { body } = await post(CONTRIBUTE, purchaseForm()).expect(200);
    await store().query("update outbox set claimed_until = '2026-11-21T11:00:00Z'");
    await remove(`${OWN}/${body.id}`).expect(200);
    expect(await store().query('select topic from outbox')).toEqual([
      { topic: rawContributionWithdrawn.name },
    ]);
  });

  it('keeps neither the row nor the event where one of the two fails', async () => {
    const { get, post } = await member(open());
    await store().query('alter table outbox add constraint closed check (false) not valid');
    await post(CONTRIBUTE, purchaseForm()).expect(500);
    await store().query('alter table outbox drop constraint closed');
    expect((await get(OWN)).body).toEqual([]);
    expect(await relay()).toBe(0);
  });

  it('publishes again what a process that died had in hand, and it is one fact', async () => {
    const { post } = await member(open());
    const forms = [purchaseForm(), purchaseForm()];
    for (const form of forms) await post(CONTRIBUTE, form).expect(200);
    const dying: EventLog = {
      ...desk.log,
      publish: async (topic, messages) => {
        await desk.log.publish(topic, messages);
        throw new Error('killed');
      },
    };
    await expect(relay({ log: dying })).rejects.toThrow('killed');
    // It may still be alive: what it has in hand is its own for a minute.
    expect(await relay()).toBe(0);
    expect(await relay({ clock: () => new Date('2026-11-21T12:01:00Z') })).toBe(2);
    for (const { purchasePrice } of forms) {
      const events = await countedAt(purchasePrice);
      expect(events).toHaveLength(2);
      expect(events[0]).toEqual(events[1]);
    }
  });

  it('keeps what cannot be published until it can', async () => {
    const { post } = await member(open());
    const form = purchaseForm();
    await post(CONTRIBUTE, form).expect(200);
    const away: EventLog = { ...desk.log, publish: () => Promise.reject(new Error('away')) };
    await expect(relay({ log: away })).rejects.toThrow('away');
    expect(await relay({ clock: () => new Date('2026-11-21T12:01:00Z') })).toBe(1);
    expect(await countedAt(form.purchasePrice)).toHaveLength(1);
  });

  it('shares the work of several processes, each contribution by one of them', async () => {
    const { post } = await member(open());
    const forms = Array.from({ length: 12 }, () => purchaseForm());
    for (const form of forms) await post(CONTRIBUTE, form).expect(200);
    const counts = await Promise.all([relay(), relay(), relay()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(12);
    for (const { purchasePrice } of forms) expect(await countedAt(purchasePrice)).toHaveLength(1);
  });

  it('leaves what a newer version of it would publish', async () => {
    const later = { id: randomUUID(), topic: 'of.another.version.v1', key: 'k', value: '{}' };
    await store().query(
      'insert into outbox (id, topic, key, value) values ($1, $2, $3, $4)',
      Object.values(later),
    );
    expect(await relay()).toBe(0);
    expect(await store().query('select claimed_until from outbox')).toEqual([
      { claimed_until: null },
    ]);
  });

  it('shuffles what goes out together', async () => {
    const { post } = await member(open());
    for (let i = 0; i < 4; i += 1) await post(CONTRIBUTE, purchaseForm()).expect(200);
    const drawn: number[] = [];
    await relay({ random: (below) => drawn.push(below) && 0 });
    expect(drawn).toEqual([4, 3, 2]);
  });
});
