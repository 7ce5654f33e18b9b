import kafkajs, { type Producer, type RecordMetadata } from 'kafkajs';
import type { Topic } from '#schemas/events/topic.ts';
import { createClient, insist, type Gate, type KafkaOptions } from './kafka-client.ts';
import { partitionOf } from './partition.ts';
import { EventLogUnavailable, type Position } from './port.ts';
import type { Entry } from './publish-queue.ts';
import { recordTime } from './record-time.ts';

const ALL_REPLICAS = -1;

interface Connected {
  producer: Producer;
  gate: Gate;
  /** As many as the topic had when this producer learned of it. */
  partitions: number;
}

/** Sends to one topic, one batch at a time: its publish queue sees to that. */
export interface TopicProducer {
  send(entries: readonly Entry[], partitions: number): Promise<Position[]>;
  disconnect(): Promise<void>;
}

/**
 * An idempotent producer with one request in flight: the same batch sent again keeps its sequence
 * number, and the broker recognises it.
 * After a send that failed for good the producer's sequence numbers no longer tell what the broker
 * holds (a later batch of the same size would be taken for a repetition and dropped), so that
 * producer is given up, its sockets refused, and the next send starts with a new identity.
 */
export function createTopicProducer(
  options: KafkaOptions,
  topic: Topic,
  patienceMs: number,
): TopicProducer {
  let current: Connected | undefined;

  async function connect(partitions: number): Promise<Connected> {
    const gate: Gate = { open: true };
    const producer = createClient(options, gate).producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
    });
    const connected = { producer, gate, partitions };
    try {
      await insist(options, patienceMs, () => producer.connect());
    } catch (error) {
      giveUp(connected);
      throw error;
    }
    return connected;
  }

  /** kafkajs drops messages for partitions its producer has not heard of: a topic that has grown gets a new one. */
  async function producerFor(partitions: number): Promise<Connected> {
    if (current && current.partitions !== partitions) {
      await current.producer.disconnect();
      current = undefined;
    }
    return (current ??= await connect(partitions));
  }

  function giveUp({ producer, gate }: Connected): void {
    current = undefined;
    gate.open = false;
    producer.disconnect().catch((error: unknown) => {
      options.report('debug', 'A producer that was given up did not disconnect', { error });
    });
  }

  return {
    async send(entries, partitions) {
      const connected = await producerFor(partitions);
      const timestamp = String(recordTime(topic, Date.now()));
      const messages = entries.map(({ key, value }) => ({
        key,
        value: Buffer.from(value.buffer, value.byteOffset, value.byteLength),
        partition: partitionOf(key, partitions),
        timestamp,
      }));
      try {
        const answers = await insist(options, patienceMs, () =>
          connected.producer.send({ topic: topic.name, acks: ALL_REPLICAS, messages }),
        );
        return positionsOf(messages, answers);
      } catch (error) {
        giveUp(connected);
        throw error;
      }
    },

    async disconnect() {
      await current?.producer.disconnect();
    },
  };
}

/** Offsets count on from the first of each partition's batch, in the order sent. */
function positionsOf(
  messages: readonly { partition: number }[],
  answers: readonly RecordMetadata[],
): Position[] {
  const next = new Map(answers.map(({ partition, baseOffset }) => [partition, Number(baseOffset)]));
  return messages.map(({ partition }) => {
    const offset = next.get(partition);
    if (offset === undefined)
      throw new EventLogUnavailable(
        `Kafka acknowledged nothing for partition ${partition}: its leader is not known yet. Publish again.`,
      );
    next.set(partition, offset + 1);
    return { partition, offset };
  });
}
