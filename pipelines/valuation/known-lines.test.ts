import { beforeAll, describe, expect, it } from 'vitest';
import { loadCatalogue } from '#domain/catalogue/catalogue.ts';
import { createNameResolver } from '#domain/names/resolve.ts';
import { createEvaluator, type Evaluator } from '#domain/valuation/evaluate.ts';
import type { Snapshot } from '#schemas/snapshot.ts';
import { drawMarket } from './testing/market.ts';
import { snapshotOf } from './testing/snapshot.ts';

/** A market of one line, Jayco Eagle, and of one with a unit more that no catalogue has; valued by names of the catalogue. */
let evaluator: Evaluator;
beforeAll(() => {
  const [unit] = drawMarket({ units: 1, seed: 5 });
  if (unit === undefined) throw new Error('no unit');
  const units = ['jayco/eagle', 'jayco/quillon'].flatMap((lineId, line) =>
    Array.from({ length: 20 + line }, (_, at) => ({
      ...unit,
      unitId: `unit-${line}-${at}`,
      type: 'travel-trailer',
      makerId: 'thor-industries',
      makeId: 'jayco',
      lineId,
      floorplan: '',
      condition: 'used' as const,
      year: 2021,
      mileage: null,
      price: 30_000 + 100 * at,
    })),
  );
  // A make without line names sells by codes.
  const coded = units.slice(0, 20).map((own, at) => ({
    ...own,
    unitId: `unit-coded-${at}`,
    makerId: 'lance',
    makeId: 'lance',
    lineId: '',
    floorplan: at < 10 ? '2285' : '1475',
    price: at < 10 ? 50_000 : 20_000,
  }));
  const lines: Snapshot['lines'] = [
    line('jayco/eagle', 'Eagle'),
    line('jayco/quillon', 'Quillon'),
    line('jayco/brumale', 'Brumale'),
  ];
  evaluator = createEvaluator(
    { ...snapshotOf([...units, ...coded]), lines },
    createNameResolver(loadCatalogue()),
  );
});

const line = (id: string, name: string): Snapshot['lines'][number] => ({
  id,
  name,
  makeId: 'jayco',
  types: ['travel-trailer'],
  units: 20,
  floorplans: [],
});

const valued = (make: string, model: string) => {
  const answer = evaluator.value({
    make,
    model,
    year: 2021,
    condition: 'used',
    mileage: undefined,
  });
  if ('refused' in answer) throw new Error(answer.message);
  const { basis, resolved, suggestions, explanation } = answer;
  return { basis, line: resolved.line, status: resolved.lineStatus, suggestions, explanation };
};

describe('a line', () => {
  it('that is listed needs no suggestions', () => {
    expect(valued('Jayco', 'Eagle 317RLOK')).toMatchObject({
      basis: 'line',
      status: 'listed',
      suggestions: [],
    });
  });

  it('that is a code alone is valued by the listings of that code', () => {
    const [larger, smaller] = ['2285', '1475'].map((model) => {
      const asked = { make: 'Lance', model, year: 2021, condition: 'used' } as const;
      const answer = evaluator.value(asked);
      if ('refused' in answer) throw new Error(answer.message);
      expect(answer).toMatchObject({ basis: 'model', dataPoints: 10, suggestions: [] });
      return answer.currentMarketValue;
    });
    expect((larger ?? 0) / (smaller ?? 1)).toBeGreaterThan(1.8);
  });

  it('of the catalogue without listings is known, and needs none either', () => {
    expect(valued('Jayco', 'Greyhawk 29MV travel trailer')).toMatchObject({
      basis: 'make',
      line: 'Greyhawk',
      status: 'known',
      suggestions: [],
    });
  });

  it('that was seen without a price is known', () => {
    expect(valued('Jayco', 'Brumale 28BH')).toMatchObject({ basis: 'make', status: 'known' });
  });

  it('that nobody knows is offered lines of its make, the market’s among them', () => {
    expect(valued('Jayco', 'Eagl')).toMatchObject({
      basis: 'make',
      status: 'unknown',
      suggestions: expect.arrayContaining(['Jayco Eagle']) as string[],
    });
    expect(valued('Jayco', 'Quilllon')).toMatchObject({ suggestions: ['Jayco Quillon'] });
  });

  it('that is like none of its make’s is offered those with most listings', () => {
    for (const model of ['Zzyzx 9000', 'Montana 3761FL', '28BH'])
      expect(valued('Jayco', model)).toMatchObject({
        basis: 'make',
        status: 'unknown',
        suggestions: ['Jayco Quillon', 'Jayco Eagle'],
      });
    // Names of lines are what is offered, and this make has none.
    expect(valued('Lance', 'Zzyzx')).toMatchObject({ status: 'unknown', suggestions: [] });
  });

  it('without listings has no part in the explanation', () => {
    const name = (model: string) =>
      valued('Jayco', model).explanation.find(({ factor }) => factor === 'name')?.label;
    expect(name('Eagle')).toBe('Jayco Eagle');
    expect(name('Zebra 28BH')).toBe('Jayco');
  });
});

describe('an unknown make', () => {
  it('is refused with the nearest names, unless the text names a type', () => {
    const asked = { model: 'Eagle', year: 2021, condition: 'used', mileage: undefined } as const;
    expect(evaluator.value({ ...asked, make: 'Jayko' })).toMatchObject({
      refused: 'unknown_make',
      suggestions: expect.arrayContaining(['Jayco']) as string[],
    });
    expect(valued('Jayko', 'travel trailer')).toMatchObject({
      basis: 'type',
      status: 'unknown',
      suggestions: ['Jayco'],
    });
  });
});
