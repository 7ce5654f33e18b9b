import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EachBatchPayload } from 'kafkajs';
import type { KafkaAdmin } from './kafka-admin.ts';
import { insist, type KafkaOptions } from './kafka-client.ts';
import { createPatientConsumer, sessionOf } from './kafka-consumer.ts';
import { toMessage } from './kafka-subscription.ts';
import { partitionRanges, type PartitionRange } from './kafka-topics.ts';
import type { LogBatch } from './port.ts';

interface Handover {
  batch: LogBatch;
  /** To be called when the reader wants more. */
  taken: () => void;
}

const HEARTBEAT_EVERY_MS = 1_000;
/** After so long without a batch it is asked whether retention has removed what was to be read. */
const ASK_AFTER_MS = 2_000;

/**
 * What the ranges of a topic hold, one partition after the other. Kafka's protocol of groups is
 * all that kafkajs offers for reading, so this is a group of one member that commits nothing and
 * vanishes when it leaves. The broker is asked for more only when the reader is.
 */
export async function* readAll(
  options: KafkaOptions,
  admin: KafkaAdmin,
  topic: string,
  ranges: Promise<PartitionRange[]>,
  { patienceMs, sessionTimeoutMs }: { patienceMs: number; sessionTimeoutMs: number },
): AsyncGenerator<LogBatch> {
  const toRead = (await ranges).filter(({ start, end }) => end > start);
  if (toRead.length === 0) return;

  let reading: PartitionRange | undefined;
  /** Next offset to hand over: after an outage the group, which commits nothing, begins anew. */
  let position = 0;
  /** How to go on with the partitions that came before their turn. */
  const resting = new Map<number, () => void>();
  let handover = Promise.withResolvers<Handover>();
  let letGo = () => {};

  const member = createPatientConsumer(
    options,
    {
      groupId: `read-all.${topic}.${randomUUID()}`,
      ...sessionOf(sessionTimeoutMs),
      maxWaitTimeInMs: 100,
    },
    patienceMs,
    (error) => handover.reject(error),
  );
  async function eachBatch(payload: EachBatchPayload): Promise<void> {
    const { partition, messages } = payload.batch;
    const last = messages.at(-1);
    if (!last) return;
    if (!reading || partition !== reading.partition) {
      resting.set(partition, payload.pause());
      return;
    }
    const { end } = reading;
    // What was read before is left out, not fetched.
    if (Number(last.offset) < position) {
      member.consumer.seek({ topic, partition, offset: String(position) });
      return;
    }
    const wanted = messages
      .map(toMessage)
      .filter(({ offset }) => offset >= position && offset < end);
    payload.resolveOffset(last.offset);
    if (wanted.length === 0) return;
    const heartbeat = () => payload.heartbeat();
    // An error of the heartbeat comes again with the next fetch, and is handled there.
    const beats = setInterval(() => void heartbeat().catch(() => {}), HEARTBEAT_EVERY_MS);
    const { promise, resolve } = Promise.withResolvers<void>();
    handover.resolve({ batch: { topic, partition, messages: wanted, heartbeat }, taken: resolve });
    await promise;
    clearInterval(beats);
  }

  /** The next batch, or undefined when retention has removed the rest of the range. */
  async function next({ partition, end }: PartitionRange): Promise<LogBatch | undefined> {
    for (;;) {
      const handed = await Promise.race([
        handover.promise,
        sleep(ASK_AFTER_MS, undefined, { ref: false }),
      ]);
      if (handed) {
        handover = Promise.withResolvers();
        letGo = handed.taken;
        return handed.batch;
      }
      const now = await insist(options, patienceMs, () => partitionRanges(admin, topic));
      if (now.some((range) => range.partition === partition && range.start >= end))
        return undefined;
    }
  }

  handover.promise.catch(() => {});
  try {
    await member.start(topic, { autoCommit: false, eachBatchAutoResolve: false, eachBatch });
    for (const range of toRead) {
      // Before the last batch of the range before is let go, so that nothing else is fetched.
      reading = range;
      position = range.start;
      resting.get(range.partition)?.();
      while (position < range.end) {
        letGo();
        const batch = await next(range);
        if (!batch) break;
        position = (batch.messages.at(-1)?.offset ?? position) + 1;
        yield batch;
      }
    }
  } finally {
    reading = undefined;
    letGo();
    await member.disconnect();
  }
}
