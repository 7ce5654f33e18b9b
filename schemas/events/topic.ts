import { z } from 'zod';

/**
 * One topic of the event log. The file that calls `defineTopic` is the topic's whole contract:
 * name, version, key, partitions, retention, schema and golden examples.
 */
export interface Topic<Schema extends z.ZodObject = z.ZodObject> {
  /** Name in the log, its version at the end: `raw.listing.v1`. */
  name: string;
  /** What the message key is made of. Messages with one key keep their order. */
  key(event: z.output<Schema>): string;
  partitions: number;
  /** `forever`, or how many days a message is kept at least. */
  retention: 'forever' | { days: number };
  /** `day`: the log keeps of a message's time only its day, so that nobody is found by the minute. */
  time?: 'day';
  /** The largest a message of it may be, in bytes; 8,000,000 where it is not said. */
  maxBytes?: number;
  schema: Schema;
  /** Golden examples, replayed through every processor in the tests. */
  examples: readonly z.input<Schema>[];
}

export type EventOf<T> = T extends Topic<infer Schema> ? z.output<Schema> : never;

export function defineTopic<Schema extends z.ZodObject>(topic: Topic<Schema>): Topic<Schema> {
  return topic;
}

// zod compiles a schema on its first parse: one strict schema per topic, not one per event.
const strictSchemas = new WeakMap<z.ZodObject, z.ZodObject>();

function strictSchema(schema: z.ZodObject): z.ZodObject {
  const known = strictSchemas.get(schema);
  if (known) return known;
  const strict = schema.strict();
  strictSchemas.set(schema, strict);
  return strict;
}

/** What goes into the log: refused unless it is exactly what the schema says (strict). */
export function encodeEvent<Schema extends z.ZodObject>(
  topic: Topic<Schema>,
  event: z.input<Schema>,
): { key: string; value: string } {
  const parsed = strictSchema(topic.schema).parse(event) as z.output<Schema>;
  return { key: topic.key(parsed), value: JSON.stringify(parsed) };
}

/** What comes out of the log: unknown fields are stripped, so producers may be newer. */
export function decodeEvent<Schema extends z.ZodObject>(
  topic: Topic<Schema>,
  value: Uint8Array,
): z.output<Schema> {
  return topic.schema.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(value)));
}

/**
 * The event in a message, or undefined where the message is none: for those who read a topic beside
 * its consumers. A consumer puts such a message aside instead, with its bytes.
 */
export function tryDecodeEvent<Schema extends z.ZodObject>(
  topic: Topic<Schema>,
  value: Uint8Array,
): z.output<Schema> | undefined {
  try {
    return decodeEvent(topic, value);
  } catch {
    return undefined;
  }
}

/** An instant in UTC, ISO 8601 with `Z`. */
export const instant = z.iso.datetime();
/** A calendar date, `YYYY-MM-DD`. */
export const calendarDate = z.iso.date();
/** SHA-256 in lower-case hex. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** A source's name: the name of its mapping. */
export const sourceName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/);
