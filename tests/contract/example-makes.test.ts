import { expect, it } from 'vitest';
import { sampleMarket } from '#ingest/simulator/sample-market.ts';
import { NAMES } from '../../portal/content/names.ts';

it('makes that are named as examples are on the sample market', () => {
  const missing = new Set(NAMES.makePlaceholder.replace('…', '').split(', '));
  expect(missing.size).toBeGreaterThan(1);
  for (const { make, removed_at } of sampleMarket({ now: Date.UTC(2026, 10, 26) }).listings) {
    if (removed_at === undefined) missing.delete(make);
    if (missing.size === 0) break;
  }
  expect([...missing]).toEqual([]);
});
