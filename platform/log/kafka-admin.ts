import type { Admin } from 'kafkajs';
import pLimit from 'p-limit';
import { createClient, type KafkaOptions } from './kafka-client.ts';

/** What the brokers are asked of topics and groups. */
export type KafkaAdmin = Pick<
  Admin,
  | 'connect'
  | 'listTopics'
  | 'fetchTopicMetadata'
  | 'createTopics'
  | 'createPartitions'
  | 'fetchTopicOffsets'
  | 'fetchOffsets'
  | 'disconnect'
>;

/**
 * Asks one thing after the other. A look at one topic makes kafkajs forget all others; whoever was asking about
 * these gets a TypeError of its own making, or hears that a group has committed nothing.
 */
export function createAdmin(options: KafkaOptions): KafkaAdmin {
  const admin = createClient(options).admin();
  const turns = pLimit(1);
  return {
    connect: () => admin.connect(),
    listTopics: () => turns(() => admin.listTopics()),
    fetchTopicMetadata: (about) => turns(() => admin.fetchTopicMetadata(about)),
    createTopics: (topics) => turns(() => admin.createTopics(topics)),
    createPartitions: (partitions) => turns(() => admin.createPartitions(partitions)),
    fetchTopicOffsets: (topic) => turns(() => admin.fetchTopicOffsets(topic)),
    fetchOffsets: (about) => turns(() => admin.fetchOffsets(about)),
    disconnect: () => admin.disconnect(),
  };
}
