import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { Lifecycle } from '#platform/lifecycle.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import { createLogger } from '#platform/logging.ts';
import { deadLetter } from '#schemas/events/dead-letter.ts';
import { ingestRun, type IngestRun } from '#schemas/events/ingest-run.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import { follow } from './follow.ts';

const run = (runId: string): IngestRun => ({
  runId,
  source: 'example-dealer',
  sample: false,
  state: 'started',
  at: '2026-11-21T06:00:00.000Z',
  coverage: 'full',
});

it('gives every event, and says when all that was there has been read', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'rigworth-follow-'));
  const lifecycle = new Lifecycle(createLogger('silent'));
  const log = await openEmbeddedLog({ directory, clock: systemClock });
  lifecycle.onStop('log', () => log.close());
  try {
    await log.ensureTopics([ingestRun, deadLetter]);
    const publish = (...ids: string[]) =>
      log.publish(
        ingestRun,
        ids.map((id) => encodeEvent(ingestRun, run(id))),
      );
    await publish('run-1', 'run-2');
    await log.publish(ingestRun, [{ key: 'poison', value: 'not an event' }]);
    const seen: string[] = [];
    const hasReadAll = await follow({ log, lifecycle }, ingestRun, ({ runId }) => seen.push(runId));
    await expect.poll(hasReadAll).toBe(true);
    expect(seen).toEqual(['run-1', 'run-2']);
    await publish('run-3');
    await expect.poll(() => seen).toEqual(['run-1', 'run-2', 'run-3']);
    expect(hasReadAll()).toBe(true);

    const nothing = await follow({ log, lifecycle }, deadLetter, () => undefined);
    expect(nothing()).toBe(true);
  } finally {
    await lifecycle.stop();
    rmSync(directory, { recursive: true });
  }
});

it('has read all of a topic that retention has emptied', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'rigworth-follow-'));
  const lifecycle = new Lifecycle(createLogger('silent'));
  const embedded = await openEmbeddedLog({ directory, clock: systemClock });
  lifecycle.onStop('log', () => embedded.close());
  try {
    await embedded.ensureTopics([ingestRun]);
    // As a broker tells it; the embedded log keeps the last message whatever its age.
    const positions = async () => [{ partition: 0, end: 5, committed: 5 }];
    const log = { ...embedded, positions };
    const hasReadAll = await follow({ log, lifecycle }, ingestRun, () => undefined);
    expect(hasReadAll()).toBe(true);
  } finally {
    await lifecycle.stop();
    rmSync(directory, { recursive: true });
  }
});
