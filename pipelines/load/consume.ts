import type { EventLog, LogBatch, RunningSubscription, Subscription } from '#platform/log/port.ts';
import { askedUntil } from '#warehouse/asked-until.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { sleep, Stopped, type Waiting } from './waiting.ts';

/** What a handler is made with: how to wait, and when to give up waiting. */
export type HandlerWaiting = Omit<Waiting, 'heartbeat'>;

/**
 * Subscribes a handler that may wait for a part that is away, and that asks a warehouse of its own: `stop` ends
 * the wait and what that warehouse is at, and begins nothing more there. The batch in hand is then given up
 * uncommitted, and comes again at the next start: every step of a handler may be repeated.
 */
export async function consume(
  { log, warehouse, onWait }: { log: EventLog; warehouse: Warehouse; onWait: Waiting['onWait'] },
  subscription: Omit<Subscription, 'handler'>,
  createHandler: (
    waiting: HandlerWaiting,
    warehouse: Warehouse,
  ) => (batch: LogBatch) => Promise<void>,
): Promise<RunningSubscription> {
  const stopping = new AbortController();
  const handler = createHandler(
    { sleep, stopping: stopping.signal, onWait },
    askedUntil(warehouse, stopping.signal),
  );
  const running = await log.subscribe({ ...subscription, handler });
  const finished = running.finished.catch((error: unknown) => {
    if (!(error instanceof Stopped)) throw error;
  });
  // Whoever holds the subscription looks at `finished`; before that nobody may miss the rejection.
  finished.catch(() => undefined);
  return {
    finished,
    async stop() {
      stopping.abort(new Stopped());
      await running.stop().catch((error: unknown) => {
        if (!(error instanceof Stopped)) throw error;
      });
      await finished;
    },
  };
}
