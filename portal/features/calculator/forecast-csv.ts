import type { Analysis } from './kept-results.ts';

/** A cell that a spreadsheet shows as text: quoted where needed, a formula's first sign defused. */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The forecast as CSV (RFC 4180): today's row first, then one for each year. Dollars and percent. */
export function forecastCsv(analysis: Analysis, name: string): string {
  const rows: (string | number)[][] = [
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
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}
