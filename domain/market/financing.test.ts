import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { financingInsights, monthlyPayment } from './financing.ts';

const loan = fc.integer({ min: 1_000, max: 500_000 });
const rate = fc.double({ min: 0.01, max: 30, noNaN: true });
const years = fc.integer({ min: 1, max: 30 });

it('pays a loan off to the cent: what each month leaves is zero after the last', () => {
  fc.assert(
    fc.property(loan, rate, years, (amount, percent, term) => {
      const payment = monthlyPayment(amount, percent, term);
      let owed = amount;
      for (let month = 0; month < 12 * term; month += 1) owed += (owed * percent) / 1_200 - payment;
      expect(Math.abs(owed)).toBeLessThan(0.01);
    }),
  );
});

it('costs more at a higher rate, and the loan alone without interest', () => {
  fc.assert(
    fc.property(loan, rate, years, (amount, percent, term) => {
      expect(monthlyPayment(amount, percent + 0.5, term)).toBeGreaterThan(
        monthlyPayment(amount, percent, term),
      );
      expect(12 * term * monthlyPayment(amount, 0, term)).toBeCloseTo(amount, 6);
    }),
  );
});

it('shows $88,000 over 20 years by credit tier, dearer from tier to tier', () => {
  const tiers = financingInsights();
  expect(tiers.map(({ averageRate }) => averageRate)).toEqual([7.38, 8.75, 11.25, 15.5]);
  // 88,000 at 8.75% over 240 months, by any loan calculator.
  expect(tiers[1]).toMatchObject({ monthlyPaymentExample: 778, totalInterestCost: 98_640 });
  expect(tiers[0]?.recommendation).toContain(
    'from 0.05% in 2020 to 5.33% in 2023 and stood at 4.33% last. Source: Federal',
  );
  for (const { recommendation } of tiers)
    expect(recommendation).toMatch(/Source: rates that lenders publish.*November 2026\.$/);
  for (const [at, tier] of tiers.entries())
    expect(tier.totalInterestCost).toBeGreaterThan(tiers[at - 1]?.totalInterestCost ?? 0);
});
