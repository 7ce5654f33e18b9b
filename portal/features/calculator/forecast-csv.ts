import { marketOf } from '../../client/market-mark.ts';
import { type CsvCell, csvOf } from '../../ui/csv.ts';
import type { Analysis } from './analysis.ts';

const HEADS = [
  'rv',
  'year',
  'value',
  'low',
  'high',
  'lost_that_year',
  'percent_of_year_before',
  'percent_since_today',
  'as_of',
  'basis',
  'data_points',
  'market',
];

/**
 * The forecast as CSV (RFC 4180): today's row first, then one for each year. Dollars and percent. Each row says what
 * it rests on: it may be copied away from the others.
 */
export function forecastCsv(analysis: Analysis, name: string): string {
  const { asOf, currentMarketValue, range, depreciationSchedule } = analysis;
  const today = [new Date(asOf).getUTCFullYear(), currentMarketValue, range.low, range.high];
  const years: CsvCell[][] = [
    [...today, 0, 0, 0],
    ...depreciationSchedule.map((entry) => [
      entry.year,
      entry.estimatedValue,
      entry.low,
      entry.high,
      entry.depreciationAmount,
      entry.depreciationPercentage,
      entry.cumulativeDepreciation,
    ]),
  ];
  const restsOn = [asOf, analysis.basis, analysis.dataPoints, marketOf(analysis)];
  return csvOf([HEADS, ...years.map((year) => [name, ...year, ...restsOn])]);
}
