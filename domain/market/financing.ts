import type { z } from 'zod';
import type { marketAnalysis } from '#schemas/api/market.ts';
import { FINANCING_EXAMPLE_LOAN, FINANCING_EXAMPLE_YEARS } from '#schemas/constants.ts';
import { usd } from '../decision/words.ts';
import { CREDIT_TIERS, FEDERAL_FUNDS, sourceOf, type CreditTier } from './published.ts';

export type Insights = z.output<typeof marketAnalysis.response>['purchasingInsights'];

/**
 * Monthly payment of a loan paid off in equal parts: P·i / (1 − (1 + i)^−n), with i the monthly rate and
 * n the months; P / n without interest.
 * @param rate percent a year
 * @returns dollars, not rounded
 */
export function monthlyPayment(loan: number, rate: number, years: number): number {
  const months = 12 * years;
  const monthly = rate / 100 / 12;
  return monthly === 0
    ? loan / months
    : (loan * monthly) / -Math.expm1(-months * Math.log1p(monthly));
}

/** The spec's example loan, by credit tier at the middle of its published rates. */
export function financingInsights(): Insights['financingInsights'] {
  const best = CREDIT_TIERS[0];
  return CREDIT_TIERS.map((tier) => {
    const averageRate = middle(tier);
    const payment = monthlyPayment(FINANCING_EXAMPLE_LOAN, averageRate, FINANCING_EXAMPLE_YEARS);
    const advice =
      tier === best || best === undefined
        ? `Compare three lenders: offers for this tier run from ${tier.rates[0]}% to ${tier.rates[1]}%, ${usd(interest(tier.rates[1]) - interest(tier.rates[0]))} of interest apart. Rates follow the federal funds rate, which went from ${FEDERAL_FUNDS.lowest}% in ${FEDERAL_FUNDS.lowestIn} to ${FEDERAL_FUNDS.highest}% in ${FEDERAL_FUNDS.highestIn} and stood at ${FEDERAL_FUNDS.last}% last. ${sourceOf('federalFunds')}`
        : `Costs ${usd(interest(averageRate) - interest(middle(best)))} more interest than the best tier. A larger down payment or a term of 10 to 15 years costs less.`;
    return {
      scenario: tier.name,
      averageRate,
      monthlyPaymentExample: Math.round(payment),
      totalInterestCost: interest(averageRate),
      recommendation: `${advice} ${sourceOf('loans')}`,
    };
  });
}

const middle = ({ rates: [low, high] }: CreditTier): number =>
  Math.round(100 * ((low + high) / 2)) / 100;

const interest = (rate: number): number =>
  Math.round(
    12 *
      FINANCING_EXAMPLE_YEARS *
      monthlyPayment(FINANCING_EXAMPLE_LOAN, rate, FINANCING_EXAMPLE_YEARS) -
      FINANCING_EXAMPLE_LOAN,
  );
