import type { EventLog, LogBatch, RunningSubscription, Subscription } from '#platform/log/port.ts';
import { sleep, Stopped, type Waiting } from './waiting.ts';

/** What a handler is made with: how to wait, and when to give up waiting. */
export type HandlerWaiting = Omit<Waiting, 'heartbeat'>;

/**
 * Subscribes a handler that may wait for a part that is away. `stop` ends such a wait too: the batch
 * in hand is then given up uncommitted, and comes again at the next start.
 */
export async function consume(
  log: EventLog,
  subscription: Omit<Subscription, 'handler'>,
  onWait: Waiting['onWait'],
  createHandler: (waiting: HandlerWaiting) => (batch: LogBatch) => Promise<void>,
): Promise<RunningSubscription> {
  const stopping = new AbortController();
  const handler = createHandler({ sleep, stopping: stopping.signal, onWait });
  const running = await log.subscribe({ ...subscription, handler });
  const finished = running.finished.catch((error: unknown) => {
    if (!(error instanceof Stopped)) throw error;
  });
  // Whoever holds the subscription looks at `finished`; before that nobody may miss the rejection.
  finished.catch(() => undefined);
  return {
    finished,
    async stop() {
      stopping.abort();
      await running.stop().catch((error: unknown) => {
        if (!(error instanceof Stopped)) throw error;
      });
      await finished;
    },
  };
}
