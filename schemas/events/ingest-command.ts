import { z } from 'zod';
import { defineTopic, instant, type EventOf } from './topic.ts';

/**
 * Asks for a collection run: a refresh of all sources, a scan, a scan for one make and model, or the
 * sample market where nothing real has come in.
 */
export const ingestCommand = defineTopic({
  name: 'ingest.command.v1',
  key: () => 'ingest',
  partitions: 1,
  retention: { days: 30 },
  schema: z.object({
    commandId: z.string().min(1).max(200),
    at: instant,
    kind: z.enum(['refresh', 'collect-all', 'scan', 'specific', 'sample']),
    make: z.string().max(100).optional(),
    model: z.string().max(100).optional(),
    askedBy: z.enum(['schedule', 'staff', 'user', 'command']),
  }),
  examples: [
    {
      commandId: 'refresh@2026-11-21T06:00Z',
      at: '2026-11-21T06:00:00.000Z',
      kind: 'refresh',
      askedBy: 'schedule',
    },
    {
      commandId: 'specific@jayco@2026-11-21T06:00Z',
      at: '2026-11-21T06:00:00.000Z',
      kind: 'specific',
      make: 'Jayco',
      model: 'Eagle',
      askedBy: 'user',
    },
  ],
});
export type IngestCommand = EventOf<typeof ingestCommand>;
