import type { Valuation } from '../api/analysis.ts';

/** An answer in the contract's shape, for tests: a value that falls by a tenth a year. */
export function valuationFixture(change: Partial<Valuation> = {}): Valuation {
  const valueIn = (years: number) => Math.round(30_000 * 0.9 ** years);
  return {
    currentMarketValue: 30_000,
    originalMSRP: null,
    depreciationSchedule: Array.from({ length: 10 }, (_, index) => ({
      year: 2027 + index,
      estimatedValue: valueIn(index + 1),
      depreciationAmount: valueIn(index) - valueIn(index + 1),
      depreciationPercentage: 10,
      cumulativeDepreciation: 100 - 100 * 0.9 ** (index + 1),
      low: Math.round(valueIn(index + 1) * 0.8),
      high: Math.round(valueIn(index + 1) * 1.2),
    })),
    confidence: 0.7,
    confidenceMeasured: true,
    dataPoints: 1,
    range: { low: 27_000, high: 33_000, level: 0.8 },
    basis: 'line',
    support: { model: 0, line: 1, make: 4, type: 9 },
    resolved: {
      makeId: 'jayco',
      make: 'Jayco',
      lineId: 'jayco/jay-flight',
      line: 'Jay Flight',
      lineStatus: 'listed',
      floorplan: '',
      type: 'travel-trailer',
    },
    comparables: [],
    explanation: [{ factor: 'typical', label: 'Typical', amount: 30_000 }],
    asOf: '2026-11-21T06:00:00.000Z',
    priceKind: 'asking',
    suggestions: [],
    ...change,
  };
}
