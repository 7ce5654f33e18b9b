import * as fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { partitionOf } from '#platform/log/partition.ts';
import { EventLogRefused, type EventLog, type LogMessage } from '#platform/log/port.ts';
import { collect, eventually, text } from '../support/collect.ts';
import { newTopic } from '../support/log-topic.ts';

const DAY_MS = 86_400_000;
const SECOND_IN_DAYS = 1 / 86_400;
const numbered = (count: number, key: (n: number) => string = (n) => `key-${n % 7}`) =>
  Array.from({ length: count }, (_, n) => ({ key: key(n), value: `${n}` }));

/** What both adapters keep. `openLog` opens one more instance on the same log. */
export function eventLogContract(openLog: () => Promise<EventLog>): void {
  const opened: EventLog[] = [];
  async function open(): Promise<EventLog> {
    const log = await openLog();
    opened.push(log);
    return log;
  }
  async function openWith(topic: ReturnType<typeof newTopic>): Promise<EventLog> {
    const log = await open();
    await log.ensureTopics([topic]);
    return log;
  }
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((log) => log.close()));
  });

  async function everything(log: EventLog, topic: ReturnType<typeof newTopic>) {
    const byPartition: LogMessage[][] = Array.from({ length: topic.partitions }, () => []);
    for await (const batch of log.readAll(topic))
      byPartition[batch.partition]?.push(...batch.messages);
    return byPartition;
  }

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

  it('chooses the partition as the Kafka clients do', async () => {
    const topic = newTopic({ partitions: 6 });
    const log = await openWith(topic);
    const messages = numbered(20, (n) => `källa\u0000${n}`);
    const positions = await log.publish(topic, messages);
    expect(positions.map((at) => at.partition)).toEqual(
      messages.map(({ key }) => partitionOf(Buffer.from(key), 6)),
    );
  });

  it('hands over at most maxBatch messages, contiguous and ascending, one batch at a time per partition', async () => {
    const topic = newTopic();
    const log = await openWith(topic);
    await log.publish(topic, numbered(200));
    const busy = new Set<number>();
    const overlapping: number[] = [];
    const got = await collect(log, { topic, group: 'g', maxBatch: 16 }, async ({ partition }) => {
      if (busy.has(partition)) overlapping.push(partition);
      busy.add(partition);
      await new Promise((resolve) => setTimeout(resolve, 2));
      busy.delete(partition);
    });
    await got.until((messages) => messages.length === 200);
    expect(overlapping).toEqual([]);
    const next = [0, 0, 0];
    for (const { partition, messages } of got.batches) {
      expect(messages.length).toBeLessThanOrEqual(16);
      for (const { offset } of messages) {
        expect(offset).toBe(next[partition]);
        next[partition] = offset + 1;
      }
    }
  });

  it('waits within the linger for a batch to fill', async () => {
    const topic = newTopic({ partitions: 1 });
    const log = await openWith(topic);
    await log.publish(topic, numbered(3));
    const got = await collect(log, { topic, group: 'g', maxBatch: 6, lingerMs: 1_500 });
    await log.publish(topic, numbered(3));
    await got.until((messages) => messages.length === 6);
    expect(got.batches.map((batch) => batch.messages.length)).toEqual([6]);
  });

  it('hands over a batch that does not fill when the linger is over', async () => {
    const topic = newTopic({ partitions: 1 });
    const log = await openWith(topic);
    await log.publish(topic, numbered(3));
    const got = await collect(log, { topic, group: 'g', maxBatch: 6, lingerMs: 100 });
    await got.until((messages) => messages.length === 3);
    expect(got.batches.map((batch) => batch.messages.length)).toEqual([3]);
  });

  it('commits after the handler and not before', async () => {
    const topic = newTopic({ partitions: 1 });
    const log = await openWith(topic);
    await log.publish(topic, numbered(5));
    const during = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    await collect(log, { topic, group: 'g' }, async () => {
      during.resolve();
      await goOn.promise;
    });
    await during.promise;
    expect(await log.positions(topic, 'g')).toEqual([{ partition: 0, end: 5, committed: 0 }]);
    goOn.resolve();
    await eventually(
      () => log.positions(topic, 'g'),
      ([position]) => position?.committed === 5,
    );
  });

  it('goes on at the committed position in a new instance', async () => {
    const topic = newTopic({ partitions: 1 });
    const before = await openWith(topic);
    await before.publish(topic, numbered(10));
    const first = await collect(before, { topic, group: 'g' });
    await first.until((messages) => messages.length === 10);
    await before.close();

    const after = await open();
    await after.publish(topic, [{ key: 'a', value: 'new' }]);
    const second = await collect(after, { topic, group: 'g' });
    await second.until((messages) => messages.length > 0);
    expect(second.values()).toEqual(['new']);
  });

  it('ends the subscription with the error of the handler, and gives the batch again to the next', async () => {
    const topic = newTopic({ partitions: 1 });
    const log = await openWith(topic);
    await log.publish(topic, numbered(6));
    let batches = 0;
    const failing = await collect(log, { topic, group: 'g', maxBatch: 2 }, async () => {
      if (++batches === 2) throw new Error('the sink refused');
    });
    await expect(failing.running.finished).rejects.toThrow('the sink refused');
    expect(failing.values()).toEqual(['0', '1', '2', '3']);
    expect(await log.positions(topic, 'g')).toEqual([{ partition: 0, end: 6, committed: 2 }]);

    const next = await collect(log, { topic, group: 'g', maxBatch: 2 });
    await next.until((messages) => messages.length === 4);
    expect(next.values()).toEqual(['2', '3', '4', '5']);
  });

  it('gives every group all messages', async () => {
    const topic = newTopic();
    const log = await openWith(topic);
    await log.publish(topic, numbered(30));
    const one = await collect(log, { topic, group: 'one' });
    await one.until((messages) => messages.length === 30);
    const two = await collect(log, { topic, group: 'two' });
    await two.until((messages) => messages.length === 30);
    expect(two.values().toSorted()).toEqual(one.values().toSorted());
  });

  it('keeps groups of one name on different topics apart', async () => {
    const [a, b] = [newTopic(), newTopic()];
    const log = await openWith(a);
    await log.ensureTopics([b]);
    await log.publish(a, numbered(10));
    await log.publish(b, numbered(20));
    const [fromA, fromB] = await Promise.all([
      collect(log, { topic: a, group: 'g' }),
      collect(log, { topic: b, group: 'g' }),
    ]);
    await fromA.until((messages) => messages.length === 10);
    await fromB.until((messages) => messages.length === 20);
  });

  it('shares the partitions between the members of a group, and hands them on when one leaves', async () => {
    const topic = newTopic({ partitions: 4 });
    const log = await openWith(topic);
    const holding = new Map<number, string>();
    const clashes: string[] = [];
    const member = (name: string) =>
      collect(log, { topic, group: 'g', maxBatch: 5 }, async ({ partition, heartbeat }) => {
        const other = holding.get(partition);
        if (other !== undefined && other !== name) clashes.push(`${other} and ${name}`);
        holding.set(partition, name);
        await new Promise((resolve) => setTimeout(resolve, 2));
        holding.delete(partition);
        await heartbeat();
      });
    const [one, two] = await Promise.all([member('one'), member('two')]);
    let sent = 0;
    // The members take their shares in their own time: messages flow until both have been given some.
    await eventually(
      async () => {
        sent += (
          await log.publish(
            topic,
            numbered(40, (n) => `key-${n}`),
          )
        ).length;
      },
      () => one.batches.length > 0 && two.batches.length > 0,
    );
    await one.running.stop();
    const heldByOne = one.messages().length;
    sent += (
      await log.publish(
        topic,
        numbered(40, (n) => `key-${n}`),
      )
    ).length;
    const distinct = () =>
      new Set(
        [...one.batches, ...two.batches].flatMap(({ partition, messages }) =>
          messages.map(({ offset }) => `${partition}/${offset}`),
        ),
      ).size;
    await two.until(() => distinct() === sent);
    expect(one.messages().length).toBe(heldByOne);
    expect(clashes).toEqual([]);
    await eventually(
      () => log.positions(topic, 'g'),
      (positions) => positions.every(({ end, committed }) => end === committed),
    );
  });

  it('hands no partition to a new member while the one before has a batch of it in hand', async () => {
    const topic = newTopic({ partitions: 4 });
    const log = await openWith(topic);
    const spread = numbered(40, (n) => `key-${n}`);
    await log.publish(topic, spread);
    const goOn = Promise.withResolvers<void>();
    const one = await collect(log, { topic, group: 'g' }, () => goOn.promise);
    await eventually(
      () => Promise.resolve(one.batches.length),
      (batches) => batches === 4,
    );
    let handedToTwo = 0;
    const joining = collect(log, { topic, group: 'g' }, () => {
      handedToTwo++;
      return Promise.resolve();
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(handedToTwo).toBe(0);
    goOn.resolve();
    const two = await joining;
    await eventually(
      () => log.publish(topic, spread),
      () => two.batches.length > 0,
    );
  });

  it('finishes and commits the batch in hand when it is stopped, and takes no other', async () => {
    const topic = newTopic({ partitions: 1 });
    const log = await openWith(topic);
    await log.publish(topic, numbered(20));
    const during = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const got = await collect(log, { topic, group: 'g', maxBatch: 5 }, async () => {
      during.resolve();
      await goOn.promise;
    });
    await during.promise;
    const stopped = got.running.stop();
    goOn.resolve();
    await stopped;
    await got.running.finished;
    expect(got.values()).toEqual(['0', '1', '2', '3', '4']);
    expect(await log.positions(topic, 'g')).toEqual([{ partition: 0, end: 20, committed: 5 }]);
  });

  it('tells the lag of a group: all of it before the first commit, none at the end', async () => {
    const topic = newTopic();
    const log = await openWith(topic);
    await log.publish(topic, numbered(30));
    const lag = async () =>
      (await log.positions(topic, 'g')).reduce((sum, at) => sum + at.end - at.committed, 0);
    expect(await lag()).toBe(30);
    const got = await collect(log, { topic, group: 'g' });
    await got.until((messages) => messages.length === 30);
    await eventually(lag, (left) => left === 0);
  });

  it('starts a new group at the end with from: latest, and keeps that start', async () => {
    const topic = newTopic();
    const log = await openWith(topic);
    await log.publish(topic, numbered(30));
    const got = await collect(log, { topic, group: 'g', from: 'latest' });
    await log.publish(topic, [{ key: 'key-1', value: 'new' }]);
    await got.until((messages) => messages.length > 0);
    expect(got.values()).toEqual(['new']);
    await got.running.stop();

    await log.publish(topic, [{ key: 'key-2', value: 'newer' }]);
    const again = await collect(log, { topic, group: 'g', from: 'latest' });
    await again.until((messages) => messages.length > 0);
    expect(again.values()).toEqual(['newer']);
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

  it('hands over no more than 16 MB at once, however well it compresses', async () => {
    const topic = newTopic({ partitions: 1 });
    const log = await openWith(topic);
    const value = new Uint8Array(1_500_000);
    for (let n = 0; n < 3; n += 1)
      await log.publish(
        topic,
        Array.from({ length: 4 }, () => ({ key: 'key', value })),
      );
    const got = await collect(log, { topic, group: 'g', maxBatch: 100 });
    await got.until((messages) => messages.length === 12);
    expect(got.messages().map(({ offset }) => offset)).toEqual(numbered(12).map((_, n) => n));
    for (const { messages } of got.batches) expect(messages.length).toBeLessThanOrEqual(10);
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
    await got.until((messages) => messages.some((message) => text(message) === 'last'));
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
