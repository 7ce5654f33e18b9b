import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { defineTopic, type Topic } from '#schemas/events/topic.ts';

/** A topic nobody else uses. The log carries bytes, so its schema does not matter to these tests. */
export function newTopic(
  shape: Partial<Pick<Topic, 'partitions' | 'retention' | 'time' | 'name' | 'maxBytes'>> = {},
) {
  return defineTopic({
    name: `test.${randomUUID()}.v1`,
    key: () => '',
    partitions: 3,
    retention: 'forever',
    schema: z.object({}),
    examples: [],
    ...shape,
  });
}
