import { medianSorted } from 'simple-statistics';
import type { UnitMonth } from '../unit-table.ts';
import { queryOf, type Answer, type Query } from './query.ts';

/** A median of fewer prices is not trusted where the next wider group has one. */
const PRICES_MIN = 3;

/**
 * What anybody could do: the median price of the same line, age in whole years and new or used; else
 * of the make and type at that age, else of the type at that age, else of the type.
 */
export function fitLineMedians(train: Iterable<UnitMonth>): (query: Query) => Answer | undefined {
  const prices = new Map<string, number[]>();
  for (const row of train) {
    if (!((row.price ?? 0) > 0)) continue;
    for (const key of keysOf(queryOf(row))) {
      const known = prices.get(key);
      if (known === undefined) prices.set(key, [row.price ?? 0]);
      else known.push(row.price ?? 0);
    }
  }
  for (const known of prices.values()) known.sort((a, b) => a - b);
  return (query) => {
    for (const key of keysOf(query)) {
      const known = prices.get(key) ?? [];
      if (known.length >= PRICES_MIN) return { log: Math.log(medianSorted(known)) };
    }
    return undefined;
  };
}

/** Narrowest group first. */
function keysOf({ type, makeId, lineId, condition, age }: Query): string[] {
  const offered = condition === 'new' ? 'new' : 'used';
  const years = Math.floor(age);
  const keys = [`${type}|${makeId}|${years}|${offered}`, `${type}||${years}|${offered}`, type];
  return lineId === '' ? keys : [`${type}|${lineId}|${years}|${offered}`, ...keys];
}
