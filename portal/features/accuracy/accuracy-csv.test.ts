import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { accuracyCsv } from './accuracy-csv.ts';
import type { Accuracy, ConditionAccuracy } from './queries.ts';

const measured = (share: number) => ({ share, low: share - 0.1, high: share + 0.1 });
const figures = {
  medianError: 0.084,
  within5: measured(0.3),
  within10: measured(0.6),
  within20: measured(0.8),
  coverage: measured(0.79),
};
const used: ConditionAccuracy = {
  overall: { units: 1_200, figures },
  atNewDealers: { units: 800, figures },
  byType: [
    { type: 'class-c', units: 900, figures },
    { type: 'pop-up', units: 12, figures: null },
  ],
  byAge: [{ from: null, to: 1, units: 120, figures }],
  byPrice: [
    { from: 15_000, to: 25_000, units: 120, figures },
    { from: 150_000, to: null, units: 120, figures },
  ],
  byConfidence: [{ units: 120, stated: 0.42, observed: measured(0.4) }],
};
const report: Accuracy = {
  computedAt: '2026-11-21T06:00:00.000Z',
  asOf: '2026-11-21T05:00:00.000Z',
  priceKind: 'asking',
  rangeLevel: 0.8,
  confidenceWithin: 0.15,
  unitsMin: 100,
  intervalLevel: 0.99,
  used,
  new: {
    overall: { units: 0, figures: null },
    atNewDealers: { units: 0, figures: null },
    byType: [],
    byAge: [],
    byPrice: [],
    byConfidence: [],
  },
};
const rowsOf = (of: Accuracy): Record<string, string>[] =>
  parse(accuracyCsv(of), { columns: true });
const rows = rowsOf(report);
const row = (by: string, group: string) =>
  rows.find((own) => own['grouped_by'] === by && own['group'] === group);

describe('the accuracy report as CSV', () => {
  it('has a row for each group of each condition', () => {
    expect(rows.map((own) => `${own['condition']} ${own['grouped_by']} ${own['group']}`)).toEqual([
      'used all all',
      'used type Class C Motorhome',
      'used type Pop-Up Camper',
      'used age Under 1 year',
      'used estimated value $15,000 to $25,000',
      'used estimated value $150,000 and more',
      'used dealer A dealer new to us',
      'used confidence 1',
      'new all all',
      'new dealer A dealer new to us',
    ]);
  });

  it('gives shares as fractions with their interval', () => {
    expect(row('all', 'all')).toMatchObject({ units: '1200', median_error: '0.084' });
    expect(row('all', 'all')).toMatchObject({ within5: '0.3', within20: '0.8' });
    expect(row('confidence', '1')).toMatchObject({
      confidence_stated: '0.42',
      confidence_observed: '0.4',
      within5: '',
    });
  });

  it('says in each row as of when it is and of which market', () => {
    for (const own of rows) expect(own).toMatchObject({ as_of: report.asOf, market: 'real' });
    for (const own of rowsOf({ ...report, sample: true })) expect(own['market']).toBe('sample');
  });

  it('leaves empty what too few units would have to say', () => {
    expect(row('type', 'Pop-Up Camper')).toMatchObject({ units: '12', median_error: '' });
  });
});
