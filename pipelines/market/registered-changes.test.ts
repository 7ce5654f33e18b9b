import { describe, expect, it } from 'vitest';
import { drawNormals } from '../stories/statistics/draw-normals.ts';
import { registeredChanges, type ToldPlaces } from './registered-places.ts';

const THROUGH = 680;
type Year = ToldPlaces[number]['now'];

function year(first: number, counts: readonly number[]): Year {
  return {
    months: new Map(counts.map((count, at) => [first + at, count])),
    registered: counts.reduce((sum, count) => sum + count, 0),
  };
}

const place = (now: readonly number[], before: readonly number[]): ToldPlaces[number] => ({
  state: 'OR',
  condition: 'new',
  through: THROUGH,
  now: year(THROUGH - 11, now),
  before: year(THROUGH - 23, before),
  types: new Map(),
  makes: new Map(),
});
const each = (count: number, months = 12) => Array.from({ length: months }, () => count);

describe('registrations of a place', () => {
  it('are set against the year before, the last month named', () => {
    const [found] = registeredChanges([place(each(120), each(100))]);
    expect(found).toMatchObject({
      measure: 'registered',
      condition: 'new',
      place: { state: 'OR', through: THROUGH },
      own: { n: 1_440 },
      others: { n: 1_200 },
      clusters: 12,
    });
    expect((found?.own.value ?? 0) - (found?.others.value ?? 0)).toBeCloseTo(Math.log(1.2), 10);
    // Months that all grew alike leave what counting leaves.
    expect(found?.error).toBeCloseTo(Math.sqrt(1 / 1_440 + 1 / 1_200), 10);
  });

  it('are not where a month of either year was not told, or a year had none', () => {
    expect(registeredChanges([place(each(120, 11), each(100))])).toEqual([]);
    expect(registeredChanges([place(each(120), each(100, 11))])).toEqual([]);
    expect(registeredChanges([place(each(120), each(0))])).toEqual([]);
  });

  it('are no surer than the heaps they are booked in', () => {
    const normal = drawNormals(7);
    for (let drawn = 0; drawn < 1_000; drawn += 1) normal();
    const heap = () => Array.from({ length: 12 }, () => Math.round(400 * Math.exp(0.4 * normal())));
    const places = Array.from({ length: 400 }, () => place(heap(), heap()));
    const beyond = registeredChanges(places).filter(
      ({ own, others, error }) => Math.abs(own.value - others.value) > 2.2 * error,
    );
    // 5% by Student's t of eleven degrees; of counts that come one by one it would be nearly all.
    expect(beyond.length / places.length).toBeLessThan(0.07);
  });
});
