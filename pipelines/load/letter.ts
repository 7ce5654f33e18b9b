import { deadLetter, type DeadLetter } from '#schemas/events/dead-letter.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import type { EventLog, LogMessage } from '#platform/log/port.ts';

/** A longer message (one that a broker took compressed) is kept by its beginning and its place. */
const MOST_BYTES = 8_800_000;
/** The longest `detail` the topic takes. */
const MOST_DETAIL = 2_000;

/** What is known of the event a message is, or was meant to be. */
type About = Pick<DeadLetter, 'reason' | 'detail' | 'schema' | 'at'> &
  Partial<Pick<DeadLetter, 'eventId' | 'runId' | 'source' | 'sourceId' | 'origin'>>;

/** The dead letter of a message, with its bytes untouched. */
export function letterOf(
  { topic, partition }: { topic: string; partition: number },
  { offset, value }: Pick<LogMessage, 'offset' | 'value'>,
  about: About,
): DeadLetter {
  const kept = value.subarray(0, MOST_BYTES);
  const cut =
    kept.length < value.length
      ? `the first ${kept.length} of ${value.length} bytes, which stand at ${topic}/${partition}/${offset} of the log; `
      : '';
  return {
    topic,
    partition,
    offset,
    eventId: '',
    runId: '',
    source: '',
    sourceId: '',
    origin: '',
    ...about,
    detail: `${cut}${about.detail}`.slice(0, MOST_DETAIL),
    bytes: Buffer.from(kept.buffer, kept.byteOffset, kept.byteLength).toString('base64'),
  };
}

export async function publishLetters(log: EventLog, letters: readonly DeadLetter[]): Promise<void> {
  if (letters.length === 0) return;
  await log.publish(
    deadLetter,
    letters.map((letter) => encodeEvent(deadLetter, letter)),
  );
}
