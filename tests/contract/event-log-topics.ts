import { expect, it } from 'vitest';
import { EventLogRefused } from '#platform/log/port.ts';
import { collect, eventually } from '../support/collect.ts';
import { newTopic } from '../support/log-topic.ts';
import { everything, numbered, type OpenedLogs } from '../support/opened-logs.ts';

const SECOND_IN_DAYS = 1 / 86_400;

/** How topics come about, grow and forget, and what a log does that is closed. */
export function topicsContract({ open, openWith }: OpenedLogs): void {
  it('lets any number of roles create the same topics', async () => {
    const topics = [newTopic(), newTopic({ partitions: 1 })];
    const [one, two] = [await open(), await open()];
    await Promise.all([
      one.ensureTopics(topics),
      two.ensureTopics(topics),
      one.ensureTopics(topics),
    ]);
    await one.ensureTopics(topics);
    expect(await two.positions(topics[0] ?? newTopic(), 'g')).toHaveLength(3);
  });

  it('refuses a topic that was never created', async () => {
    const log = await open();
    const topic = newTopic();
    await expect(log.publish(topic, numbered(1))).rejects.toThrow(EventLogRefused);
    await expect(collect(log, { topic, group: 'g' })).rejects.toThrow(EventLogRefused);
  });

  it('grows a topic with fewer partitions, also under a running subscription', async () => {
    const small = newTopic({ partitions: 2 });
    const log = await openWith(small);
    await log.publish(small, numbered(10));
    const got = await collect(log, { topic: small, group: 'g' });
    await got.until((messages) => messages.length === 10);
    const grown = { ...small, partitions: 5 };
    await log.ensureTopics([grown]);
    expect(await log.positions(grown, 'g')).toHaveLength(5);
    await log.publish(
      grown,
      numbered(40, (n) => `key-${n}`),
    );
    await got.until((messages) => messages.length === 50);
    expect(new Set(got.batches.map((batch) => batch.partition)).size).toBe(5);
  });

  it('refuses to give a topic fewer partitions than it has, and changes nothing', async () => {
    const topic = newTopic({ partitions: 4 });
    const log = await openWith(topic);
    const other = newTopic();
    const less = { ...topic, partitions: 3 };
    await expect(log.ensureTopics([other, less])).rejects.toThrow(EventLogRefused);
    expect(await log.positions(topic, 'g')).toHaveLength(4);
    await expect(log.positions(other, 'g')).rejects.toThrow(EventLogRefused);
  });

  it('removes messages past the retention of their topic, never those kept for ever, and reuses no offset', async () => {
    const brief = newTopic({ partitions: 1, retention: { days: SECOND_IN_DAYS } });
    const forever = newTopic({ partitions: 1 });
    const log = await openWith(brief);
    await log.ensureTopics([forever]);
    await log.publish(brief, numbered(10));
    await log.publish(forever, numbered(10));
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await log.publish(brief, [{ key: 'a', value: 'later' }]);
    await eventually(
      async () => (await everything(log, brief)).flat(),
      (messages) => messages.every((message) => message.offset >= 10),
    );
    expect((await everything(log, forever)).flat()).toHaveLength(10);
    const got = await collect(log, { topic: brief, group: 'g' });
    const [position] = await log.publish(brief, [{ key: 'a', value: 'last' }]);
    expect(position?.offset).toBe(11);
    // It is forgotten too after a second: on a busy machine before it was handed over.
    await eventually(
      () => log.publish(brief, [{ key: 'a', value: 'last' }]),
      () => got.values().includes('last'),
    );
  });

  it('stops its subscriptions when it is closed, and then takes nothing', async () => {
    const topic = newTopic();
    const log = await openWith(topic);
    const got = await collect(log, { topic, group: 'g' });
    const sending = log.publish(topic, numbered(5));
    await log.close();
    await got.running.finished;
    expect(await sending).toHaveLength(5);
    await expect(log.publish(topic, numbered(1))).rejects.toThrow(/closed/);
    await log.close();
  });
}
