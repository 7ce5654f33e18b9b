import { setTimeout as sleep } from 'node:timers/promises';
import type { Consumer, ConsumerConfig, ConsumerRunConfig } from 'kafkajs';
import {
  createClient,
  insist,
  isPassing,
  reasonOf,
  unavailable,
  type Gate,
  type KafkaOptions,
} from './kafka-client.ts';

const RUN_AGAIN_AFTER_MS = 500;
const LONGEST_PAUSE_MS = 1_000;
/** Every group polls at least twice a second. */
const NOTICED_AFTER_MS = 1_500;
const LEAVE_WITHIN_MS = 2_000;

/**
 * A member beats several times a session, so that one beat may be lost, and learns of a rebalance by
 * its beat: the others wait for it until then. A rebalance waits longer than a session for members
 * that are busy: they beat, and finish what they have in hand.
 */
export const sessionOf = (sessionTimeoutMs: number) => ({
  sessionTimeout: sessionTimeoutMs,
  rebalanceTimeout: Math.max(sessionTimeoutMs, 60_000),
  heartbeatInterval: Math.min(1_000, Math.floor(sessionTimeoutMs / 3)),
});

export interface PatientConsumer {
  consumer: Consumer;
  /** True from the moment it is let go of. */
  readonly ending: boolean;
  /**
   * Reads a topic from its earliest offset; resolves with the first membership of the group.
   * @throws EventLogUnavailable, or why the group cannot be joined
   */
  start(topic: string, run: ConsumerRunConfig): Promise<void>;
  /** Ends it with this error: the first one is what `failed` is told. */
  fail(error: unknown): void;
  /** Waits for the batches in hand, leaves the group, lets the connection go. */
  disconnect(): Promise<void>;
}

/**
 * A kafkajs consumer that bears troubles that pass, up to about `patienceMs` without a sign of the
 * broker. It keeps trying as the member it is: one that started anew would be a stranger to its group,
 * which then waits a whole session for the one it knew. Where kafkajs ends all the same (it holds some
 * passing troubles for final) it is run again here; its own restarts are off.
 * @param failed told once why it ended by itself
 */
export function createPatientConsumer(
  options: KafkaOptions,
  config: ConsumerConfig,
  patienceMs: number,
  failed: (error: unknown) => void,
): PatientConsumer {
  const { groupId } = config;
  const gate: Gate = { open: true, reached, unreachable };
  const retry = {
    initialRetryTime: 100,
    maxRetryTime: LONGEST_PAUSE_MS,
    retries: Math.ceil(patienceMs / LONGEST_PAUSE_MS),
  };
  const consumer = createClient(options, gate, retry).consumer({
    allowAutoTopicCreation: false,
    ...config,
    retry: {
      ...retry,
      restartOnFailure: () => Promise.resolve(false),
    },
  });
  const joined = Promise.withResolvers<void>();
  joined.promise.catch(() => {});
  let runConfig: ConsumerRunConfig = {};
  let goodAt = performance.now();
  /** When kafkajs ended it first since it last did well. */
  let endedAt: number | undefined;
  let away = false;
  let givingUp: NodeJS.Timeout | undefined;
  let ending = false;
  let disconnecting: Promise<void> | undefined;

  function disconnect(): Promise<void> {
    ending = true;
    clearTimeout(givingUp);
    return (disconnecting ??= letGo().finally(() => {
      // Whatever kafkajs still tries in the background finds the gate closed.
      gate.open = false;
    }));
  }

  /** In order, unless the broker is away: then there is nobody to leave, and the group forgets this member. */
  async function letGo(): Promise<void> {
    const inOrder = consumer.disconnect();
    if (!away) return inOrder;
    inOrder.catch(() => {});
    await Promise.race([inOrder, sleep(LEAVE_WITHIN_MS)]);
  }

  function fail(error: unknown): void {
    if (ending) return;
    failed(error);
    joined.reject(error);
    disconnect().catch((cause: unknown) => {
      options.report('warn', 'A consumer did not disconnect in order', { groupId, cause });
    });
  }

  function runAgain(): void {
    if (!ending) consumer.run(runConfig).catch(fail);
  }

  /** One of several brokers may be away without a loss: what counts is that none has answered lately. */
  function unreachable(error: Error): void {
    if (ending || performance.now() - goodAt < NOTICED_AFTER_MS) return;
    givingUp ??= setTimeout(() => fail(unavailable(options, error)), patienceMs);
    sayWaiting(error);
  }

  /** It may still take a session until the group has forgotten who this member was before. */
  function reached(): void {
    clearTimeout(givingUp);
    givingUp = undefined;
  }

  function sayWaiting(error: unknown): void {
    if (away) return;
    away = true;
    options.report('warn', 'A group waits for Kafka', { groupId, reason: reasonOf(error) });
  }

  function good(): void {
    goodAt = performance.now();
    endedAt = undefined;
    reached();
    if (!away) return;
    away = false;
    options.report('info', 'A group goes on', { groupId });
  }

  consumer.on(consumer.events.FETCH, good);
  consumer.on(consumer.events.HEARTBEAT, good);
  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
    good();
    const partitions = Object.values(payload.memberAssignment).flat();
    options.report('info', 'Member of a group', { groupId, partitions });
    joined.resolve();
  });
  consumer.on(consumer.events.CRASH, ({ payload: { error } }) => {
    if (ending) return;
    if (!isPassing(error)) return fail(error);
    endedAt ??= performance.now();
    if (performance.now() - endedAt > patienceMs) return fail(unavailable(options, error));
    sayWaiting(error);
    setTimeout(runAgain, RUN_AGAIN_AFTER_MS);
  });

  return {
    consumer,
    get ending() {
      return ending;
    },
    async start(topic, run) {
      runConfig = run;
      try {
        await insist(options, patienceMs, () => consumer.connect());
        await consumer.subscribe({ topics: [topic], fromBeginning: true });
        await consumer.run(runConfig);
        await joined.promise;
      } catch (error) {
        fail(error);
        throw error;
      }
    },
    fail,
    disconnect,
  };
}
