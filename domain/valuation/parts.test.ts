import { assert, double, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AGE_KNOTS, ageAt, curveAt, knotPosition, monthOf } from './age.ts';
import { familyOf, modelLine } from './family.ts';
import { excessMileage } from './mileage.ts';
import { forecast } from './schedule.ts';
import { floorplanFeet, sizeRatio } from './size.ts';

describe('age', () => {
  it('is counted from New Year of the model year', () => {
    expect(ageAt(Date.UTC(2026, 0, 1), 2026)).toBeCloseTo(0, 2);
    expect(ageAt(Date.UTC(2025, 6, 2), 2026)).toBeCloseTo(-0.5, 2);
    expect(ageAt(Date.UTC(2026, 6, 2), 2020)).toBeCloseTo(6.5, 2);
  });

  it('counts months from January 1970', () => {
    expect(monthOf(Date.UTC(1970, 0, 31))).toBe(0);
    expect(monthOf(Date.UTC(2026, 10, 1))).toBe(56 * 12 + 10);
  });
});

describe('a curve', () => {
  const falling = Float32Array.from(AGE_KNOTS, (age) => 10 - age * 0.1);

  it('is met at its knots, straight between them, and goes on past the last', () => {
    const at = (age: number) => curveAt(falling, 0, knotPosition(AGE_KNOTS, age));
    for (const age of AGE_KNOTS) expect(at(age)).toBeCloseTo(10 - age * 0.1, 5);
    expect(at(11.5)).toBeCloseTo(8.85, 5);
    expect(at(40)).toBeCloseTo(6, 5);
    expect(at(-5)).toBe(at(-1));
  });

  it('never rises where its knots do not', () => {
    const ages = double({ min: -3, max: 60, noNaN: true });
    assert(
      property(ages, ages, (a, b) => {
        const [younger, older] = [Math.min(a, b), Math.max(a, b)];
        return (
          curveAt(falling, 0, knotPosition(AGE_KNOTS, older)) <=
          curveAt(falling, 0, knotPosition(AGE_KNOTS, younger)) + 1e-12
        );
      }),
    );
  });
});

describe('mileage', () => {
  it('is 0 when usual and rises with the miles', () => {
    expect(excessMileage(30_000, 30_000)).toBe(0);
    assert(
      property(
        integer({ min: 0, max: 900_000 }),
        integer({ min: 0, max: 99_000 }),
        (miles, more) => excessMileage(miles + more, 30_000) >= excessMileage(miles, 30_000),
      ),
    );
  });
});

describe('a code without a line', () => {
  const name = { makeId: 'lance', lineId: '', floorplan: '2285' };

  it('is the line of its make', () => {
    expect(modelLine(name)).toBe('lance/2285');
    expect(modelLine({ ...name, lineId: 'lance/screamer' })).toBe('lance/screamer');
  });

  it('is none where make or code are not known', () => {
    expect(modelLine({ ...name, makeId: '' })).toBe('');
    expect(modelLine({ ...name, floorplan: '' })).toBe('');
  });
});

describe('a floorplan’s code', () => {
  it.each([
    ['3121RL', 31.21],
    ['262BHS', 26.2],
    ['17B', 17],
    ['NB16.1', 16.1],
    ['12.0TD', 12],
    ['E17', 17],
  ])('%s tells %d feet', (code, feet) => expect(floorplanFeet(code)).toBe(feet));

  it.each(['650', 'RL', '', '5342', '2'])('%j tells no length', (code) =>
    expect(floorplanFeet(code)).toBeUndefined(),
  );

  it('says nothing where the usual length is not known', () => {
    expect(sizeRatio(20, 0)).toBe(0);
    expect(sizeRatio(undefined, 25)).toBe(0);
    expect(sizeRatio(25, 25)).toBe(0);
  });
});

describe('a line’s family', () => {
  it.each([
    ['grand-design/imagine-xls', 'grand-design/imagine'],
    ['grand-design/imagine', 'grand-design/imagine'],
    ['forest-river/rockwood-mini-lite', 'forest-river/rockwood'],
  ])('of %s is %s', (line, family) => expect(familyOf(line)).toBe(family));
});

describe('a forecast', () => {
  it('holds the value where the model would let it rise', () => {
    const schedule = forecast({
      fromYear: 2026,
      today: 10_000,
      logPriceIn: (years) => Math.log(10_000 + 100 * years),
      low: -0.2,
      high: 0.2,
      scale: 0.2,
      later: 1,
      ahead: 0,
      levelSd: 0.03,
      slopeSd: 0.01,
    });
    expect(schedule.map(({ estimatedValue }) => estimatedValue)).toEqual(
      Array.from({ length: 10 }, () => 10_000),
    );
    expect(schedule.map(({ year }) => year)).toEqual([
      2027, 2028, 2029, 2030, 2031, 2032, 2033, 2034, 2035, 2036,
    ]);
    const [first, last] = [schedule[0], schedule[9]];
    expect((last?.high ?? 0) - (last?.low ?? 0)).toBeGreaterThan(
      (first?.high ?? 0) - (first?.low ?? 0),
    );
  });
});
