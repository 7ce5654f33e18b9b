import type { Topic } from '#schemas/events/topic.ts';
import { largestMessage } from './limits.ts';
import { EventLogRefused, type OutgoingMessage, type Position } from './port.ts';

/** A message on its way into the log. */
export interface Entry {
  key: Buffer;
  value: Uint8Array;
}

/** @throws EventLogRefused when a message is too large. */
export function toEntries(topic: Topic, messages: readonly OutgoingMessage[]): Entry[] {
  const largest = largestMessage(topic);
  return messages.map((message) => {
    const key = Buffer.from(message.key);
    const value = typeof message.value === 'string' ? Buffer.from(message.value) : message.value;
    const bytes = key.length + value.length;
    if (bytes > largest)
      throw new EventLogRefused(
        `The message with key ${message.key.slice(0, 100)} has ${bytes} bytes; ${topic.name} takes at most ${largest}.`,
      );
    return { key, value };
  });
}

export interface PublishQueue {
  /** Resolves with the positions when every entry is durable, in the order given. */
  publish(entries: readonly Entry[]): Promise<Position[]>;
  /** Resolves when nothing is waiting or on its way. */
  idle(): Promise<void>;
}

interface Waiting {
  entries: readonly Entry[];
  positions: Position[];
  /** How many of the entries have been handed to `append`. */
  taken: number;
  resolve: (positions: Position[]) => void;
  reject: (error: unknown) => void;
}

const OVERHEAD = 32;

/**
 * Publishes of one topic, appended one batch at a time in the order of the calls: that alone keeps
 * the order per key. Calls that wait are merged into one append, so a thousand small publishes cost
 * a few flushes; a big one is split, so that no append holds more than `maxBytes` in memory.
 * When an append fails, every call with entries in it is rejected and the rest of its entries are
 * not appended; calls behind it are tried.
 */
export function createPublishQueue(
  append: (entries: Entry[]) => Promise<Position[]>,
  maxBytes: number,
): PublishQueue {
  let waiting: Waiting[] = [];
  let running: Promise<void> | undefined;

  /** Takes entries from the head of the queue, and says how many of each call. */
  function take(): { entries: Entry[]; parts: { from: Waiting; count: number }[] } {
    const entries: Entry[] = [];
    const parts: { from: Waiting; count: number }[] = [];
    let bytes = 0;
    for (const from of waiting) {
      const before = from.taken;
      for (; from.taken < from.entries.length; from.taken++) {
        const entry = from.entries[from.taken];
        if (!entry) break;
        const size = entry.key.length + entry.value.length + OVERHEAD;
        if (entries.length > 0 && bytes + size > maxBytes) break;
        bytes += size;
        entries.push(entry);
      }
      // One of which nothing fits any more has no part in this append, nor in its failure.
      if (from.taken > before) parts.push({ from, count: from.taken - before });
      if (from.taken < from.entries.length) break;
    }
    return { entries, parts };
  }

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const { entries, parts } = take();
      try {
        const positions = await append(entries);
        let at = 0;
        for (const { from, count } of parts) {
          for (let i = 0; i < count; i++) {
            const position = positions[at++];
            if (position) from.positions.push(position);
          }
          if (from.taken === from.entries.length) from.resolve(from.positions);
        }
        waiting = waiting.filter((call) => call.taken < call.entries.length);
      } catch (error) {
        const failed = new Set(parts.map((part) => part.from));
        for (const call of failed) call.reject(error);
        waiting = waiting.filter((call) => !failed.has(call));
      }
    }
    running = undefined;
  }

  return {
    publish(entries) {
      if (entries.length === 0) return Promise.resolve([]);
      return new Promise((resolve, reject) => {
        waiting.push({ entries, positions: [], taken: 0, resolve, reject });
        // Starting a turn later lets the publishes of this turn share the first append.
        running ??= new Promise<void>((begin) => setImmediate(begin)).then(run);
      });
    },
    async idle() {
      await running;
    },
  };
}
