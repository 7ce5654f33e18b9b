import { AGE_KNOTS, ageAt, curveAt, knotPosition } from '#domain/valuation/age.ts';
import { LISTING_CONDITIONS, MOTORHOME_TYPES, RV_TYPE_IDS } from '#schemas/vocabulary.ts';
import { quantileSorted } from 'simple-statistics';
import { newestRows, NONE, type UnitTable } from './unit-table.ts';

const MS_PER_DAY = 86_400_000;
/** Miles an RV owner drives in a year, before listings say more (about 4,500, by owners' surveys). */
const PRIOR_YEARLY_MILES = 4_500;
/** Units that weigh as much as the prior. */
const PRIOR_WEIGHT = 10;

/** Types × knots: usual miles of a used unit, never falling with age; 0 for what has no odometer. */
export type UsualMileage = Float32Array;

/** Median mileage of used motorhomes near each knot, shrunk towards the usual miles a year. */
export function usualMileage(table: UnitTable, types: Int8Array): UsualMileage {
  const seen: number[][] = Array.from({ length: RV_TYPE_IDS.length * AGE_KNOTS.length }, () => []);
  const isTold = (row: number) =>
    (table.mileage[row] ?? Number.NaN) > 0 &&
    LISTING_CONDITIONS[table.condition[row] ?? NONE] !== 'new';
  for (const row of newestRows(table, isTold)) {
    const type = types[row] ?? NONE;
    if (type === NONE) continue;
    const at = knotPosition(
      AGE_KNOTS,
      ageAt((table.day[row] ?? 0) * MS_PER_DAY, table.year[row] ?? 0),
    );
    const nearest = Math.min(AGE_KNOTS.length - 1, at.left + (at.share > 0.5 ? 1 : 0));
    seen[type * AGE_KNOTS.length + nearest]?.push(table.mileage[row] ?? 0);
  }
  const usual = new Float32Array(seen.length);
  RV_TYPE_IDS.forEach((id, type) => {
    if (!MOTORHOME_TYPES.has(id)) return;
    let least = 0;
    AGE_KNOTS.forEach((age, knot) => {
      const miles = (seen[type * AGE_KNOTS.length + knot] ?? []).toSorted((a, b) => a - b);
      const prior = PRIOR_YEARLY_MILES * Math.max(0.5, age + 0.5);
      const median = miles.length === 0 ? prior : quantileSorted(miles, 0.5);
      const share = miles.length / (miles.length + PRIOR_WEIGHT);
      least = Math.max(least, share * median + (1 - share) * prior);
      usual[type * AGE_KNOTS.length + knot] = least;
    });
  });
  return usual;
}

/** Usual miles of a used unit of a type at an age in years. */
export function usualAt(usual: UsualMileage, type: number, age: number): number {
  return curveAt(usual, type * AGE_KNOTS.length, knotPosition(AGE_KNOTS, age));
}
