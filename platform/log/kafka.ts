import type { Topic } from '#schemas/events/topic.ts';
import { createAdmin } from './kafka-admin.ts';
import { insist, type KafkaOptions, type KafkaSecurity } from './kafka-client.ts';
import { createTopicProducer, type TopicProducer } from './kafka-producer.ts';
import { readAll } from './kafka-read-all.ts';
import { kafkaGroupId, startKafkaSubscription } from './kafka-subscription.ts';
import {
  ensureTopics,
  groupPositions,
  partitionCount,
  partitionRanges,
  rangesFrom,
} from './kafka-topics.ts';
import { EventLogUnavailable, type EventLog, type RunningSubscription } from './port.ts';
import { createPublishQueue, toEntries, type PublishQueue } from './publish-queue.ts';
import { silence, type Report } from './report.ts';

export interface KafkaLogOptions {
  /** `host:port` of one or more brokers to begin with. */
  brokers: readonly string[];
  /** Missing: plain text, without a login. */
  security?: KafkaSecurity;
  clientId: string;
  report?: Report;
  /** How long opening may take before it fails, in ms. */
  openWithinMs?: number;
  /** How long no broker may answer before a call or a subscription fails, in ms. */
  patienceMs?: number;
  /**
   * A member of a group that sends no heartbeat for so long is evicted, in ms. So long the partitions
   * of one that died wait for another member, and after a restart of the broker at times a whole group.
   */
  sessionTimeoutMs?: number;
  /** A topic that somebody else grows is noticed within this time, in ms. */
  metadataMaxAgeMs?: number;
}

/** One request: well under a topic's limit for a batch, whatever way the keys spread. */
const SEND_BYTES = 2 * 1024 * 1024;

interface PublishedTopic {
  queue: PublishQueue;
  producer: TopicProducer;
}

/**
 * The event log on Apache Kafka. Groups are shared by any number of processes.
 * @throws EventLogUnavailable naming the brokers when none answers in time.
 */
export async function openKafkaLog(settings: KafkaLogOptions): Promise<EventLog> {
  const {
    openWithinMs = 10_000,
    patienceMs = 30_000,
    sessionTimeoutMs = 10_000,
    metadataMaxAgeMs = 30_000,
    report = silence,
  } = settings;
  const options: KafkaOptions = {
    brokers: settings.brokers,
    security: settings.security ?? {},
    clientId: settings.clientId,
    report,
  };
  const admin = createAdmin(options);
  await insist(options, openWithinMs, () => admin.connect());

  const published = new Map<string, PublishedTopic>();
  const subscriptions = new Set<RunningSubscription>();
  const known = new Map<string, { partitions: number; until: number }>();
  /** Topics that were made or seen. */
  const there = new Set<string>();
  let closed = false;

  function patiently<T>(action: () => Promise<T>): Promise<T> {
    if (closed) throw new EventLogUnavailable('The event log has been closed.');
    return insist(options, patienceMs, action);
  }

  async function partitionsOf(topic: string): Promise<number> {
    const cached = known.get(topic);
    if (cached && performance.now() < cached.until) return cached.partitions;
    const partitions = await insist(options, patienceMs, () =>
      partitionCount(admin, topic, there.has(topic)),
    );
    there.add(topic);
    known.set(topic, { partitions, until: performance.now() + metadataMaxAgeMs });
    return partitions;
  }

  function queueOf(topic: Topic): PublishQueue {
    const found = published.get(topic.name);
    if (found) return found.queue;
    const producer = createTopicProducer(options, topic, patienceMs);
    const queue = createPublishQueue(
      async (entries) => producer.send(entries, await partitionsOf(topic.name)),
      SEND_BYTES,
    );
    published.set(topic.name, { queue, producer });
    return queue;
  }

  return {
    async ensureTopics(topics) {
      await patiently(() => ensureTopics(admin, topics));
      for (const { name } of topics) there.add(name);
      known.clear();
    },

    async publish(topic, messages) {
      const entries = toEntries(topic, messages);
      await patiently(() => partitionsOf(topic.name));
      return queueOf(topic).publish(entries);
    },

    async subscribe(subscription) {
      const partitions = await patiently(() => partitionsOf(subscription.topic.name));
      const running = await startKafkaSubscription(options, admin, subscription, {
        patienceMs,
        sessionTimeoutMs,
        metadataMaxAgeMs,
        partitions,
      });
      subscriptions.add(running);
      const forget = () => subscriptions.delete(running);
      void running.finished.then(forget, () => {});
      return running;
    },

    readAll(topic, from = []) {
      const ranges = patiently(async () => {
        await partitionsOf(topic.name);
        return rangesFrom(await partitionRanges(admin, topic.name), from);
      });
      // Looked at when the first batch is asked for.
      ranges.catch(() => {});
      return readAll(options, admin, topic.name, ranges, { patienceMs, sessionTimeoutMs });
    },

    async positions(topic, group) {
      return patiently(async () => {
        await partitionsOf(topic.name);
        return groupPositions(admin, kafkaGroupId(group, topic.name), topic.name);
      });
    },

    async close() {
      if (closed) return;
      closed = true;
      await Promise.all([...subscriptions].map((running) => running.stop()));
      const topics = [...published.values()];
      await Promise.all(topics.map(({ queue }) => queue.idle()));
      await Promise.all(topics.map(({ producer }) => producer.disconnect()));
      await admin.disconnect();
    },
  };
}
