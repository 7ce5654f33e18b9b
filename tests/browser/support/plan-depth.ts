import type { z } from 'zod';
import type { AnalysisDepth } from '#schemas/api/analysis.ts';
import type { marketAnalysis, marketTrends, segmentDepth } from '#schemas/api/market.ts';

/** Of the RV of `analysisOf`, whose range has steps of $100. */
export const ANALYSIS_DEPTH: AnalysisDepth = {
  floorplans: [
    { floorplan: '28QZX', units: 132, value: 31_450, low: 27_676, high: 35_539 },
    { floorplan: '24RBS', units: 87, value: 28_934, low: 25_371, high: 32_699 },
    { floorplan: '33RBTS', units: 58, value: 33_120, low: 29_140, high: 37_480 },
  ],
  drivers: [
    { factor: 'age', label: 'A model year older', amount: -2_304 },
    { factor: 'age', label: 'A model year newer', amount: 2_517 },
    { factor: 'condition', label: 'Sold as new', amount: 3_753 },
    { factor: 'region', label: 'In the West', amount: -385 },
  ],
};

const SEGMENT_DEPTH: z.output<typeof segmentDepth> = {
  age: 5.9,
  forecast: [94.9, 90.2, 86.1, 82.2, 78.6, 75.2, 72, 68.9, 66, 63.2].map((kept, at) => ({
    years: at + 1,
    kept,
    low: kept - 3.5 - 0.5 * at,
    high: kept + 4 + 0.7 * at,
  })),
  drivers: [
    { factor: 'age', label: 'One year older', percent: -5.1 },
    { factor: 'certified', label: 'Certified instead of used', percent: 4.1 },
    { factor: 'market', label: 'Asking prices of its type over the last year', percent: 6.5 },
  ],
  floorplans: [
    { floorplan: '24D', units: 70, percent: 2.2 },
    { floorplan: '24J', units: 64, percent: -1.5 },
  ],
};

type MarketAnalysis = z.output<typeof marketAnalysis.response>;

/** As members of Premium are answered: only model families have floorplans. */
export function withSegmentDepth(analysis: MarketAnalysis): MarketAnalysis {
  const deepen = (segments: MarketAnalysis['byType'], depth: typeof SEGMENT_DEPTH) =>
    segments.map((segment) => ({ ...segment, depth }));
  const noFloorplans = { ...SEGMENT_DEPTH, floorplans: [] };
  return {
    ...analysis,
    byType: deepen(analysis.byType, noFloorplans),
    byMake: deepen(analysis.byMake, noFloorplans),
    byModel: deepen(analysis.byModel, SEGMENT_DEPTH),
  };
}

/** So many months up to November 2026, a little dearer each. */
export const monthsOf = (count: number): z.output<typeof marketTrends.response> =>
  Array.from({ length: count }, (_, at) => ({
    averagePrice: 62_000 - 60 * (count - 1 - at),
    month: new Date(Date.UTC(2026, 10 - (count - 1 - at))).toISOString().slice(0, 7),
    n: 61_000,
  }));
