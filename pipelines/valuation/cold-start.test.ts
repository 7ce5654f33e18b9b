import { assert, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '#domain/catalogue/catalogue.ts';
import { createNameResolver } from '#domain/names/resolve.ts';
import { namedType } from '#domain/names/named-type.ts';
import { createEvaluator, type Evaluator } from '#domain/valuation/evaluate.ts';
import { valuation as valuationSchema, type Valuation } from '#schemas/api/analysis.ts';
import { CONDITIONS, RV_TYPES, RV_TYPE_IDS, type RvTypeId } from '#schemas/vocabulary.ts';
import { drawMarket, LAST_DAY } from './testing/market.ts';
import { snapshotOf } from './testing/snapshot.ts';
import type { UnitMonth } from './unit-table.ts';

const catalogue = loadCatalogue();
const resolver = createNameResolver(catalogue);

/** Used units of one make and type, of a line no catalogue has. */
function units(count: number, type: RvTypeId, makeId: string, price: number): UnitMonth[] {
  const [drawn] = drawMarket({ units: 1, seed: 5 });
  if (drawn === undefined) throw new Error('no unit');
  return Array.from({ length: count }, (_, at) => ({
    ...drawn,
    unitId: `${makeId}-${type}-${at}`,
    type,
    makerId: catalogue.makeById(makeId)?.makerId ?? '',
    makeId,
    lineId: `${makeId}/quillon`,
    floorplan: '',
    condition: 'used' as const,
    year: 2018 + (at % 6),
    mileage: null,
    price: price + 100 * at,
    day: LAST_DAY - (at % 20),
  }));
}

const evaluatorOf = (rows: readonly UnitMonth[]): Evaluator =>
  createEvaluator(snapshotOf(rows), resolver);
const valued = (evaluator: Evaluator, make: string, model: string, mileage?: number): Valuation => {
  const answer = evaluator.value({ make, model, year: 2021, condition: 'used', mileage });
  if ('refused' in answer) throw new Error(answer.message);
  return answer;
};

const MARKETS: [name: string, rows: UnitMonth[]][] = [
  ['one travel trailer', units(1, 'travel-trailer', 'jayco', 30_000)],
  ['travel trailers alone', units(40, 'travel-trailer', 'jayco', 30_000)],
  ['three class A', units(3, 'class-a', 'tiffin', 150_000)],
  [
    'two types',
    [...units(20, 'fifth-wheel', 'jayco', 60_000), ...units(9, 'pop-up', 'jayco', 9_000)],
  ],
];

describe.each(MARKETS)('a market of %s', (_, rows) => {
  const evaluator = evaluatorOf(rows);
  const request = record({
    make: constantFrom(...catalogue.makes.map(({ name }) => name)),
    model: constantFrom(
      'Qwertzu 2800BH',
      'Zzyzx',
      '2100',
      ...RV_TYPES.map(({ name }) => `Zzyzx ${name}`),
    ),
    year: integer({ min: 1990, max: 2027 }),
    condition: constantFrom(...CONDITIONS),
  });

  it('values every known make, of whatever type and year', () => {
    assert(
      property(request, (asked) => {
        const answer = evaluator.value(asked);
        if ('refused' in answer) throw new Error(answer.message);
        expect(valuationSchema.safeParse(answer).error).toBeUndefined();
        expect(answer.range.low).toBeLessThan(answer.currentMarketValue);
        expect(answer.range.high).toBeGreaterThan(answer.currentMarketValue);
      }),
    );
  });

  it.each(RV_TYPES)('takes $name for what it says, from any maker', ({ id, name }) => {
    expect(namedType(name)).toBe(id);
    const answer = valued(evaluator, 'Nobody & Sons', name);
    expect(answer).toMatchObject({ basis: 'type', resolved: { type: id } });
  });

  it('says what it does not know', () => {
    for (const { id, name } of catalogue.makes) {
      const { basis, suggestions, resolved } = valued(evaluator, name, 'Zzyzx 9000');
      expect(resolved).toMatchObject({ makeId: id, lineStatus: 'unknown' });
      expect(['make', 'type']).toContain(basis);
      expect(Array.isArray(suggestions)).toBe(true);
    }
  });

  it('refuses what is of no known make and type, with suggestions', () => {
    const asked = { make: 'Jayko', model: 'Zzyzx', year: 2021, condition: 'used' } as const;
    expect(evaluator.value(asked)).toMatchObject({
      refused: 'unknown_make',
      suggestions: expect.arrayContaining(['Jayco']) as string[],
    });
  });
});

describe('listings that name no make', () => {
  const makes = ['jayco', 'keystone', 'heartland', 'lance', 'airstream', 'coachmen', 'winnebago'];
  const named = makes.flatMap((make) => units(20, 'travel-trailer', make, 30_000));
  const unnamed = units(5, 'travel-trailer', '', 15_000).map((unit) => ({ ...unit, lineId: '' }));

  it('say less of an unknown maker than the makers that are known', () => {
    const { currentMarketValue } = valued(
      evaluatorOf([...named, ...unnamed]),
      'Nobody',
      'travel trailer',
    );
    expect(currentMarketValue).toBeGreaterThan(20_000);
  });
});

describe('a type that nobody lists', () => {
  const evaluator = evaluatorOf(units(40, 'travel-trailer', 'jayco', 30_000));
  const width = ({ range }: Valuation) => range.high / range.low;

  it('is worth what RVs of it usually cost against those that are listed', () => {
    const value = (model: string) => valued(evaluator, 'Nobody', model).currentMarketValue;
    const trailer = value('travel trailer');
    expect(value('class a') / trailer).toBeGreaterThan(4);
    expect(value('fifth wheel') / trailer).toBeGreaterThan(1.5);
    expect(value('pop-up') / trailer).toBeLessThan(0.8);
  });

  it('has no data points and a wider range than one that is listed', () => {
    const unlisted = valued(evaluator, 'Jayco', 'Zzyzx class a');
    expect(unlisted).toMatchObject({ basis: 'type', dataPoints: 0, comparables: [] });
    expect(width(unlisted)).toBeGreaterThan(
      1.3 * width(valued(evaluator, 'Nobody', 'travel trailer')),
    );
    expect(unlisted.confidence).toBeLessThan(0.4);
  });
});

describe('an unknown model of a make', () => {
  // Somebody lists a Tiffin as a travel trailer; the catalogue has the make as motorhomes.
  const rows = [
    ...units(30, 'travel-trailer', 'jayco', 20_000),
    ...units(5, 'travel-trailer', 'tiffin', 20_000),
    ...units(12, 'class-a', 'newmar', 180_000),
  ];

  it('is of a type that the make builds', () => {
    const types = catalogue.makeById('tiffin')?.types ?? [];
    const { resolved, currentMarketValue } = valued(evaluatorOf(rows), 'Tiffin', 'Zzyzx 44XX');
    expect(types).toContain(resolved.type);
    expect(currentMarketValue).toBeGreaterThan(80_000);
  });

  it('is of the type with the most listings of the make among those', () => {
    for (const [count, type] of [
      [2, 'travel-trailer'],
      [20, 'fifth-wheel'],
    ] as const) {
      const market = [
        ...units(8, 'travel-trailer', 'jayco', 30_000),
        ...units(count, 'fifth-wheel', 'jayco', 60_000),
      ];
      expect(valued(evaluatorOf(market), 'Jayco', 'Zzyzx').resolved.type).toBe(type);
    }
  });

  it('is a motorhome where miles are told and the make builds both', () => {
    const market = [
      ...units(20, 'travel-trailer', 'jayco', 30_000),
      ...units(8, 'class-c', 'jayco', 90_000),
      ...units(12, 'fifth-wheel', 'keystone', 60_000),
    ];
    const typeOf = (make: string, model: string, miles: number | undefined) =>
      valued(evaluatorOf(market), make, model, miles).resolved.type;
    expect(typeOf('Jayco', 'Zzyzx', 30_000)).toBe('class-c');
    expect(typeOf('Jayco', 'Zzyzx', 0)).toBe('travel-trailer');
    expect(typeOf('Jayco', 'Zzyzx travel trailer', 30_000)).toBe('travel-trailer');
    expect(typeOf('Keystone', 'Zzyzx', 30_000)).toBe('fifth-wheel');
  });

  it('is not made a motorhome by its first miles', () => {
    const market = [
      ...units(20, 'travel-trailer', 'jayco', 30_000),
      ...units(8, 'class-c', 'jayco', 90_000),
    ];
    const parked = { make: 'Jayco', model: 'Zzyzx', year: 2021, mileage: 0 };
    const answer = evaluatorOf(market).value({ ...parked, condition: 'used' }, { depth: true });
    if ('refused' in answer) throw new Error(answer.message);
    expect(answer.depth?.drivers.length).toBeGreaterThan(0);
    expect(answer.depth?.drivers.map(({ factor }) => factor)).not.toContain('mileage');
  });

  it('is what the text says, though the make is listed as other types alone', () => {
    const { resolved, basis } = valued(evaluatorOf(rows), 'Jayco', 'Zzyzx class a');
    expect({ type: resolved.type, basis }).toEqual({ type: 'class-a', basis: 'type' });
  });

  it('is valued for each type of the vocabulary', () => {
    for (const id of RV_TYPE_IDS)
      expect(valued(evaluatorOf(rows), 'Nobody', id).resolved.type).toBe(id);
  });
});
