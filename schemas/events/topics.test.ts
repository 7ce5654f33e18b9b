import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { decodeEvent, encodeEvent, tryDecodeEvent, type Topic } from './topic.ts';
import { TOPICS } from './topics.ts';

const GOLDEN = new URL('./golden/', import.meta.url);

/** What may not change under one version: the golden file holds it, written once when a version is new. */
const contractOf = (topic: Topic) => ({
  name: topic.name,
  partitions: topic.partitions,
  retention: topic.retention,
  schema: z.toJSONSchema(topic.schema),
  examples: topic.examples.map((example) => {
    const { key, value } = encodeEvent(topic, example);
    return { key, event: JSON.parse(value) as unknown };
  }),
});

const goldenFile = (name: string) => new URL(`${name}.json`, GOLDEN);
if (process.env['WRITE_GOLDEN'] === '1')
  for (const topic of TOPICS)
    writeFileSync(goldenFile(topic.name), `${JSON.stringify(contractOf(topic), null, 2)}\n`);

describe.each(TOPICS.map((topic) => [topic.name, topic] as const))('%s', (name, topic) => {
  const golden = JSON.parse(readFileSync(goldenFile(name), 'utf8')) as ReturnType<
    typeof contractOf
  >;

  it('is what its version was agreed to be; a change needs a new version', () => {
    expect(contractOf(topic)).toEqual(golden);
  });

  it('has examples, and reads every golden one back as it was written', () => {
    expect(golden.examples.length).toBeGreaterThan(0);
    for (const { event } of golden.examples)
      expect(decodeEvent(topic, new TextEncoder().encode(JSON.stringify(event)))).toEqual(event);
  });

  it('tells a message that is no event from one that is', () => {
    const example = golden.examples[0]?.event;
    expect(tryDecodeEvent(topic, new TextEncoder().encode(JSON.stringify(example)))).toEqual(
      example,
    );
    for (const bytes of [[0xff, 0xfe], [0x7b], [...Buffer.from('{"not":"one"}')]])
      expect(tryDecodeEvent(topic, Uint8Array.from(bytes))).toBeUndefined();
  });

  it('refuses to write a field the schema does not know, and ignores it when reading', () => {
    const example = golden.examples[0]?.event as Record<string, unknown>;
    const newer = { ...example, fromTheFuture: 1 };
    expect(() => encodeEvent(topic, newer)).toThrow(/fromTheFuture/);
    expect(decodeEvent(topic, new TextEncoder().encode(JSON.stringify(newer)))).toEqual(example);
  });
});

describe('the golden files', () => {
  it('cover exactly the topics there are', () => {
    expect(readdirSync(GOLDEN).toSorted()).toEqual(
      TOPICS.map(({ name }) => `${name}.json`).toSorted(),
    );
  });
});
