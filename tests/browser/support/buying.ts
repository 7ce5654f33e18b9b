import type { Page } from 'playwright-core';
import type { z } from 'zod';
import type { buyingDecision } from '#schemas/api/analysis.ts';
import { calculator } from './calculator.ts';
import { analysisOf } from './market.ts';

type Decision = z.input<typeof buyingDecision.response>;

/** A decision on an asking price of $33,000, in the contract's shape, as the rules would make it. */
export function decisionOf(change: Partial<Decision> = {}): Decision {
  const valuation = analysisOf();
  return {
    currentMarketValue: valuation.currentMarketValue,
    priceVsMarketAverage: 4.9,
    negotiatingPower: 6.2,
    confidenceScore: 0.76,
    overallRecommendation: 'negotiate',
    seasonalTiming: 'optimal',
    inventoryLevels: 'high',
    depreciationForecast: valuation.depreciationSchedule.map(
      ({ depreciationPercentage }) => depreciationPercentage,
    ),
    askingPrice: 33_000,
    state: 'TX',
    pricePosition: 0.66,
    flipPrices: { buyNow: 30_500, negotiate: 33_900, wait: 35_500 },
    abstained: false,
    priceCheck: { outcome: 'plausible', message: '' },
    factors: [
      part('price_position', 'Price position', 3.1, 4.7, '66% of RVs like it ask less.'),
      part(
        'days_on_market',
        'Days on market of such RVs',
        1.4,
        2.4,
        'Half of such RVs have been on offer for 94 days or more in the South; for used RVs of all types it is 80.',
      ),
      {
        factor: 'price_cuts',
        label: 'Price cuts',
        known: false,
        points: 0,
        pointsMax: 0,
        detail: 'Not known yet.',
      },
      part(
        'supply',
        'Supply',
        1,
        1.8,
        '8,412 RVs of the type, new and used, are on offer in the South, 17% more than a year ago.',
      ),
      part('season', 'Season', 0.7, 1.1, 'December is usually the cheapest month for the type.'),
    ],
    reasons: [
      '$33,000 is $1,500 (4.8%) above our estimate of $31,500; 66% of RVs like it ask less.',
      'Negotiate: from $30,500 down it is a price to take, above $33,900 better wait.',
      'Its value is expected to fall by 9.0% in the first year.',
    ],
    valuation,
    ...change,
  };
}

const part = (
  factor: Decision['factors'][number]['factor'],
  label: string,
  points: number,
  pointsMax: number,
  detail: string,
) => ({ factor, label, known: true, points, pointsMax, detail });

/** One that gives no advice, for want of listings to compare with. */
export const abstention = (): Decision => {
  const [position, ...market] = decisionOf().factors;
  const detail = 'Against our estimate alone: too few are near enough to compare with.';
  return decisionOf({
    factors: [...(position === undefined ? [] : [{ ...position, detail }]), ...market],
    overallRecommendation: 'wait',
    abstained: true,
    confidenceScore: 0.12,
    flipPrices: { buyNow: null, negotiate: null, wait: 62_900 },
    reasons: [
      '$33,000 is $1,500 (4.8%) above our estimate of $31,500.',
      'No listing is near enough to compare with, and a judgement of the price needs 3. Wait until there are more, or have it appraised.',
    ],
  });
};

/** One on a price that nobody can mean. */
export const absurdity = (): Decision =>
  decisionOf({
    askingPrice: 330_000,
    priceVsMarketAverage: 949.3,
    pricePosition: 1,
    overallRecommendation: 'avoid',
    negotiatingPower: 7.8,
    priceCheck: {
      outcome: 'far_above',
      message:
        '$330,000 is not believable: RVs like it usually ask $27,700 to $35,500. A zero may be too many: was $33,000 meant?',
    },
    reasons: [
      '$330,000 is not believable: RVs like it usually ask $27,700 to $35,500. A zero may be too many: was $33,000 meant?',
      '$330,000 is $298,500 (947.6%) above our estimate of $31,500; more than 99% of RVs like it ask less.',
      'Leave it at this price: only from $35,500 down is it worth waiting for.',
    ],
  });

/** The real-time analyzer as a visitor works it. */
export const analyzer = (page: Page) => {
  const { fill, make, model, year, result } = calculator(page);
  const askingPrice = page.getByLabel('Asking price');
  const location = page.getByLabel('Location');
  const submit = page
    .getByRole('form', { name: 'The RV on offer' })
    .getByRole('button', { name: /^Judg/ });
  return {
    make,
    model,
    year,
    result,
    askingPrice,
    location,
    submit,
    fill: async (price = '33,000', place = 'Texas') => {
      await fill();
      await askingPrice.fill(price);
      await location.fill(place);
    },
  };
};
