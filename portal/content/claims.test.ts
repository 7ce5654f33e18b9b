import { expect, it } from 'vitest';
import { DEPRECIATION_PAGE, LANDING } from './landing.ts';

it('both readings of manufacturers and models are given, each where the specification has it', () => {
  expect(LANDING.statistics.items.map(({ value }) => value)).toEqual([
    '190',
    '2,490',
    '67,510+',
    '50',
  ]);
  expect(DEPRECIATION_PAGE.hero.text).toContain('145 manufacturers and 1,160+ models');
});
