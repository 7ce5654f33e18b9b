import type { Topic } from '#schemas/events/topic.ts';

/** The largest value and key a message may have together in a topic that declares no `maxBytes`. */
const MAX_MESSAGE_BYTES = 8_000_000;
/** What the values of one batch may have together, as they are handed over: not as they are stored. */
const MAX_BATCH_BYTES = 16_000_000;

/** The largest value and key a message of the topic may have together, in either adapter. */
export const largestMessage = ({ maxBytes = MAX_MESSAGE_BYTES }: Pick<Topic, 'maxBytes'>): number =>
  maxBytes;

/**
 * Where the batch ends that begins at `from`: after `maxBatch` messages, or before the one that would
 * make it larger than a batch may be. A message larger than that is a batch of its own.
 */
export function batchEnd(
  messages: readonly { value: Uint8Array | null }[],
  from: number,
  maxBatch: number,
): number {
  let bytes = 0;
  let end = from;
  for (; end < messages.length && end - from < maxBatch; end += 1) {
    bytes += messages[end]?.value?.length ?? 0;
    if (bytes > MAX_BATCH_BYTES && end > from) break;
  }
  return end;
}

/** Whether messages of so many bytes are a batch, however few they are. */
export const fillsBatch = (bytes: number): boolean => bytes >= MAX_BATCH_BYTES;
