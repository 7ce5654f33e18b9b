import { Kafka, logLevel } from 'kafkajs';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { openKafkaLog, type KafkaLogOptions } from '#platform/log/kafka.ts';
import { EventLogUnavailable, type EventLog, type GroupPosition } from '#platform/log/port.ts';
import { eventLogContract } from '../contract/event-log.ts';
import { collect, eventually } from '../support/collect.ts';
import { requireOrSkip } from '../support/engines.ts';
import { startKafkaBroker } from '../support/kafka-broker.ts';
import { newTopic } from '../support/log-topic.ts';

const kafka = await startKafkaBroker();
requireOrSkip('kafka', 'unavailable' in kafka ? kafka.unavailable : undefined);
const broker = 'unavailable' in kafka ? undefined : kafka;
const control = broker?.control;

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const numbered = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ key: `key-${n}`, value: `${n}` }));

describe.skipIf(!broker)('the log on Kafka', () => {
  const brokers = broker?.brokers ?? [];
  const opened: EventLog[] = [];
  async function open(options: Partial<KafkaLogOptions> = {}): Promise<EventLog> {
    const log = await openKafkaLog({
      brokers,
      clientId: 'contract',
      metadataMaxAgeMs: 500,
      ...options,
    });
    opened.push(log);
    return log;
  }
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((log) => log.close()));
  });
  afterAll(() => broker?.stop());

  eventLogContract(open);

  it('tells where a group stands while it learns of other topics', async () => {
    const log = await open({ metadataMaxAgeMs: 0 });
    const [asked, ...others] = [newTopic(), newTopic(), newTopic()];
    await log.ensureTopics([asked, ...others]);
    await log.publish(asked, numbered(9));
    const member = await collect(log, { topic: asked, group: 'g' });
    await member.until((messages) => messages.length === 9);
    await member.running.stop();
    const state = { learning: true };
    const published = Promise.all(
      others.map(async (topic) => {
        for (const message of numbered(30)) await log.publish(topic, [message]);
      }),
    ).finally(() => (state.learning = false));
    const told = new Set<string>();
    while (state.learning) told.add(JSON.stringify(await log.positions(asked, 'g')));
    await published;
    const [only = '[]', ...rest] = told;
    expect(rest).toEqual([]);
    const positions = JSON.parse(only) as GroupPosition[];
    expect(positions.map(({ committed }) => committed)).toEqual(positions.map(({ end }) => end));
    expect(positions).toHaveLength(asked.partitions);
  });

  it('gives a batch again that a rebalance interrupted, and the subscription lives on', async () => {
    const topic = newTopic({ partitions: 2 });
    const log = await open();
    await log.ensureTopics([topic]);
    await log.publish(topic, numbered(20));
    const interruptions: unknown[] = [];
    const other = { hasJoined: false };
    const one = await collect(log, { topic, group: 'g' }, async ({ heartbeat }) => {
      while (!other.hasJoined) {
        await sleep(50);
        await heartbeat().catch((error: unknown) => {
          interruptions.push(error);
          throw error;
        });
      }
    });
    await eventually(
      () => Promise.resolve(one.batches.length),
      (batches) => batches > 0,
    );
    const two = await collect(log, { topic, group: 'g' });
    other.hasJoined = true;
    expect(interruptions.length).toBeGreaterThan(0);
    await eventually(
      () => log.positions(topic, 'g'),
      (positions) => positions.every(({ end, committed }) => end === committed),
    );
    await log.publish(topic, numbered(20));
    await one.until((messages) => messages.length > 0);
    await eventually(
      () => log.positions(topic, 'g'),
      (positions) => positions.every(({ end, committed }) => end === committed && end > 0),
    );
    expect(two.batches.length).toBeGreaterThan(0);
  });

  it('lets a member that was evicted commit nothing, and takes it back', async () => {
    const topic = newTopic({ partitions: 1 });
    const log = await open({ sessionTimeoutMs: 1_000 });
    await log.ensureTopics([topic]);
    await log.publish(topic, numbered(10));
    const wakeUp = Promise.withResolvers<void>();
    const zombie = await collect(log, { topic, group: 'g', maxBatch: 5 }, () => wakeUp.promise);
    await eventually(
      () => Promise.resolve(zombie.batches.length),
      (batches) => batches > 0,
    );
    const heir = await collect(log, { topic, group: 'g' });
    await heir.until((messages) => messages.length === 10);
    await eventually(
      () => log.positions(topic, 'g'),
      ([position]) => position?.committed === 10,
    );
    wakeUp.resolve();
    await sleep(500);
    expect(await log.positions(topic, 'g')).toEqual([{ partition: 0, end: 10, committed: 10 }]);

    await heir.running.stop();
    await log.publish(topic, [{ key: 'a', value: 'for the one that came back' }]);
    await zombie.until((messages) => messages.length > 5);
    expect(zombie.values().slice(-1)).toEqual(['for the one that came back']);
  });

  it('waits on a new cluster until groups have a coordinator', async () => {
    // No group's coordinator is made by itself where its topic asks for more copies than there are brokers.
    const fresh = await startKafkaBroker({ 'offsets.topic.replication.factor': '2' });
    if ('unavailable' in fresh) throw new Error(fresh.unavailable);
    const admin = new Kafka({ brokers: fresh.brokers, logLevel: logLevel.NOTHING }).admin();
    try {
      const topic = newTopic();
      const log = await openKafkaLog({ brokers: fresh.brokers, clientId: 'new' });
      await log.ensureTopics([topic]);
      const getting = collect(log, { topic, group: 'g' });
      const early = await Promise.race([
        getting.then(() => 'joined', String),
        sleep(3_000).then(() => 'waiting'),
      ]);
      expect(early).toBe('waiting');
      await admin.connect();
      const offsets = { topic: '__consumer_offsets', numPartitions: 4, replicationFactor: 1 };
      await admin.createTopics({ topics: [offsets] });
      const got = await getting;
      await log.publish(topic, numbered(3));
      await got.until((messages) => messages.length === 3);
      await log.close();
    } finally {
      await admin.disconnect();
      await fresh.stop();
    }
  });

  it('names the brokers when none answers', async () => {
    const nobody = ['127.0.0.1:1', '127.0.0.1:2'];
    const opening = openKafkaLog({ brokers: nobody, clientId: 'x', openWithinMs: 500 });
    await expect(opening).rejects.toThrow(EventLogUnavailable);
    await expect(opening).rejects.toThrow('127.0.0.1:1, 127.0.0.1:2');
  });

  describe.skipIf(!control)('when the broker goes away', () => {
    it('keeps a subscription and a publish waiting for a short outage, and loses nothing', async () => {
      const topic = newTopic();
      // A member that lost its broker is forgotten only when its session is over.
      const said: string[] = [];
      const log = await open({
        sessionTimeoutMs: 3_000,
        report: (level, message) => level !== 'debug' && said.push(`${level}: ${message}`),
      });
      await log.ensureTopics([topic]);
      const got = await collect(log, { topic, group: 'g', maxBatch: 3 });
      await log.publish(topic, numbered(30));
      await got.until((messages) => messages.length >= 30);
      await control?.halt();
      const meanwhile = log.publish(topic, [{ key: 'a', value: 'meanwhile' }]);
      await control?.resume();
      await meanwhile;
      await log.publish(topic, [{ key: 'a', value: 'after' }]);
      await got.until(() => got.values().includes('after'));
      expect(got.values()).toContain('meanwhile');
      const ofOutage = said.filter((line) => !line.includes('Member of a group'));
      const outage = ['warn: A group waits for Kafka', 'info: A group goes on'];
      // One that was over before it was noticed is not worth a line.
      expect([outage, []]).toContainEqual(ofOutage);
    });

    it('goes on as the member it was, so that its group does not wait for a session to end', async () => {
      const topic = newTopic();
      const log = await open({ sessionTimeoutMs: 110_000 });
      await log.ensureTopics([topic]);
      const got = await collect(log, { topic, group: 'g' });
      await log.publish(topic, numbered(3));
      await got.until((messages) => messages.length === 3);
      await control?.halt();
      await sleep(3_000);
      await control?.resume();
      await log.publish(topic, numbered(3));
      await got.until((messages) => messages.length >= 6);
    }, 100_000);

    it('stops a subscription at once that waits for the broker', async () => {
      const topic = newTopic();
      const said: string[] = [];
      const log = await open({ report: (_level, message) => said.push(message) });
      await log.ensureTopics([topic]);
      const got = await collect(log, { topic, group: 'g' });
      await control?.halt();
      try {
        await eventually(
          () => Promise.resolve(),
          () => said.includes('A group waits for Kafka'),
        );
        const stopped = got.running.stop().then(() => 'stopped');
        expect(await Promise.race([stopped, sleep(10_000)])).toBe('stopped');
      } finally {
        await control?.resume();
      }
    });

    it('goes on reading everything where it was', async () => {
      const topic = newTopic({ partitions: 2 });
      const said: string[] = [];
      const log = await open({ report: (_level, message) => said.push(message) });
      await log.ensureTopics([topic]);
      const large = Array.from({ length: 60 }, (_, n) => ({
        key: `key-${n}`,
        value: `${n} ${'x'.repeat(100_000)}`,
      }));
      await log.publish(topic, large);
      let back: Promise<void> | undefined;
      const backWhenMissed = async (): Promise<void> => {
        await eventually(
          () => Promise.resolve(),
          () => said.includes('A group waits for Kafka'),
        );
        await control?.resume();
      };
      const read: string[] = [];
      for await (const { messages } of log.readAll(topic)) {
        if (back === undefined) {
          await control?.halt();
          back = backWhenMissed();
        }
        for (const { value } of messages) read.push(Buffer.from(value).toString());
      }
      await back;
      expect(read.toSorted()).toEqual(large.map(({ value }) => value).toSorted());
    });

    it('fails publishes and subscriptions that have waited long enough, naming the broker', async () => {
      const topic = newTopic();
      const log = await open({ patienceMs: 5_000 });
      await log.ensureTopics([topic]);
      const got = await collect(log, { topic, group: 'g' });
      await log.publish(topic, numbered(1));
      await control?.halt();
      try {
        const publishing = log.publish(topic, numbered(1));
        await expect(publishing).rejects.toThrow(EventLogUnavailable);
        await expect(publishing).rejects.toThrow(brokers.join(', '));
        await expect(got.running.finished).rejects.toThrow(EventLogUnavailable);
        await expect(log.positions(topic, 'g')).rejects.toThrow(EventLogUnavailable);
      } finally {
        await control?.resume();
      }
      await eventually(
        () => log.publish(topic, numbered(1)).catch(() => []),
        (positions) => positions.length === 1,
      );
    });
  });
});
