import { createRequire } from 'node:module';

/** What is used here of kafkajs 2.2.4's queue of requests, which its types leave out. */
interface RequestQueue {
  throttledUntil: number;
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  pending: readonly unknown[];
  checkPendingRequests(): void;
  scheduleCheckPendingRequests(): void;
}

const CHECK_PENDING_EVERY_MS = 10;

/**
 * kafkajs sets a timer to "the end of throttling minus now", which is decades in the past where a
 * broker never throttled; Node then warns of a negative timer on standard error. The same timers,
 * with the least wait spelled out. (Hiding the warning would hide those of our own mistakes too.)
 */
export function keepTimersPositive(): void {
  const load = createRequire(import.meta.url);
  const { prototype } = load('kafkajs/src/network/requestQueue/index.js') as {
    prototype: RequestQueue;
  };
  prototype.scheduleCheckPendingRequests = function scheduleCheckPendingRequests() {
    if (this.throttleCheckTimeoutId) return;
    const idle = this.pending.length > 0 ? CHECK_PENDING_EVERY_MS : 1;
    const throttled = this.throttledUntil - Date.now();
    this.throttleCheckTimeoutId = setTimeout(
      () => {
        this.throttleCheckTimeoutId = null;
        this.checkPendingRequests();
      },
      throttled > 0 ? throttled : idle,
    );
  };
}
