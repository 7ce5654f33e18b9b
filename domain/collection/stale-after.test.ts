import { assert, constantFrom, integer, property } from 'fast-check';
import { expect, it } from 'vitest';
import { judgeSource } from '../health/judge-source.ts';
import { after, run } from '../health/testing/runs.ts';
import { stateOf } from './source-state.ts';

it('a source is stale to all from the same hour on', () => {
  const last = run(0);
  const facts = (collected: boolean) => ({
    collected,
    lastRun: { state: 'loaded', at: last.endedAt ?? '' } as const,
    lastUpdate: last.endedAt,
  });
  assert(
    property(constantFrom(true, false), integer({ min: 0, max: 60 * 24 }), (collected, hours) => {
      const now = after(hours);
      const ofStaff = judgeSource({ runs: [last], now, everyHours: collected ? 12 : undefined });
      expect(stateOf(facts(collected), now).state === 'stale').toBe(
        ofStaff.freshness.state === 'stale',
      );
      expect(ofStaff.freshness.staleAfterHours).toBe(collected ? 36 : 45 * 24);
    }),
  );
});
