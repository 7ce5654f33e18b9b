import { describe, expect, it } from 'vitest';
import { freshnessOf } from './freshness.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const status = (change: object = {}) => ({
  is_refreshing: false,
  last_refresh: '2026-11-21T11:48:00.000Z',
  auto_refresh_enabled: true,
  ...change,
});

describe('the freshness badge', () => {
  it.each([
    [undefined, 'unknown', 'Data freshness unknown'],
    [status({ is_refreshing: true }), 'refreshing', 'Live update in progress'],
    [status({ sample: true }), 'sample', 'Sample data'],
    [status({ sample: true, is_refreshing: true }), 'sample', 'Sample data'],
    [status(), 'live', 'Live data, 12 min ago'],
    [status({ auto_refresh_enabled: false }), 'static', 'Static data, 12 min ago'],
    [status({ last_refresh: null }), 'live', 'Live data'],
    [status({ last_refresh: '2026-11-21T11:00:01.000Z' }), 'live', 'Live data, 59 min ago'],
    [status({ last_refresh: '2026-11-21T11:00:00.000Z' }), 'live', 'Live data'],
    [status({ last_refresh: '2026-11-21T11:58:30.000Z' }), 'live', 'Live data, 1 min ago'],
    [status({ last_refresh: '2026-11-21T12:03:00.000Z' }), 'live', 'Live data, just now'],
  ])('of %j is %s: %s', (answer, state, text) => {
    expect(freshnessOf(answer, NOW)).toEqual({ state, text });
  });
});
