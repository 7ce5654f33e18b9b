import type { Topic } from '#schemas/events/topic.ts';
import type { KafkaAdmin } from './kafka-admin.ts';
import { protocolType } from './kafka-client.ts';
import { largestMessage } from './limits.ts';
import { EventLogRefused, type GroupPosition, type Position } from './port.ts';

const DAY = 86_400_000;
const BROKER_DEFAULT = -1;

/** Creates what is missing and grows what is small. The retention of a topic that exists is left to its operators. */
export async function ensureTopics(admin: KafkaAdmin, topics: readonly Topic[]): Promise<void> {
  const existing = await partitionCounts(admin);
  for (const topic of topics) {
    const found = existing.get(topic.name);
    if (found !== undefined && found > topic.partitions)
      throw new EventLogRefused(
        `Topic ${topic.name} has ${found} partitions, ${topic.partitions} are declared: fewer would move keys. Declare at least ${found} or start a new topic version.`,
      );
  }
  const missing = topics.filter((topic) => !existing.has(topic.name));
  if (missing.length > 0)
    await admin.createTopics({
      waitForLeaders: true,
      topics: missing.map((topic) => ({
        topic: topic.name,
        numPartitions: topic.partitions,
        replicationFactor: BROKER_DEFAULT,
        configEntries: [
          { name: 'retention.ms', value: retentionMs(topic) },
          { name: 'retention.bytes', value: '-1' },
          { name: 'max.message.bytes', value: String(largestMessage(topic) + 1_024) },
        ],
      })),
    });
  const small = topics.filter(
    (topic) => (existing.get(topic.name) ?? topic.partitions) < topic.partitions,
  );
  if (small.length > 0)
    await admin.createPartitions({
      topicPartitions: small.map((topic) => ({ topic: topic.name, count: topic.partitions })),
    });
}

function retentionMs(topic: Topic): string {
  return topic.retention === 'forever' ? '-1' : String(Math.round(topic.retention.days * DAY));
}

async function partitionCounts(admin: KafkaAdmin): Promise<Map<string, number>> {
  const names = await admin.listTopics();
  if (names.length === 0) return new Map();
  const { topics } = await admin.fetchTopicMetadata({ topics: names });
  return new Map(topics.map(({ name, partitions }) => [name, partitions.length]));
}

/**
 * @param isThere the topic has been seen: a broker that has just started may not have learned of it yet
 * @throws EventLogRefused when the topic was never created; for one that is there, an error that passes
 */
export async function partitionCount(
  admin: KafkaAdmin,
  topic: string,
  isThere: boolean,
): Promise<number> {
  try {
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
    return topics[0]?.partitions.length ?? 0;
  } catch (error) {
    if (isThere || protocolType(error) !== 'UNKNOWN_TOPIC_OR_PARTITION') throw error;
    throw new EventLogRefused(`Topic ${topic} does not exist. Create it with ensureTopics first.`, {
      cause: error,
    });
  }
}

export interface PartitionRange {
  partition: number;
  /** Earliest offset kept. */
  start: number;
  /** Next offset that will be written. */
  end: number;
}

/** What each partition holds now, in the order of the partitions. */
export async function partitionRanges(admin: KafkaAdmin, topic: string): Promise<PartitionRange[]> {
  const offsets = await admin.fetchTopicOffsets(topic);
  return offsets
    .map(({ partition, low, high }) => ({ partition, start: Number(low), end: Number(high) }))
    .toSorted((a, b) => a.partition - b.partition);
}

/** The same without what was read before. */
export const rangesFrom = (
  ranges: readonly PartitionRange[],
  from: readonly Position[],
): PartitionRange[] =>
  ranges.map((range) => {
    const read = from.find(({ partition }) => partition === range.partition)?.offset ?? 0;
    return { ...range, start: Math.max(range.start, read) };
  });

/** Where a group stands per partition; undefined where it has committed nothing. */
export async function committedOffsets(
  admin: KafkaAdmin,
  groupId: string,
  topic: string,
): Promise<Map<number, number>> {
  const answers = await admin.fetchOffsets({ groupId, topics: [topic] });
  const partitions = answers.find((answer) => answer.topic === topic)?.partitions ?? [];
  return new Map(
    partitions
      .map(({ partition, offset }) => [partition, Number(offset)] as const)
      // Negative: nothing committed, or a mark for "earliest".
      .filter(([, offset]) => offset >= 0),
  );
}

export async function groupPositions(
  admin: KafkaAdmin,
  groupId: string,
  topic: string,
): Promise<GroupPosition[]> {
  const committed = await committedOffsets(admin, groupId, topic);
  const ranges = await partitionRanges(admin, topic);
  return ranges.map(({ partition, start, end }) => ({
    partition,
    end,
    committed: committed.get(partition) ?? start,
  }));
}
