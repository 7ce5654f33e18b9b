import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Arrivals } from './embedded-arrivals.ts';
import type { Group, Member } from './embedded-group.ts';
import { noHeartbeat, readMessages } from './embedded-reader.ts';
import type { RenewedStore } from './embedded-renewal.ts';
import type { RunningSubscription, Subscription } from './port.ts';

interface Parts {
  store: RenewedStore;
  arrivals: Arrivals;
  group: Group;
}

/** Starts a member that consumes its share of the topic's partitions, each in a loop of its own. */
export function startSubscription(parts: Parts, subscription: Subscription): RunningSubscription {
  const { store, arrivals, group } = parts;
  const { group: name, maxBatch, lingerMs = 0, handler } = subscription;
  const finished = Promise.withResolvers<void>();
  // Whoever never looks at `finished` still gets the error from `stop`, not a dead process.
  finished.promise.catch(() => {});

  let leaving: Promise<void> | undefined;
  const leave = () => (leaving ??= group.leave(member));

  async function stop(): Promise<void> {
    await leave();
    finished.resolve();
  }

  /**
   * Waits until there is something to read and, within the linger, a full batch. From the look into the store
   * to the waiting nothing else gets a turn, so that no arrival is missed between them.
   */
  async function somethingToRead(partition: number, position: number, release: AbortSignal) {
    let fillUntil: number | undefined;
    while (!release.aborted) {
      const there = await store.use((opened) => {
        opened.refresh();
        const topic = opened.topic(subscription.topic.name);
        group.grow(topic.partitions);
        return opened.end(topic, partition) - position;
      });
      if (there >= maxBatch || (there > 0 && lingerMs === 0)) return;
      if (there > 0) {
        fillUntil ??= performance.now() + lingerMs;
        const left = fillUntil - performance.now();
        if (left <= 0) return;
        await arrivals.next(release, left);
      } else {
        await arrivals.next(release);
      }
    }
  }

  async function consumePartition(partition: number, release: AbortSignal): Promise<void> {
    const { topic, committed } = await store.use((opened) => {
      opened.refresh();
      const topic = opened.topic(subscription.topic.name);
      return { topic, committed: opened.committed(name, topic, partition) };
    });
    let position = committed ?? 0;
    while (!release.aborted) {
      await somethingToRead(partition, position, release);
      if (release.aborted) return;
      const messages = await readMessages(store, topic, partition, position, maxBatch);
      const last = messages.at(-1);
      if (!last || release.aborted) continue;
      await handler({
        topic: subscription.topic.name,
        partition,
        messages,
        heartbeat: noHeartbeat,
      });
      const next = last.offset + 1;
      await store.use((opened) => opened.commit(name, topic, partition, next));
      position = next;
      await nextTurn();
    }
  }

  const member: Member = {
    async consume(partition, release) {
      try {
        await consumePartition(partition, release);
      } catch (error) {
        finished.reject(error);
        // Not awaited: leaving waits for this very call to return.
        void leave();
      }
    },
  };
  group.join(member);
  return { finished: finished.promise, stop };
}
