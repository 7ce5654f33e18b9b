import type { Clock } from '#platform/clock.ts';
import type { SiteWait } from '#schemas/events/ingest-alive.ts';

/** A shorter one is over before anybody looks. */
const LONG_MS = 30_000;

export type Wait = Omit<SiteWait, 'until'> & { ms: number };

/** What a crawl waits for. */
export interface Waits {
  /** Of what is waited for now what began last, where it is long. */
  readonly now: SiteWait | undefined;
  /** Does the work, which is waiting for so long at most. */
  during<Result>(wait: Wait, work: () => Promise<Result>): Promise<Result>;
}

/** @param onNews a host that keeps us waiting for long by more than its usual pauses has begun to do so */
export function createWaits(clock: Clock, onNews: () => void): Waits {
  const waits = new Set<SiteWait>();
  return {
    get now() {
      return [...waits].at(-1);
    },
    async during({ ms, ...wait }, work) {
      if (ms < LONG_MS) return work();
      const until = new Date(clock().getTime() + ms).toISOString();
      const told = { ...wait, until };
      waits.add(told);
      if (wait.why !== 'pause') onNews();
      try {
        return await work();
      } finally {
        waits.delete(told);
      }
    },
  };
}
