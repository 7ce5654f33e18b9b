import type { EventLog, OutgoingMessage, Position } from '#platform/log/port.ts';
import type { Topic } from '#schemas/events/topic.ts';

/** Appends one batch while the next is read: never two appends at once, so that order is kept. */
export function createAppender(
  log: EventLog,
  topic: Topic,
  note: (positions: readonly Position[], messages: readonly OutgoingMessage[]) => void = () =>
    undefined,
) {
  let appending: Promise<void> = Promise.resolve();
  return {
    /**
     * Waits for the append before, starts this one. An append that fails rejects the next call. `done` once the
     * messages are durable.
     */
    async append(
      messages: readonly OutgoingMessage[],
      done: () => void = () => undefined,
    ): Promise<void> {
      await appending;
      if (messages.length === 0) return;
      appending = log.publish(topic, messages).then((positions) => {
        note(positions, messages);
        done();
      });
      // Awaited by the next call; until then a failure is not unhandled.
      appending.catch(() => undefined);
    },
    settled: (): Promise<void> => appending,
  };
}
