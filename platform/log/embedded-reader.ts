import { setImmediate as nextTurn } from 'node:timers/promises';
import { decodeChunk } from './embedded-chunk.ts';
import type { RenewedStore } from './embedded-renewal.ts';
import type { StoredTopic } from './embedded-store.ts';
import { batchEnd, fillsBatch } from './limits.ts';
import type { LogMessage } from './port.ts';

/** What one read takes from the store at most, compressed as it is there. */
const MAX_READ_BYTES = 4 * 1024 * 1024;
/**
 * Chunks decoded before others get their turn, and before it is asked whether they fill a batch: all
 * partitions are read at the same time, and a message of megabytes may be stored as a few bytes.
 */
const CHUNKS_A_TURN = 4;

/**
 * At most `max` messages of a partition from `offset` on, or from the earliest kept one above it;
 * fewer when the partition ends or the messages are large. Empty only at the end of the partition.
 */
export async function readMessages(
  store: RenewedStore,
  topic: StoredTopic,
  partition: number,
  offset: number,
  max: number,
): Promise<LogMessage[]> {
  const chunks = await store.use((opened) =>
    opened.chunksFrom(topic, partition, offset, max, MAX_READ_BYTES),
  );
  const messages: LogMessage[] = [];
  let bytes = 0;
  for (let at = 0; at < chunks.length; at += CHUNKS_A_TURN) {
    if (at > 0) await nextTurn();
    const decoded = chunks
      .slice(at, at + CHUNKS_A_TURN)
      .map(({ bytes, lastOffset }) => decodeChunk(bytes, lastOffset));
    for (const message of (await Promise.all(decoded)).flat()) {
      if (message.offset < offset) continue;
      messages.push(message);
      bytes += message.value.length;
    }
    if (fillsBatch(bytes)) break;
  }
  return messages.slice(0, batchEnd(messages, 0, max));
}

/** Nobody is evicted here: a member of this process lives as long as its handler. */
export const noHeartbeat = (): Promise<void> => Promise.resolve();
