import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Lifecycle } from '#platform/lifecycle.ts';
import type { EventLog } from '#platform/log/port.ts';
import { createLogger } from '#platform/logging.ts';
import { computeCommand, type ComputeCommand } from '#schemas/events/compute-command.ts';
import { startSchedulerRole } from './scheduler.ts';

const HOUR = 3_600_000;

describe('the scheduler', () => {
  let asked: ComputeCommand[];
  let lifecycle: Lifecycle;

  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-11-21T05:30:00.000Z') });
    asked = [];
    const publish: EventLog['publish'] = async (_topic, messages) => {
      for (const { value } of messages)
        asked.push(computeCommand.schema.parse(JSON.parse(String(value))));
      return [];
    };
    const logger = createLogger('silent');
    lifecycle = new Lifecycle(logger);
    startSchedulerRole({ log: { publish } as EventLog, logger, lifecycle });
  });
  afterEach(async () => {
    await lifecycle.stop();
    vi.useRealTimers();
  });

  it('asks for the batch every two hours, by the name of the slot, until it is stopped', async () => {
    await vi.advanceTimersByTimeAsync(5 * HOUR);
    expect(asked.map(({ commandId }) => commandId)).toEqual([
      'compute@2026-11-21T06:00Z',
      'compute@2026-11-21T08:00Z',
      'compute@2026-11-21T10:00Z',
    ]);
    expect(asked[0]).toMatchObject({ askedBy: 'schedule', only: 'all' });
    await lifecycle.stop();
    await vi.advanceTimersByTimeAsync(5 * HOUR);
    expect(asked).toHaveLength(3);
  });

  it('asks late rather than not at all where the process stood still at the hour', async () => {
    // The clock runs on while no timer can fire, as in a process that is busy or suspended.
    await vi.advanceTimersByTimeAsync(HOUR / 2 - 1_000);
    vi.setSystemTime(new Date('2026-11-21T06:03:00.000Z'));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(asked.map(({ commandId }) => commandId)).toEqual(['compute@2026-11-21T06:00Z']);
  });
});
