import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog } from '#platform/log/port.ts';
import { computeCommand, type ComputeCommand } from '#schemas/events/compute-command.ts';
import { computeRun, type ComputeRun } from '#schemas/events/compute-run.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import { runCompute, whyNotPublished } from './run-compute.ts';

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

/** Says what became of a run that began after so many commands of the log and answers the last one. */
const say = (
  runId: string,
  state: ComputeRun['state'],
  { commandId }: ComputeCommand,
  commandsEnd: number,
  over: Partial<ComputeRun> = {},
) => {
  const at = '2026-11-21T06:10:00.000Z';
  const run = { runId, state, at, commandIds: [commandId], commandsEnd, ...over };
  return log.publish(computeRun, [encodeEvent(computeRun, run)]);
};
async function untilAsked(commands: number): Promise<void> {
  const end = async () => (await log.positions(computeCommand, 'test'))[0]?.end ?? 0;
  await expect.poll(end, { interval: 5 }).toBe(commands);
}

describe('a run that was asked for', () => {
  it.each([
    ['published', { snapshot: { snapshotId: 's', kind: 'real', listings: 3 } }],
    ['kept_back', { failedChecks: [{ name: 'units kept', detail: '1 units, 9 before' }] }],
    ['failed', { error: 'Error: no room' }],
  ] as const)('is told when it ended: %s', async (state, said) => {
    const asked = runCompute(log, command('00'), never);
    await untilAsked(1);
    await say('run', 'started', command('00'), 1);
    await say('run', state, command('00'), 1, structuredClone(said) as Partial<ComputeRun>);
    await expect(asked).resolves.toMatchObject({ joined: false, run: { state, ...said } });
  });

  it('is not taken for another that ends meanwhile', async () => {
    await ask(command('00'));
    const asked = runCompute(log, command('01'), never);
    await untilAsked(2);
    await say('other', 'published', command('00'), 1);
    await say('own', 'failed', command('01'), 2);
    await expect(asked).resolves.toMatchObject({ run: { runId: 'own', state: 'failed' } });
  });

  it.each(['published', 'kept_back'] as const)(
    'is the one of the same minute that is over: %s',
    async (state) => {
      await ask(command('00'));
      await say('first', state, command('00'), 1);
      await expect(runCompute(log, command('00'), never)).resolves.toMatchObject({
        joined: true,
        run: { runId: 'first', state },
      });
    },
  );

  it('is never one of the same minute that failed, over or under way', async () => {
    await ask(command('00'));
    await say('first', 'started', command('00'), 1);
    await say('first', 'failed', command('00'), 1);
    await say('second', 'started', command('00'), 1);
    const asked = runCompute(log, command('00'), never);
    await untilAsked(2);
    await say('second', 'failed', command('00'), 1);
    await say('own', 'published', command('00'), 2);
    await expect(asked).resolves.toMatchObject({ joined: false, run: { runId: 'own' } });
  });

  it('is no longer waited for when the signal says so, with the reason', async () => {
    const abort = new AbortController();
    const asked = runCompute(log, command('00'), abort.signal);
    abort.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
  });
});

it('says why nothing new is served, with the numbers', () => {
  const run = { runId: 'r', at: '', commandIds: ['c'], commandsEnd: 1 };
  expect(whyNotPublished({ ...run, state: 'published' })).toBeUndefined();
  expect(whyNotPublished({ ...run, state: 'failed', error: 'Error: no room' })).toBe(
    'the batch failed (Error: no room)',
  );
  const failedChecks = [{ name: 'units kept', detail: '1 units, 9 before' }];
  expect(whyNotPublished({ ...run, state: 'kept_back', failedChecks })).toBe(
    "the snapshot was kept back by its checks ('units kept': 1 units, 9 before)",
  );
});

describe('npm run compute', () => {
  const compute = (...args: string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'compute.ts'), ...args], {
      encoding: 'utf8',
    });

  it.each([
    [['--only', 'prices'], 'Allowed choices are all, stories'],
    [['--accept-change', ' '], 'Say why'],
    [['--timeout', '0'], 'Give minutes'],
  ])('refuses %j and says why', (args, why) => {
    const { status, stdout, stderr } = compute(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(why);
  });
});
