import type { z } from 'zod';
import type { marketAnalysis } from '#schemas/api/market.ts';
import { figuresAtOf, type Snapshot } from '#schemas/snapshot.ts';
import { financingInsights } from './financing.ts';
import { negotiationTips } from './negotiation.ts';
import { overallTrends } from './overall.ts';
import { ownershipCosts } from './ownership.ts';
import { seasonalTrends } from './seasons.ts';
import { segmentsOf, typeName, type NameOfMake } from './segments.ts';
import { summaryOf } from './summary.ts';
import { timingSignals } from './timing-signals.ts';

export type MarketAnalysis = Omit<z.output<typeof marketAnalysis.response>, 'sample'>;

/**
 * The whole market analysis of a snapshot: pure, the same answer for the same snapshot. Some tens of
 * milliseconds for thousands of lines, so it is made once for each snapshot. A market without data has
 * empty lists.
 */
export function analyseMarket(
  snapshot: Pick<
    Snapshot,
    'valuation' | 'market' | 'lines' | 'byType' | 'totals' | 'createdAt' | 'figuresAt'
  >,
  nameOfMake: NameOfMake,
): MarketAnalysis {
  const segments = segmentsOf(snapshot, nameOfMake);
  const { byType, byMake, byModel } = segments;
  const costs = ownershipCosts(snapshot.valuation);
  // Who reads it buys now, however old the newest price and the figures are.
  const month = new Date(snapshot.createdAt).getUTCMonth();
  const isEmpty = snapshot.valuation.types.length === 0;
  return {
    generatedAt: figuresAtOf(snapshot),
    summary: summaryOf(snapshot),
    overallTrends: overallTrends(snapshot, segments, nameOfMake),
    byType,
    byMake,
    byModel,
    purchasingInsights: {
      seasonalTrends: seasonalTrends(snapshot.market),
      financingInsights: isEmpty ? [] : financingInsights(),
      totalCostAnalysis: costs[0]?.costs ?? [],
      ownershipByType: costs.map(({ type, costs: own }) => ({
        type: typeName(type),
        costs: own,
        total: own.reduce((sum, { annualCost }) => sum + annualCost, 0),
      })),
      marketTimingSignals: timingSignals(snapshot.market, month),
      negotiationTips: negotiationTips(snapshot),
    },
  };
}
