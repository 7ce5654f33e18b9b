import type { MeasuredShare } from '#schemas/accuracy.ts';
import { marketOf } from '../../client/market-mark.ts';
import { ACCURACY } from '../../content/accuracy.ts';
import { type CsvCell, csvOf } from '../../ui/csv.ts';
import { ageName, priceName, typeName } from './group-names.ts';
import { type Accuracy, type AccuracyCondition, CONDITIONS, type JudgedGroup } from './queries.ts';

const SHARES = ['within5', 'within10', 'within20', 'coverage'] as const;
const CONFIDENCE = [
  'confidence_stated',
  'confidence_observed',
  'confidence_observed_low',
  'confidence_observed_high',
];
const HEADS = [
  'condition',
  'grouped_by',
  'group',
  'units',
  'median_error',
  ...SHARES.flatMap((name) => [name, `${name}_low`, `${name}_high`]),
  ...CONFIDENCE,
  'as_of',
  'market',
];

/** Every figure of the page, a group a row, shares as fractions; what a group does not have is empty. */
export const accuracyCsv = (report: Accuracy): string =>
  csvOf([
    HEADS,
    ...CONDITIONS.flatMap((condition) => rowsOf(report, condition)).map((row) => [
      ...row,
      report.asOf,
      marketOf(report),
    ]),
  ]);

function rowsOf(report: Accuracy, condition: AccuracyCondition): CsvCell[][] {
  const { overall, atNewDealers, byType, byAge, byPrice, byConfidence } = report[condition];
  const judged = (by: string, name: string, { units, figures }: JudgedGroup) => [
    condition,
    by,
    name,
    units,
    figures?.medianError ?? null,
    ...SHARES.flatMap((share) => bounds(figures?.[share] ?? null)),
    ...CONFIDENCE.map(() => null),
  ];
  return [
    judged('all', 'all', overall),
    ...byType.map((group) => judged('type', typeName(group.type), group)),
    ...byAge.map((group) => judged('age', ageName(group), group)),
    ...byPrice.map((group) => judged('estimated value', priceName(group), group)),
    judged('dealer', ACCURACY.dealers.unseen, atNewDealers),
    ...byConfidence.map(({ units, stated, observed }, index) => [
      condition,
      'confidence',
      String(index + 1),
      units,
      null,
      ...SHARES.flatMap(() => bounds(null)),
      stated,
      ...bounds(observed),
    ]),
  ];
}

const bounds = (measured: MeasuredShare | null): CsvCell[] =>
  measured === null ? [null, null, null] : [measured.share, measured.low, measured.high];
