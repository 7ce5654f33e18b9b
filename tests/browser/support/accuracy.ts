import type { z } from 'zod';
import type { JudgedGroup, MeasuredShare } from '#schemas/accuracy.ts';
import type { accuracy } from '#schemas/api/accuracy.ts';
import type { RvTypeId } from '#schemas/vocabulary.ts';

export type Accuracy = z.output<typeof accuracy.response>;

/** A share of our own making, with an interval about as wide as so many units would give it. */
const measured = (share: number, units: number): MeasuredShare => {
  const half = 2.6 * Math.sqrt((share * (1 - share)) / units);
  return { share, low: Math.max(0, share - half), high: Math.min(1, share + half) };
};

/** Half of the values are closer than the median error, half of the others less than once more. */
const within = (error: number, median: number): number => 1 - 0.5 ** (error / median);

/** Too few units have no figures. */
const group = (units: number, medianError: number): JudgedGroup => ({
  units,
  figures:
    units < 100
      ? null
      : {
          medianError,
          within5: measured(within(0.05, medianError), units),
          within10: measured(within(0.1, medianError), units),
          within20: measured(within(0.2, medianError), units),
          coverage: measured(0.8 + (medianError - 0.09) / 2, units),
        },
});

const types: [RvTypeId, number, number][] = [
  ['travel-trailer', 1_204, 0.094],
  ['fifth-wheel', 512, 0.091],
  ['class-c', 301, 0.083],
  ['class-a', 214, 0.112],
  ['toy-hauler', 141, 0.101],
  ['pop-up', 34, 0.2],
];
const band = (from: number | null, to: number | null, units: number, medianError: number) => ({
  from,
  to,
  ...group(units, medianError),
});

/** What a run might find: used RVs with a type too few to speak of, new ones with little to say. */
export const ACCURACY: Accuracy = {
  computedAt: '2026-11-21T06:00:00.000Z',
  asOf: '2026-11-21T05:41:00.000Z',
  priceKind: 'asking',
  rangeLevel: 0.8,
  confidenceWithin: 0.15,
  unitsMin: 100,
  intervalLevel: 0.99,
  used: {
    overall: group(2_406, 0.0957),
    atNewDealers: group(1_370, 0.128),
    byType: types.map(([type, units, error]) => ({ type, ...group(units, error) })),
    byAge: [
      band(null, 1, 72, 0.07),
      band(1, 2, 263, 0.072),
      band(2, 5, 904, 0.085),
      band(5, 12, 788, 0.11),
      band(12, null, 379, 0.151),
    ],
    byPrice: [
      band(null, 15_000, 412, 0.161),
      band(15_000, 40_000, 1_101, 0.098),
      band(40_000, 150_000, 801, 0.083),
      band(150_000, null, 92, 0.09),
    ],
    byConfidence: Array.from({ length: 10 }, (_, at) => ({
      units: at % 3 === 0 ? 241 : 240,
      stated: 0.36 + 0.05 * at + (at === 9 ? 0.02 : 0),
      observed: measured(0.37 + 0.048 * at + (at % 2 === 0 ? 0.012 : -0.01), 240),
    })),
  },
  new: {
    overall: group(640, 0.061),
    atNewDealers: group(0, 0),
    byType: [{ type: 'travel-trailer', ...group(560, 0.06) }],
    byAge: [band(null, 1, 600, 0.06)],
    byPrice: [band(15_000, 40_000, 610, 0.06)],
    byConfidence: Array.from({ length: 10 }, (_, at) => ({
      units: 64,
      stated: 0.6 + 0.03 * at,
      observed: null,
    })),
  },
};

const NOTHING: Accuracy['used'] = {
  overall: group(0, 0),
  atNewDealers: group(0, 0),
  byType: [],
  byAge: [],
  byPrice: [],
  byConfidence: [],
};

/** What is found where no unit has a price. */
export const NO_ACCURACY: Accuracy = { ...ACCURACY, used: NOTHING, new: NOTHING };
