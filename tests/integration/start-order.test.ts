import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { allEvents } from '#platform/log/all-events.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog } from '#platform/log/port.ts';
import { ingestCommand } from '#schemas/events/ingest-command.ts';
import { snapshotPublished } from '#schemas/events/snapshot-published.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import { runCommand, temporaryDataDir } from '../support/server.ts';

let data: Awaited<ReturnType<typeof temporaryDataDir>>;

beforeEach(async () => {
  data = await temporaryDataDir();
  // The secret that signs sessions cannot be read, so that nothing is served: what was begun before shows.
  await mkdir(join(data.path, 'session-secret'));
});
afterEach(() => data.remove());

async function inLog<Answer>(work: (log: EventLog) => Promise<Answer>): Promise<Answer> {
  const directory = join(data.path, 'log');
  await mkdir(directory, { recursive: true });
  const log = await openEmbeddedLog({ directory, clock: () => new Date() });
  try {
    await log.ensureTopics(TOPICS);
    return await work(log);
  } finally {
    await log.close();
  }
}

/** What the work asks for as it begins, of a start that fails before it serves. */
async function askedByStart(): Promise<string[]> {
  const { code } = await runCommand('start.ts', [], { DATA_DIR: data.path, PORT: '0' });
  expect(code).toBe(1);
  const commands = await inLog((log) => Array.fromAsync(allEvents(log, ingestCommand)));
  return commands.map(({ kind }) => kind);
}

it('a server with a snapshot to serve serves it before it takes up any work', async () => {
  const [event] = snapshotPublished.examples;
  if (event === undefined) throw new Error('the topic has no example');
  await inLog((log) => log.publish(snapshotPublished, [encodeEvent(snapshotPublished, event)]));
  expect(await askedByStart()).toEqual([]);
});

it('a server without one begins with the work, which alone brings it', async () => {
  expect(await askedByStart()).toEqual(['sample']);
});
