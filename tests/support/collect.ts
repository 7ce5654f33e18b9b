import type {
  EventLog,
  LogBatch,
  LogMessage,
  RunningSubscription,
  Subscription,
} from '#platform/log/port.ts';

/** What a member of a group was given, and a way to wait for it. */
export interface Collected {
  batches: LogBatch[];
  running: RunningSubscription;
  /** Every message, in the order it was handed over. */
  messages(): LogMessage[];
  /** Values as text. */
  values(): string[];
  /** Resolves when `done` says so; fails when the subscription ends before. */
  until(done: (messages: LogMessage[]) => boolean): Promise<void>;
}

/** Subscribes and keeps everything; `work` is done with each batch before it counts as handled. */
export async function collect(
  log: EventLog,
  subscription: Omit<Subscription, 'handler' | 'maxBatch'> & { maxBatch?: number },
  work: (batch: LogBatch) => Promise<void> = () => Promise.resolve(),
): Promise<Collected> {
  const batches: LogBatch[] = [];
  const waiting = new Set<() => void>();
  const running = await log.subscribe({
    maxBatch: 100,
    ...subscription,
    handler: async (batch) => {
      batches.push(batch);
      await work(batch);
      for (const look of waiting) look();
    },
  });
  const messages = () => batches.flatMap((batch) => batch.messages);
  return {
    batches,
    running,
    messages,
    values: () => messages().map(text),
    async until(done) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const look = () => {
        if (done(messages())) resolve();
      };
      waiting.add(look);
      look();
      await Promise.race([promise, running.finished.then(() => promise)]);
      waiting.delete(look);
    },
  };
}

export function text(message: LogMessage): string {
  return Buffer.from(message.value).toString();
}

/** Asks again until `done` holds, for what comes about by itself. The test's own time limit ends it. */
export async function eventually<T>(
  ask: () => Promise<T>,
  done: (answer: T) => boolean,
): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (done(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
