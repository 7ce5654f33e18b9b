import { expect, it } from 'vitest';
import { computeCommand } from '#schemas/events/compute-command.ts';
import { EventLogUnavailable, type EventLog } from './log/port.ts';
import { createMetrics, watchLag } from './metrics.ts';

it('leaves out the lag while the log is away, and tells everything else', async () => {
  let isAway = false;
  const log = {
    positions: async () => {
      if (isAway) throw new EventLogUnavailable('no broker');
      return [{ partition: 0, end: 9, committed: 4 }];
    },
  } as unknown as EventLog;
  const metrics = createMetrics();
  watchLag(metrics, log, [{ topic: computeCommand, group: 'compute' }]);
  metrics.events.inc({ source: 'dealer', outcome: 'ok' });

  const lag = 'rigworth_log_lag{topic="compute.command.v1",group="compute",partition="0"} 5';
  expect(await metrics.registry.metrics()).toContain(lag);
  isAway = true;
  const text = await metrics.registry.metrics();
  expect(text).not.toContain('rigworth_log_lag{');
  expect(text).toContain('rigworth_events_total{source="dealer",outcome="ok"} 1');
});
