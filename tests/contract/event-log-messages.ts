import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { partitionOf } from '#platform/log/partition.ts';
import { EventLogRefused } from '#platform/log/port.ts';
import { collect, text } from '../support/collect.ts';
import { newTopic } from '../support/log-topic.ts';
import { everything, numbered, type OpenedLogs } from '../support/opened-logs.ts';

const DAY_MS = 86_400_000;

/** How messages are kept, and read again. */
export function messagesContract({ openWith }: OpenedLogs): void {
  it('keeps the order of each key, in one partition', async () => {
    const topic = newTopic();
    const log = await openWith(topic);
    await log.publish(topic, numbered(50));
    await log.publish(topic, numbered(50));
    const got = await collect(log, { topic, group: 'g', maxBatch: 8 });
    await got.until((messages) => messages.length === 100);
    for (const key of new Set(numbered(7).map((message) => message.key))) {
      const of = got.messages().filter((message) => message.key === key);
      const sent = numbered(50).filter((message) => message.key === key);
      expect(of.map(text)).toEqual([...sent, ...sent].map((message) => message.value));
      const partitions = got.batches.filter((b) => b.messages.some((m) => m.key === key));
      expect(new Set(partitions.map((batch) => batch.partition)).size).toBe(1);
    }
  });

  it('says where each message stands, in the order given', async () => {
    const topic = newTopic();
    const log = await openWith(topic);
    const messages = numbered(40);
    const positions = await log.publish(topic, messages);
    const stored = await everything(log, topic);
    expect(
      positions.map((at) => stored[at.partition]?.[at.offset]).map((m) => m && text(m)),
    ).toEqual(messages.map((message) => message.value));
  });

  it('keeps when it took a message, and only the day where the topic says so', async () => {
    const [exact, daily] = [newTopic(), newTopic({ time: 'day' })];
    const log = await openWith(exact);
    await log.ensureTopics([daily]);
    const before = Date.now();
    await log.publish(exact, numbered(5));
    await log.publish(daily, numbered(5));
    const timesOf = async (topic: typeof exact) =>
      (await everything(log, topic)).flat().map(({ timestamp }) => timestamp);
    for (const time of await timesOf(exact)) expect(time).toBeGreaterThanOrEqual(before);
    const days = [before, Date.now()].map((at) => Math.floor(at / DAY_MS) * DAY_MS);
    for (const time of await timesOf(daily)) expect(days).toContain(time);
  });

  it('chooses the partition as the Kafka clients do', async () => {
    const topic = newTopic({ partitions: 6 });
    const log = await openWith(topic);
    const messages = numbered(20, (n) => `källa\u0000${n}`);
    const positions = await log.publish(topic, messages);
    expect(positions.map((at) => at.partition)).toEqual(
      messages.map(({ key }) => partitionOf(Buffer.from(key), 6)),
    );
  });

  it('keeps publishes that run at the same time whole, in the order of the calls', async () => {
    const topic = newTopic();
    const log = await openWith(topic);
    const calls = Array.from({ length: 60 }, (_, call) =>
      log.publish(
        topic,
        numbered(10, (n) => `key-${n % 3}`).map(({ key, value }) => ({
          key,
          value: `${call}:${value}`,
        })),
      ),
    );
    const positions = (await Promise.all(calls)).flat();
    expect(new Set(positions.map((at) => `${at.partition}/${at.offset}`)).size).toBe(600);
    for (const messages of await everything(log, topic)) {
      expect(messages.map((message) => message.offset)).toEqual(messages.map((_, n) => n));
      for (const key of new Set(messages.map((message) => message.key))) {
        const order = messages.filter((message) => message.key === key).map(text);
        const byCall = order.toSorted(
          (a, b) =>
            Number(a.split(':')[0]) - Number(b.split(':')[0]) ||
            Number(a.split(':')[1]) - Number(b.split(':')[1]),
        );
        expect(order).toEqual(byCall);
      }
    }
  });

  it('keeps the order of keys and leaves no gap, whatever is published in whatever order', async () => {
    const topic = newTopic();
    const log = await openWith(topic);
    const key = fc.constantFrom('a', 'b', 'c', 'd', '');
    const publish = fc.array(fc.tuple(key, fc.uint8Array({ maxLength: 40 })), { maxLength: 8 });
    let expected: { key: string; value: Uint8Array }[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(publish, { maxLength: 8 }), fc.boolean(), async (calls, atOnce) => {
        const sent = calls.map((call) => call.map(([key, value]) => ({ key, value })));
        expected = [...expected, ...sent.flat()];
        if (atOnce) await Promise.all(sent.map((messages) => log.publish(topic, messages)));
        else for (const messages of sent) await log.publish(topic, messages);

        const stored = await everything(log, topic);
        expect(stored.flat()).toHaveLength(expected.length);
        for (const messages of stored)
          expect(messages.map((message) => message.offset)).toEqual(messages.map((_, n) => n));
        for (const key of ['a', 'b', 'c', 'd', '']) {
          const of = (m: { key: string }) => m.key === key;
          const values = stored
            .flat()
            .filter(of)
            .map((m) => Buffer.from(m.value).toString('hex'));
          const wanted = expected.filter(of).map((m) => Buffer.from(m.value).toString('hex'));
          expect(values).toEqual(wanted);
        }
      }),
      { numRuns: 15 },
    );
  });

  it('gives back every byte of keys and values', async () => {
    const topic = newTopic({ partitions: 1 });
    const log = await openWith(topic);
    const large = Buffer.alloc(1_500_000, 'a large record ');
    const values = [
      new Uint8Array(),
      Uint8Array.from({ length: 256 }, (_, byte) => byte),
      crypto.getRandomValues(new Uint8Array(60_000)),
      large,
    ];
    const keys = ['', 'ключ', 'a\u0000b', '\ufeff🚐'];
    await log.publish(
      topic,
      values.map((value, n) => ({ key: keys[n] ?? '', value })),
    );
    const stored = (await everything(log, topic)).flat();
    expect(stored.map((message) => message.key)).toEqual(keys);
    stored.forEach((message, n) =>
      expect(Buffer.from(message.value).equals(values[n] ?? large)).toBe(true),
    );
  });

  it('refuses a message that is too large and takes the others', async () => {
    const topic = newTopic();
    const log = await openWith(topic);
    const tooLarge = { key: 'key', value: new Uint8Array(8_000_001) };
    await expect(log.publish(topic, [tooLarge])).rejects.toThrow(EventLogRefused);
    await log.publish(topic, [{ key: 'key', value: new Uint8Array(7_900_000) }]);
    const [only] = (await everything(log, topic)).flat();
    expect(only?.value.length).toBe(7_900_000);
  });

  it('takes messages as large as their topic says', async () => {
    const topic = newTopic({ partitions: 1, maxBytes: 12_000_000 });
    const log = await openWith(topic);
    const tooLarge = { key: 'key', value: new Uint8Array(12_000_001) };
    await expect(log.publish(topic, [tooLarge])).rejects.toThrow('takes at most 12000000');
    await log.publish(topic, [{ key: 'key', value: new Uint8Array(11_900_000) }]);
    const [only] = (await everything(log, topic)).flat();
    expect(only?.value.length).toBe(11_900_000);
  });

  it('reads everything a topic held at the call, partition by partition', async () => {
    const topic = newTopic();
    const log = await openWith(topic);
    await log.publish(topic, numbered(2_500));
    const reading = log.readAll(topic);
    const partitions: number[] = [];
    const values: string[] = [];
    for await (const batch of reading) {
      if (values.length === 0)
        await log.publish(
          topic,
          numbered(50, (n) => `later-${n}`),
        );
      partitions.push(batch.partition);
      values.push(...batch.messages.map(text));
    }
    expect(values).toHaveLength(2_500);
    expect(new Set(values).size).toBe(2_500);
    expect(partitions).toEqual(partitions.toSorted((a, b) => a - b));
  });

  it('reads on from where somebody has read, and the partitions they do not name whole', async () => {
    const topic = newTopic();
    const log = await openWith(topic);
    const key = (n: number) => `key-${n}`;
    const before = await log.publish(topic, numbered(1_500, key));
    const ends = before.filter(({ partition }) => partition !== 2).slice(-20);
    const from = [0, 1].map((partition) => ({
      partition,
      offset: Math.max(...ends.filter((at) => at.partition === partition).map((at) => at.offset)),
    }));
    const after = await log.publish(topic, numbered(30, key));
    const read: string[] = [];
    for await (const { partition, messages } of log.readAll(topic, from))
      for (const { offset } of messages) read.push(`${partition}/${offset}`);
    const expected = [...before, ...after]
      .filter(({ partition, offset }) => offset >= (from[partition]?.offset ?? 0))
      .toSorted((a, b) => a.partition - b.partition || a.offset - b.offset);
    expect(read).toEqual(expected.map(({ partition, offset }) => `${partition}/${offset}`));

    const all = (await log.positions(topic, 'g')).map(({ partition, end }) => ({
      partition,
      offset: end,
    }));
    for await (const batch of log.readAll(topic, all)) expect(batch).toBeUndefined();
  });

  it('may be left in the middle of reading everything', async () => {
    const topic = newTopic();
    const log = await openWith(topic);
    await log.publish(topic, numbered(100));
    for await (const batch of log.readAll(topic)) {
      expect(batch.messages.length).toBeGreaterThan(0);
      break;
    }
    expect((await everything(log, topic)).flat()).toHaveLength(100);
  });

  it('reads nothing from an empty topic', async () => {
    const topic = newTopic();
    const log = await openWith(topic);
    expect((await everything(log, topic)).flat()).toEqual([]);
  });
}
