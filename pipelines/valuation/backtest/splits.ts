import { monthOf } from '#domain/valuation/age.ts';
import { hashOf, type UnitMonth } from '../unit-table.ts';

const MS_PER_DAY = 86_400_000;
/** Months ahead that a forward split looks. */
const HORIZON = 3;
/** A forward split of fewer units on either side says nothing. */
const TRAIN_MIN = 500;
const TEST_MIN = 30;

/** What is learnt from and what is then valued, as indexes of unit months. No unit is in both. */
export interface Split {
  name: string;
  train: number[];
  /** One priced month of each held-out unit. */
  test: number[];
}

/**
 * Splits by unit: each repeat deals all units into folds anew and holds out one fold after the other.
 * A unit's months, at whatever source, share its fold. Valued is the newest price of a unit.
 */
export function splitsByUnit(
  rows: readonly UnitMonth[],
  options: { folds: number; repeats: number; seed: number },
): Split[] {
  const newest = [...oneByUnit(rows, (day, before) => day > before).values()];
  const splits: Split[] = [];
  for (let repeat = 0; repeat < options.repeats; repeat += 1) {
    const foldOf = (at: number) =>
      hashOf(`${options.seed}/${repeat}/${rows[at]?.unitId ?? ''}`) % options.folds;
    const folds = rows.map((_, at) => foldOf(at));
    for (let fold = 0; fold < options.folds; fold += 1)
      splits.push({
        name: `repeat ${repeat + 1}, fold ${fold + 1}`,
        train: indexesOf(rows, (at) => folds[at] !== fold),
        test: newest.filter((at) => folds[at] === fold),
      });
  }
  return splits;
}

/**
 * Splits in time: learnt from everything up to the end of a month, valued what is seen for the first
 * time in the three months after, at the price it is first seen with. The last `cuts` months after
 * which enough is seen; none where the dates do not allow it.
 */
export function splitsForward(rows: readonly UnitMonth[], cuts: number): Split[] {
  const months = rows.map(({ day }) => monthOf(day * MS_PER_DAY));
  const first = oneByUnit(rows, (day, before) => day < before);
  const seenFrom = new Map<string, number>();
  rows.forEach(({ unitId }, at) => {
    const month = months[at] ?? 0;
    seenFrom.set(unitId, Math.min(seenFrom.get(unitId) ?? Infinity, month));
  });
  const splits: Split[] = [];
  for (const cut of [...new Set(months)].toSorted((a, b) => b - a)) {
    if (splits.length === cuts) break;
    const train = indexesOf(rows, (at) => (months[at] ?? 0) <= cut);
    const test = [...first.values()].filter((at) => {
      const from = seenFrom.get(rows[at]?.unitId ?? '') ?? 0;
      return from > cut && (months[at] ?? 0) <= cut + HORIZON;
    });
    if (train.length < TRAIN_MIN || test.length < TEST_MIN) continue;
    splits.push({ name: `after ${monthName(cut)}`, train, test });
  }
  return splits.toReversed();
}

/** Of each unit the priced month whose day wins. */
function oneByUnit(
  rows: readonly UnitMonth[],
  wins: (day: number, before: number) => boolean,
): Map<string, number> {
  const chosen = new Map<string, number>();
  rows.forEach(({ unitId, day, price }, at) => {
    if (!((price ?? 0) > 0)) return;
    const before = chosen.get(unitId);
    if (before === undefined || wins(day, rows[before]?.day ?? 0)) chosen.set(unitId, at);
  });
  return chosen;
}

function indexesOf(rows: readonly UnitMonth[], keep: (at: number) => boolean): number[] {
  return rows.map((_, at) => at).filter(keep);
}

function monthName(month: number): string {
  return new Date(Date.UTC(1970, month)).toISOString().slice(0, 7);
}
