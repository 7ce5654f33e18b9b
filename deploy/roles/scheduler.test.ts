import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Lifecycle } from '#platform/lifecycle.ts';
import type { EventLog } from '#platform/log/port.ts';
import { createLogger } from '#platform/logging.ts';
import { computeCommand, type ComputeCommand } from '#schemas/events/compute-command.ts';
import { ingestCommand, type IngestCommand } from '#schemas/events/ingest-command.ts';
import { scheduleSwitch, type ScheduleName } from '#schemas/events/schedule-switch.ts';
import { decodeEvent, encodeEvent, type Topic } from '#schemas/events/topic.ts';
import { startSchedulerRole } from './scheduler.ts';

const HOUR = 3_600_000;

describe('the scheduler', () => {
  let kept: Map<string, { key: string; value: string }[]>;
  let lifecycles: Lifecycle[];

  /** As much of a log as it uses, on the test's clock. */
  const log = {
    publish: async (topic: Topic, messages: { key: string; value: string }[]) => {
      kept.set(topic.name, [...(kept.get(topic.name) ?? []), ...messages]);
      return [];
    },
    async *readAll(topic: Topic) {
      yield {
        messages: (kept.get(topic.name) ?? []).map(({ value }) => ({ value: Buffer.from(value) })),
      };
    },
  } as unknown as EventLog;

  const valuesOf = ({ name }: Topic): Buffer[] =>
    (kept.get(name) ?? []).map(({ value }) => Buffer.from(value));
  const asked = (topic: Topic): string[] =>
    valuesOf(topic).map((value) => String(decodeEvent(topic, value)['commandId']));
  const computes = () => asked(computeCommand);
  const refreshes = () => asked(ingestCommand).filter((id) => id.startsWith('refresh'));

  const say = (command: Partial<IngestCommand> & Pick<IngestCommand, 'at' | 'kind'>) =>
    log.publish(ingestCommand, [
      encodeEvent(ingestCommand, {
        commandId: `${command.kind}@${command.at}`,
        askedBy: 'staff',
        ...command,
      }),
    ]);
  const compute = (at: string, only: ComputeCommand['only'] = 'all') =>
    log.publish(computeCommand, [
      encodeEvent(computeCommand, { commandId: `compute@${at}`, at, only, askedBy: 'schedule' }),
    ]);
  const turn = (schedule: ScheduleName, enabled: boolean) =>
    log.publish(scheduleSwitch, [
      encodeEvent(scheduleSwitch, { schedule, enabled, at: new Date().toISOString() }),
    ]);

  async function start(TZ = 'Etc/UTC'): Promise<Lifecycle> {
    const logger = createLogger('silent');
    const lifecycle = new Lifecycle(logger);
    lifecycles.push(lifecycle);
    await startSchedulerRole({ config: { TZ }, log, clock: () => new Date(), logger, lifecycle });
    return lifecycle;
  }

  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-11-21T05:30:00.000Z') });
    kept = new Map();
    lifecycles = [];
  });
  afterEach(async () => {
    for (const lifecycle of lifecycles) await lifecycle.stop();
    vi.useRealTimers();
  });

  it('asks for the batch every two hours, by the name of the slot, until it is stopped', async () => {
    const lifecycle = await start();
    await vi.advanceTimersByTimeAsync(5 * HOUR);
    expect(computes()).toEqual([
      'compute@2026-11-21T06:00Z',
      'compute@2026-11-21T08:00Z',
      'compute@2026-11-21T10:00Z',
    ]);
    expect(decodeEvent(computeCommand, valuesOf(computeCommand)[0] ?? Buffer.of())).toMatchObject({
      askedBy: 'schedule',
      only: 'all',
    });
    await lifecycle.stop();
    await vi.advanceTimersByTimeAsync(5 * HOUR);
    expect(computes()).toHaveLength(3);
  });

  it('asks late rather than not at all where the process stood still at the hour', async () => {
    await start();
    // The clock runs on while no timer can fire, as in a process that is busy or suspended.
    await vi.advanceTimersByTimeAsync(HOUR / 2 - 1_000);
    vi.setSystemTime(new Date('2026-11-21T06:03:00.000Z'));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(computes()).toEqual(['compute@2026-11-21T06:00Z']);
    expect(refreshes()).toEqual(['refresh@2026-11-21T06:00Z']);
  });

  it('asks for refreshes at six and at eighteen where the people are', async () => {
    await start('America/Chicago');
    await vi.advanceTimersByTimeAsync(24 * HOUR);
    expect(refreshes()).toEqual(['refresh@2026-11-21T12:00Z', 'refresh@2026-11-22T00:00Z']);
    expect(decodeEvent(ingestCommand, valuesOf(ingestCommand)[0] ?? Buffer.of())).toMatchObject({
      kind: 'refresh',
      askedBy: 'schedule',
    });
  });

  it('asks by one name in however many processes', async () => {
    await start();
    await start();
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(new Set(refreshes())).toEqual(new Set(['refresh@2026-11-21T06:00Z']));
  });

  it('asks for nothing that staff switched off, until it is on again', async () => {
    await turn('refresh', false);
    await start();
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(refreshes()).toEqual([]);
    expect(computes()).toHaveLength(1);
    await turn('refresh', true);
    await turn('compute', false);
    await vi.advanceTimersByTimeAsync(12 * HOUR);
    expect(refreshes()).toEqual(['refresh@2026-11-21T18:00Z']);
    expect(computes()).toHaveLength(1);
  });

  describe('at its start', () => {
    it('makes up once for the last slot that nobody asked at', async () => {
      await say({ kind: 'refresh', at: '2026-11-19T18:00:00.000Z' });
      await compute('2026-11-21T00:00:00.000Z');
      // Stories alone are no batch.
      await compute('2026-11-21T05:00:00.000Z', 'stories');
      await start();
      await start();
      expect(refreshes().slice(1)).toEqual(['refresh@2026-11-20T18:00Z']);
      expect(computes().slice(2)).toEqual(['compute@2026-11-21T04:00Z']);
    });

    it('makes up for none where somebody asked since', async () => {
      await say({ kind: 'refresh', at: '2026-11-19T18:00:00.000Z' });
      await say({ kind: 'scan', at: '2026-11-20T19:00:00.000Z' });
      await compute('2026-11-21T04:00:00.000Z');
      await start();
      expect([refreshes().length, computes().length]).toEqual([1, 1]);
    });

    it('makes up for none that was switched off then, and none before the first start', async () => {
      await say({ kind: 'sample', at: '2026-11-21T05:29:00.000Z' });
      await start();
      expect(refreshes()).toEqual([]);
      kept.clear();
      await turn('refresh', false);
      await say({ kind: 'refresh', at: '2026-11-19T18:00:00.000Z' });
      vi.setSystemTime(new Date('2026-11-21T19:00:00.000Z'));
      await turn('refresh', true);
      await start();
      expect(refreshes()).toHaveLength(1);
    });
  });
});
