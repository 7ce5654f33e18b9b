import { type CsvCell, csvOf } from '../../ui/csv.ts';
import type { Analysis } from './analysis.ts';

/** The forecast as CSV (RFC 4180): today's row first, then one for each year. Dollars and percent. */
export function forecastCsv(analysis: Analysis, name: string): string {
  const rows: CsvCell[][] = [
    [
      'rv',
      'year',
      'value',
      'low',
      'high',
      'lost_that_year',
      'percent_of_year_before',
      'percent_since_today',
    ],
    [
      name,
      new Date(analysis.asOf).getUTCFullYear(),
      analysis.currentMarketValue,
      analysis.range.low,
      analysis.range.high,
      0,
      0,
      0,
    ],
    ...analysis.depreciationSchedule.map((entry) => [
      name,
      entry.year,
      entry.estimatedValue,
      entry.low,
      entry.high,
      entry.depreciationAmount,
      entry.depreciationPercentage,
      entry.cumulativeDepreciation,
    ]),
  ];
  return csvOf(rows);
}
