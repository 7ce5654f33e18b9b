import { describe, expect, it } from 'vitest';
import type { PriceSeries } from '../facts.ts';
import { levelAndCourse } from '../testing/made-up-facts.ts';
import { drawNormals } from '../statistics/draw-normals.ts';
import { MARKET } from '../subjects.ts';
import { priceCandidates } from './of-prices.ts';

const MONTHS = 60;
const GROUPS = 20;
const ERROR = 0.006;

/** A level of `shape`, of which `share` is what the first group of dealers alone does. */
function series(shape: (month: number) => number, share: number, equal = GROUPS): PriceSeries {
  const normal = drawNormals(3);
  const level = Array.from({ length: MONTHS }, (_, month) => shape(month) + ERROR * normal());
  const each = () => level.map((value) => value + (ERROR / GROUPS) * normal());
  const months = <T>(value: T): T[] => level.map(() => value);
  return {
    subject: MARKET,
    first: 622,
    ...levelAndCourse(level),
    errors: months(ERROR),
    changeError: level.map((_, month) => 0.0002 * (MONTHS - 1 - month)),
    n: months(300),
    dealers: {
      equal: months(equal),
      without: [
        level.map((value, month) => value - share * shape(month)),
        ...Array.from({ length: GROUPS - 1 }, each),
      ],
    },
  };
}
const falling = (month: number) => (-0.1 * Math.max(0, month - 23)) / 36;
const stepping = (month: number) => (month < 42 ? 0 : -0.08);
const found = (of: PriceSeries, id: string) =>
  priceCandidates([of]).find((candidate) => candidate.id === id);

describe('a change of price levels', () => {
  it.each([
    ['trend/market/36', falling],
    ['step/market', stepping],
  ])('that many dealers make is one: %s', (id, shape) => {
    expect(found(series(shape, 1 / GROUPS), id)).toMatchObject({ unfit: undefined });
    expect(found(series(shape, 1 / GROUPS), id)?.p).toBeLessThan(0.001);
  });

  it.each([
    ['trend/market/36', falling],
    ['step/market', stepping],
  ])('that hangs on one of them is none: %s', (id, shape) => {
    expect(found(series(shape, 1), id)?.p).toBeGreaterThan(0.2);
  });

  it.each([
    ['trend/market/36', falling],
    ['step/market', stepping],
  ])('is none of fewer dealers than are a market: %s', (id, shape) => {
    expect(found(series(shape, 1 / GROUPS, 4.9), id)?.unfit).toMatch(/^4.9 equal dealers/);
  });

  it.each([
    ['falling', falling],
    ['rising', (month: number) => -falling(month)],
  ])('is none, of %s months, that goes the other way from first to last', (_, shape) => {
    const one = series(shape, 1 / GROUPS);
    const other = { ...one, course: one.course.map((level) => -level) };
    expect(found(other, 'trend/market/36')?.unfit).toBe(
      'its months do not go the way it goes from first to last',
    );
  });
});
