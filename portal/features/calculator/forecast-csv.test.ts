import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { valuationFixture } from '#schemas/testing/valuation-fixture.ts';
import { forecastCsv } from './forecast-csv.ts';

const rowsOf = (name: string): Record<string, string>[] =>
  parse(forecastCsv(valuationFixture(), name), { columns: true });

describe('the forecast as CSV', () => {
  it('has today and ten years', () => {
    const rows = rowsOf('2019 Jayco Jay Flight');
    expect(rows.map((row) => row['year'])).toEqual(
      Array.from({ length: 11 }, (_, index) => String(2026 + index)),
    );
    expect(rows[0]).toMatchObject({ value: '30000', low: '27000', high: '33000' });
    expect(rows[1]).toMatchObject({ value: '27000', lost_that_year: '3000' });
  });

  it('says in each row as of when it is, what it rests on and of which market', () => {
    const says = { as_of: valuationFixture().asOf, basis: 'line', data_points: '1' };
    for (const row of rowsOf('2019 Jayco')) expect(row).toMatchObject({ ...says, market: 'real' });
    const ofSample = parse(forecastCsv({ ...valuationFixture(), sample: true }, 'x'));
    expect(ofSample.map((row: string[]) => row.at(-1))).toEqual([
      'market',
      ...Array.from({ length: 11 }, () => 'sample'),
    ]);
  });

  it('quotes a name with commas and quotes', () => {
    expect(rowsOf('The "Big", one')[0]?.['rv']).toBe('The "Big", one');
  });

  it.each(['=1+1', '+1', '-1', '@x'])('does not let a spreadsheet run %s', (name) => {
    expect(rowsOf(name)[0]?.['rv']).toBe(`'${name}`);
  });
});
