import type { AnalysisDepth, AnalysisRequest } from '#schemas/api/analysis.ts';
import { CONDITIONS, STATES, type Condition } from '#schemas/vocabulary.ts';

type Driver = AnalysisDepth['drivers'][number];

/** Miles that are much for a year and little for a life. */
const MORE_MILES = 10_000;
const AS_SOLD: Readonly<Record<Condition, string>> = {
  new: 'Sold as new',
  used: 'Sold as used',
  certified: 'Sold as certified',
};
/** A state of each region stands for it: the model knows regions alone. */
const REGIONS = [...new Map(STATES.map(({ region, code }) => [region, code]))];

/**
 * What one fact of an RV does to its value: the same RV valued again with that fact alone another.
 * @param value dollars; undefined for what is not valued, such as a model year to come
 */
export function driversOf(
  request: AnalysisRequest,
  value: (request: AnalysisRequest) => number | undefined,
): Driver[] {
  const today = value(request);
  if (today === undefined) return [];
  const changed = (
    factor: Driver['factor'],
    label: string,
    change: Partial<AnalysisRequest>,
  ): Driver => ({ factor, label, amount: (value({ ...request, ...change }) ?? today) - today });
  const { year, condition, mileage } = request;
  const drivers = [
    changed('age', 'A model year older', { year: year - 1 }),
    changed('age', 'A model year newer', { year: year + 1 }),
    ...CONDITIONS.filter((other) => other !== condition).map((other) =>
      changed('condition', AS_SOLD[other], { condition: other }),
    ),
    ...(mileage === undefined
      ? []
      : [
          changed('mileage', `${MORE_MILES.toLocaleString('en-US')} miles more`, {
            mileage: mileage + MORE_MILES,
          }),
        ]),
    ...REGIONS.map(([region, state]) => changed('region', `In the ${region}`, { state })),
  ];
  return drivers.filter(({ amount }) => amount !== 0);
}
