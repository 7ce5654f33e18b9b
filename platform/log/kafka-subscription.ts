import type { EachBatchPayload, KafkaMessage } from 'kafkajs';
import type { KafkaAdmin } from './kafka-admin.ts';
import { insist, type KafkaOptions } from './kafka-client.ts';
import { createPatientConsumer, sessionOf } from './kafka-consumer.ts';
import { batchEnd } from './limits.ts';
import { committedOffsets, partitionRanges } from './kafka-topics.ts';
import type { LogMessage, RunningSubscription, Subscription } from './port.ts';

/** Room for a message when it is not known how large they are, in bytes. */
const GUESSED_MESSAGE = 4 * 1024;
const LEAST_FETCH = 1024 * 1024;
const LARGEST_FETCH = 16 * 1024 * 1024;
const LONGEST_POLL_MS = 500;
const SHORTEST_POLL_MS = 50;

export interface SubscriptionSettings {
  /** How long no broker may answer before the subscription gives up. */
  patienceMs: number;
  /** A member that sends no heartbeat for so long is evicted. */
  sessionTimeoutMs: number;
  /** Partitions that were added to the topic are noticed within this time. */
  metadataMaxAgeMs: number;
  partitions: number;
}

/**
 * A topic has its own Kafka group for each group of ours. kafkajs assigns the topics of the group's
 * leader only, so members that follow different topics under one name would starve each other.
 */
export function kafkaGroupId(group: string, topic: string): string {
  return `${group}.${topic}`;
}

/**
 * One member of a group on kafkajs. Positions are committed after the handler, in order, and only
 * then resolved. When the group rebalances or the broker is away, the batch in hand is abandoned and
 * comes again; only the handler's own error ends the subscription, or an outage longer than bearable.
 */
export async function startKafkaSubscription(
  options: KafkaOptions,
  admin: KafkaAdmin,
  subscription: Subscription,
  settings: SubscriptionSettings,
): Promise<RunningSubscription> {
  const { group, maxBatch, lingerMs = 0, from = 'earliest', handler } = subscription;
  const topic = subscription.topic.name;
  const groupId = kafkaGroupId(group, topic);
  const { patienceMs, sessionTimeoutMs, metadataMaxAgeMs } = settings;
  const fetchBytes = Math.min(LARGEST_FETCH, Math.max(LEAST_FETCH, maxBatch * GUESSED_MESSAGE));

  /** Where `from: latest` starts, for partitions nobody of the group has committed. */
  const startAt = new Map<number, number>();
  if (from === 'latest')
    await insist(options, patienceMs, async () => {
      const committed = await committedOffsets(admin, groupId, topic);
      for (const { partition, end } of await partitionRanges(admin, topic))
        if (!committed.has(partition)) startAt.set(partition, end);
    });

  const finished = Promise.withResolvers<void>();
  // Whoever never looks at `finished` still gets the error from `stop`, not a dead process.
  finished.promise.catch(() => {});
  const member = createPatientConsumer(
    options,
    {
      groupId,
      ...sessionOf(sessionTimeoutMs),
      metadataMaxAge: metadataMaxAgeMs,
      maxBytesPerPartition: fetchBytes,
      maxBytes: fetchBytes * settings.partitions,
      minBytes: 1,
      maxWaitTimeInMs: Math.min(LONGEST_POLL_MS, Math.max(SHORTEST_POLL_MS, lingerMs)),
    },
    patienceMs,
    finished.reject,
  );
  const { consumer } = member;

  const lingering = new Map<number, { offset: number; until: number }>();

  /** True while a batch that is not full has time left to fill. The partition then rests until it is over. */
  function letFill(payload: EachBatchPayload, offset: number): boolean {
    const { partition } = payload.batch;
    const before = lingering.get(partition);
    const until = before?.offset === offset ? before.until : performance.now() + lingerMs;
    const left = until - performance.now();
    if (left <= 0) {
      lingering.delete(partition);
      return false;
    }
    lingering.set(partition, { offset, until });
    const resume = payload.pause();
    setTimeout(resume, left);
    return true;
  }

  async function handleBatch(payload: EachBatchPayload): Promise<void> {
    const { batch } = payload;
    const { partition, messages } = batch;
    const start = startAt.get(partition) ?? 0;
    if (Number(batch.firstOffset()) < start) {
      consumer.seek({ topic, partition, offset: String(start) });
      return;
    }
    for (let at = 0, end = 0; at < messages.length; at = end) {
      end = batchEnd(messages, at, maxBatch);
      const slice = messages.slice(at, end);
      const [first] = slice;
      const last = slice.at(-1);
      if (!first || !last || member.ending || !payload.isRunning()) return;
      const full = slice.length === maxBatch || end < messages.length;
      // The rest of a fetch is fetched again with what follows it, unless it is all there was.
      const moreThere = Number(last.offset) + 1 < Number(batch.highWatermark);
      if (!full && moreThere && at > 0) return;
      if (!full && !moreThere && lingerMs > 0 && letFill(payload, Number(first.offset))) return;
      await handleSlice(payload, slice, last);
    }
  }

  async function handleSlice(payload: EachBatchPayload, slice: KafkaMessage[], last: KafkaMessage) {
    const { partition } = payload.batch;
    let logError: unknown;
    const heartbeat = async () => {
      try {
        await payload.heartbeat();
      } catch (error) {
        logError = error;
        throw error;
      }
    };
    try {
      await handler({ topic, partition, messages: slice.map(toMessage), heartbeat });
    } catch (error) {
      // A rebalance or a broker that is away interrupted the handler: the batch comes again.
      if (logError !== undefined) throw logError;
      member.fail(error);
      return;
    }
    const offset = String(Number(last.offset) + 1);
    await payload.commitOffsetsIfNecessary({
      topics: [{ topic, partitions: [{ partition, offset }] }],
    });
    payload.resolveOffset(last.offset);
    await payload.heartbeat();
  }

  await member.start(topic, {
    autoCommit: false,
    eachBatchAutoResolve: false,
    partitionsConsumedConcurrently: settings.partitions,
    eachBatch: handleBatch,
  });
  if (startAt.size > 0) {
    const offsets = [...startAt].map(([partition, offset]) => ({
      topic,
      partition,
      offset: String(offset),
    }));
    try {
      await consumer.commitOffsets(offsets);
    } catch (error) {
      member.fail(error);
      throw error;
    }
  }

  return {
    finished: finished.promise,
    async stop() {
      await member.disconnect();
      finished.resolve();
    },
  };
}

export function toMessage({ offset, key, value, timestamp }: KafkaMessage): LogMessage {
  return {
    offset: Number(offset),
    key: key?.toString() ?? '',
    value: value ?? new Uint8Array(),
    timestamp: Number(timestamp),
  };
}
