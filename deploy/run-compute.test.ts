import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog } from '#platform/log/port.ts';
import { COMPUTE_GROUP } from '#pipelines/compute/compute.ts';
import { computeCommand, type ComputeCommand } from '#schemas/events/compute-command.ts';
import { snapshotPublished } from '#schemas/events/snapshot-published.ts';
import { decodeEvent, encodeEvent } from '#schemas/events/topic.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import { runCompute } from './run-compute.ts';

let directory: string;
let log: EventLog;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'rigworth-compute-'));
  log = await openEmbeddedLog({ directory, clock: () => new Date() });
  await log.ensureTopics(TOPICS);
});
afterEach(async () => {
  await log.close();
  await rm(directory, { recursive: true });
});

const never = new AbortController().signal;
const command = (minute: string): ComputeCommand => ({
  commandId: `compute@2026-11-21T06:${minute}Z`,
  at: `2026-11-21T06:${minute}:00.000Z`,
  only: 'all',
  askedBy: 'command',
});
const ask = (asked: ComputeCommand) =>
  log.publish(computeCommand, [encodeEvent(computeCommand, asked)]);

const publishSnapshot = (snapshotId: string, at: string) =>
  log.publish(snapshotPublished, [
    encodeEvent(snapshotPublished, { snapshotId, kind: 'real', at, ends: [], listings: 3 }),
  ]);

/** Computes as the pipelines do, one command at a time; a run publishes what `snapshotOf` names. */
async function computing(
  snapshotOf: (asked: ComputeCommand) => Promise<string | undefined>,
): Promise<void> {
  const seen = new Set<string>();
  await log.subscribe({
    topic: computeCommand,
    group: COMPUTE_GROUP,
    maxBatch: 1,
    handler: async ({ messages }) => {
      for (const { value } of messages) {
        const asked = decodeEvent(computeCommand, value);
        if (seen.has(asked.commandId)) continue;
        seen.add(asked.commandId);
        const snapshotId = await snapshotOf(asked);
        if (snapshotId !== undefined) await publishSnapshot(snapshotId, asked.at);
      }
    },
  });
}

it('answers with the snapshot of the run it asked for', async () => {
  await publishSnapshot('old', '2026-11-21T04:00:00.000Z');
  await computing(async ({ commandId }) => `of ${commandId}`);
  await expect(runCompute(log, command('00'), never)).resolves.toMatchObject({
    joined: false,
    snapshot: { snapshotId: 'of compute@2026-11-21T06:00Z', listings: 3 },
  });
});

it('answers that none was published when the checks kept it back', async () => {
  await publishSnapshot('old', '2026-11-21T04:00:00.000Z');
  await computing(async () => undefined);
  await expect(runCompute(log, command('00'), never)).resolves.toEqual({
    joined: false,
    snapshot: undefined,
  });
});

it('does not take the snapshot of a run under way for its own', async () => {
  await ask(command('00'));
  const own = runCompute(log, command('01'), never);
  const later = Promise.withResolvers<undefined>();
  await computing(({ commandId }) =>
    commandId.endsWith('06:00Z') ? Promise.resolve('another’s') : later.promise,
  );
  // The own run ends only after the wait has seen the other one end.
  setTimeout(() => later.resolve(undefined), 1_000);
  await expect(own).resolves.toMatchObject({ snapshot: undefined });
});

it('joins the run of the same minute, also one that has ended', async () => {
  await computing(async () => 'the one run');
  await runCompute(log, command('00'), never);
  await expect(runCompute(log, command('00'), never)).resolves.toMatchObject({
    joined: true,
    snapshot: { snapshotId: 'the one run' },
  });
});

it('gives up waiting when it is told to, with the reason', async () => {
  const abort = new AbortController();
  const waiting = runCompute(log, command('00'), abort.signal);
  abort.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
});
