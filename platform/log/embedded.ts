import type { Topic } from '#schemas/events/topic.ts';
import type { Clock } from '../clock.ts';
import { cutIntoRuns, encodeChunk } from './embedded-chunk.ts';
import { Arrivals } from './embedded-arrivals.ts';
import { Group } from './embedded-group.ts';
import { noHeartbeat, readMessages } from './embedded-reader.ts';
import { RenewedStore } from './embedded-renewal.ts';
import { EmbeddedStore, type StoredTopic } from './embedded-store.ts';
import { startSubscription } from './embedded-subscription.ts';
import { partitionOf } from './partition.ts';
import {
  EventLogUnavailable,
  type EventLog,
  type LogBatch,
  type Position,
  type RunningSubscription,
} from './port.ts';
import { createPublishQueue, toEntries, type Entry, type PublishQueue } from './publish-queue.ts';
import { recordTime } from './record-time.ts';
import { silence, type Report } from './report.ts';

export interface EmbeddedLogOptions {
  /** Folder of the log; made when missing. Several processes may append to one folder and read it. */
  directory: string;
  clock: Clock;
  report?: Report;
  /** How often expired messages are looked for, in ms. */
  retentionEveryMs?: number;
  /**
   * Gives numbers from 0 to 1, so that processes that open the folder at once do not go on in step; a folder that
   * one process opens needs none.
   */
  random?: () => number;
  /** The database's files are opened anew after so many bytes of chunks have been written or read. */
  renewAfterBytes?: number;
}

/** One write transaction: large enough to reach the disk's rate, short enough not to be felt. */
const APPEND_BYTES = 2 * 1024 * 1024;
const CHUNK_BYTES = 128 * 1024;
const READ_ALL_BATCH = 1_000;
const RETENTION_STEP = 256;
/** What is read stays in memory until then; opening anew takes a few ms. */
const RENEW_AFTER_BYTES = 32 * 1024 * 1024;

/**
 * The event log in files of this machine, on LMDB: the default where no broker is configured.
 *
 * A consumer group is to be used by one process only: its members share partitions inside that
 * process, and two processes with the same group would each be given every message. Appending,
 * reading and groups of other names are free to all processes at the same time.
 * @throws EventLogUnavailable when the folder cannot be used.
 */
export async function openEmbeddedLog(options: EmbeddedLogOptions): Promise<EventLog> {
  const { directory, clock, report = silence, retentionEveryMs = 60_000 } = options;
  const { random = () => 0.5, renewAfterBytes = RENEW_AFTER_BYTES } = options;
  const store = new RenewedStore(() => EmbeddedStore.open(directory, random), renewAfterBytes);
  // A folder that cannot be used is said at once.
  await store.use(() => undefined);
  const arrivals = new Arrivals(() => store.version());
  const queues = new Map<string, PublishQueue>();
  const groups = new Map<string, Group>();
  const subscriptions = new Set<RunningSubscription>();

  async function append(declared: Topic, entries: Entry[]): Promise<Position[]> {
    const topic = await store.use((opened) => opened.topic(declared.name));
    const partitions = entries.map((entry) => partitionOf(entry.key, topic.partitions));
    const byPartition = Map.groupBy(entries.keys(), (i) => partitions[i] ?? 0);
    const timestamp = recordTime(declared, clock().getTime());
    const chunks = await Promise.all(
      [...byPartition].flatMap(([partition, indexes]) =>
        cutIntoRuns(
          indexes.map((i) => entries[i]).filter((entry) => entry !== undefined),
          CHUNK_BYTES,
        ).map(async (run) => ({ partition, chunk: await encodeChunk(run, timestamp) })),
      ),
    );
    const firsts = await store.use((opened) => opened.append(topic, chunks));
    arrivals.announce();
    const next = new Map<number, number>();
    chunks.forEach(({ partition }, i) => {
      if (!next.has(partition)) next.set(partition, firsts[i] ?? 0);
    });
    return partitions.map((partition) => {
      const offset = next.get(partition) ?? 0;
      next.set(partition, offset + 1);
      return { partition, offset };
    });
  }

  function queueOf(topic: Topic): PublishQueue {
    let queue = queues.get(topic.name);
    if (!queue) {
      queue = createPublishQueue((entries) => append(topic, entries), APPEND_BYTES);
      queues.set(topic.name, queue);
    }
    return queue;
  }

  function groupOf(name: string, topicName: string, topic: StoredTopic): Group {
    const key = JSON.stringify([name, topicName]);
    const group = groups.get(key) ?? new Group(topic.partitions);
    groups.set(key, group);
    return group;
  }

  async function* readPartitions(
    name: string,
    held: Promise<{ topic: StoredTopic; ends: number[] }>,
    from: readonly Position[],
  ) {
    const { topic, ends } = await held;
    for (const [partition, end] of ends.entries()) {
      let position = from.find((at) => at.partition === partition)?.offset ?? 0;
      while (position < end) {
        const read = await readMessages(store, topic, partition, position, READ_ALL_BATCH);
        const messages = read.filter((message) => message.offset < end);
        const last = messages.at(-1);
        if (!last) break;
        position = last.offset + 1;
        yield { topic: name, partition, messages, heartbeat: noHeartbeat } satisfies LogBatch;
      }
    }
  }

  /** Bounded steps, so that a large backlog of expired messages holds nobody up. */
  async function removeExpired(): Promise<void> {
    const step = () =>
      store.use((opened) => opened.removeExpired(clock().getTime(), RETENTION_STEP));
    while ((await step()) === RETENTION_STEP);
  }

  let closed = false;
  function refuseWhenClosed(): void {
    if (closed) throw new EventLogUnavailable(`The event log in ${directory} has been closed.`);
  }

  let sweeping: Promise<void> = Promise.resolve();
  const sweep = () => {
    sweeping = sweeping.then(removeExpired).catch((error: unknown) => {
      report('error', 'Expired messages could not be removed', { directory, error });
    });
  };
  sweep();
  const retention = setInterval(sweep, retentionEveryMs).unref();

  return {
    async ensureTopics(topics) {
      refuseWhenClosed();
      await store.use((opened) => opened.ensureTopics(topics));
    },

    async publish(topic, messages) {
      refuseWhenClosed();
      return queueOf(topic).publish(toEntries(topic, messages));
    },

    async subscribe(subscription) {
      refuseWhenClosed();
      const topic = await store.use(async (opened) => {
        const topic = opened.topic(subscription.topic.name);
        if (subscription.from === 'latest') await opened.commitEnds(subscription.group, topic);
        return topic;
      });
      refuseWhenClosed();
      const group = groupOf(subscription.group, subscription.topic.name, topic);
      const running = startSubscription({ store, arrivals, group }, subscription);
      subscriptions.add(running);
      const forget = () => subscriptions.delete(running);
      void running.finished.then(forget, () => {});
      return running;
    },

    readAll(topic, from = []) {
      refuseWhenClosed();
      const held = store.use((opened) => {
        opened.refresh();
        const stored = opened.topic(topic.name);
        const ends = Array.from({ length: stored.partitions }, (_, p) => opened.end(stored, p));
        return { topic: stored, ends };
      });
      // Looked at when the first batch is asked for.
      held.catch(() => {});
      return readPartitions(topic.name, held, from);
    },

    async positions(topic, group) {
      refuseWhenClosed();
      return store.use((opened) => {
        opened.refresh();
        const stored = opened.topic(topic.name);
        return Array.from({ length: stored.partitions }, (_, partition) => ({
          partition,
          end: opened.end(stored, partition),
          committed: opened.committed(group, stored, partition) ?? opened.start(stored, partition),
        }));
      });
    },

    async close() {
      if (closed) return;
      closed = true;
      clearInterval(retention);
      await Promise.all([...subscriptions].map((running) => running.stop()));
      await Promise.all([...queues.values()].map((queue) => queue.idle()));
      await sweeping;
      arrivals.stop();
      await store.close();
    },
  };
}
