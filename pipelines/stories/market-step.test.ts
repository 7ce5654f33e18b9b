import { expect, it } from 'vitest';
import { trendOf, yearChangeOf } from '#domain/market/trend.ts';
import { monthOf } from '#domain/valuation/age.ts';
import { ALL } from '#schemas/market-facts.ts';
import { emptyFacts } from '../market/empty-facts.ts';
import { historyOfDealers } from '../market/testing/dealers-over-time.ts';
import { quickFit } from '../market/testing/quick-fit.ts';
import { storyFacts } from './from-market.ts';
import { tellStories } from './tell-stories.ts';

const DAY_MS = 86_400_000;
/** The first of a month more than a year before the last. */
const STEP_DAY = Date.UTC(2025, 8, 1) / DAY_MS;

it.each([-0.12, 0.12])(
  'a market that goes one step (%d in log) is told as one, in its month, and not as a trend',
  (size) => {
    for (const seed of [1, 3]) {
      const lift = (day: number) => (day >= STEP_DAY ? size : 0);
      const { index } = quickFit(historyOfDealers({ units: 6_000, seed, dealers: 60, lift }));
      const facts = { ...emptyFacts(), index };
      const { stories } = tellStories(storyFacts(facts, (id) => id));
      const ofPrices = stories.map(({ of }) => of).filter(({ kin }) => /^(trend|step)$/.test(kin));
      expect(ofPrices.map(({ id }) => id)).toEqual(['step/market']);
      const [{ finding } = {}] = ofPrices;
      expect(finding).toMatchObject({ month: monthOf(STEP_DAY * DAY_MS) });
      expect(ofPrices[0]?.effect).toBeCloseTo(size, 1);
      // Nor does the year that began after it rise or fall.
      expect(trendOf(yearChangeOf(facts, ALL))).toBe('stable');
    }
  },
);
