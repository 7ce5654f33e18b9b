import type { Topic } from '#schemas/events/topic.ts';

/**
 * The event log as RigWorth needs it: an append-only, partitioned, keyed log with consumer groups.
 * Two adapters keep this contract, `kafka.ts` and `embedded.ts`; `tests/contract/event-log.ts` is the
 * one suite both must pass. Delivery is at least once: whoever consumes must be idempotent.
 */
export interface EventLog {
  /**
   * Creates the topics that are missing with their declared partitions and retention. A topic that
   * exists with fewer partitions is grown; one with more is refused (keys would change partition).
   */
  ensureTopics(topics: readonly Topic[]): Promise<void>;

  /**
   * Appends, in order, and resolves when every message is durable. Messages with one key go to one
   * partition and keep their order. Returns where each message stands, in the order given.
   */
  publish(topic: Topic, messages: readonly OutgoingMessage[]): Promise<Position[]>;

  /**
   * Consumes a topic as a member of a group. The handler gets one batch at a time per partition, of
   * contiguous ascending offsets as far as the log holds them; the position is committed after it
   * resolves, never before. A handler that throws stops the subscription: nothing of that batch is
   * committed, `finished` rejects, and a new subscription starts again at the committed position.
   */
  subscribe(subscription: Subscription): Promise<RunningSubscription>;

  /**
   * Reads every message a topic holds now, partition by partition from the earliest kept offset to
   * the end as it stood at the call, without a group. For replays, checks and small command topics.
   * @param from where to begin instead, for who has read so far: partitions it does not name are read whole
   */
  readAll(topic: Topic, from?: readonly Position[]): AsyncIterable<LogBatch>;

  /** Per partition: the next offset to be written and the next offset the group will read. */
  positions(topic: Topic, group: string): Promise<GroupPosition[]>;

  /** Flushes and lets go of the broker or the files. Running subscriptions are stopped first. */
  close(): Promise<void>;
}

export interface OutgoingMessage {
  key: string;
  value: string | Uint8Array;
}

export interface Position {
  partition: number;
  offset: number;
}

export interface GroupPosition {
  partition: number;
  /** Next offset that will be written: the number of messages ever appended to the partition. */
  end: number;
  /** Next offset the group will be given: everything below it is done. */
  committed: number;
}

export interface Subscription {
  topic: Topic;
  group: string;
  /**
   * At most so many messages in one batch, and no more than 16 MB of them as the handler gets them: one
   * that is larger comes alone.
   */
  maxBatch: number;
  /** Wait at most this long to fill a batch when fewer are there (0: hand over what is there). */
  lingerMs?: number;
  /** Where a group without a commit starts. A group of its own per process follows from `latest`. */
  from?: 'earliest' | 'latest';
  handler: (batch: LogBatch) => Promise<void>;
}

export interface RunningSubscription {
  /** Resolves after `stop`, rejects with the handler's or the log's error. */
  finished: Promise<void>;
  /** Lets the batch in hand finish and commit, takes no other, leaves the group. */
  stop(): Promise<void>;
}

export interface LogBatch {
  topic: string;
  partition: number;
  messages: LogMessage[];
  /** To be called around slow work, so that the group does not evict this member. */
  heartbeat: () => Promise<void>;
}

export interface LogMessage {
  offset: number;
  key: string;
  value: Uint8Array;
  /** When the log took it, milliseconds since the epoch; the day's start where the topic keeps days. */
  timestamp: number;
}

/** The log cannot be reached or used. `message` says which address or folder and what to do. */
export class EventLogUnavailable extends Error {
  readonly code = 'event_log_unavailable';
}

/** The log answers and refuses: an unknown topic, fewer partitions than it has, a message too large. */
export class EventLogRefused extends Error {
  readonly code = 'event_log_refused';
}
