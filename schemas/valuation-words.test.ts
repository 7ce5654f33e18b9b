import { describe, expect, it } from 'vitest';
import { valuationFixture } from './testing/valuation-fixture.ts';
import { valuedBasis, valuedFacts, valuedName } from './valuation-words.ts';

const { resolved } = valuationFixture();

describe('what heads a valuation', () => {
  it('names the RV as it was understood, without what is not known', () => {
    const typed = { year: 2019, model: 'jayflight sleeps 8' };
    expect(valuedName(resolved, typed)).toBe('2019 Jayco Jay Flight');
    expect(valuedName({ ...resolved, floorplan: '28QZX' }, typed)).toBe(
      '2019 Jayco Jay Flight 28QZX',
    );
  });

  it.each([
    ['Quillon 99', '2016 Jayco Quillon 99'],
    [' 99 ', '2016 Jayco 99'],
    ['JAYCO Quillon 99', '2016 Jayco Quillon 99'],
    ['Jay-co  Quillon 99', '2016 Jayco Quillon 99'],
    ['Берёза', '2016 Jayco Берёза'],
  ])('names a model nobody knows as it was typed, the make once: %s', (model, name) => {
    const unknown = { ...resolved, line: 'Quillon', lineStatus: 'unknown' as const };
    expect(valuedName(unknown, { year: 2016, model })).toBe(name);
  });

  it('leaves a model in front of which no make was repeated whole, in other letters too', () => {
    const unknown = { ...resolved, make: 'Берёза', line: '', lineStatus: 'unknown' as const };
    expect(valuedName(unknown, { year: 2016, model: 'Иволга Travel Trailer' })).toBe(
      '2016 Берёза Иволга Travel Trailer',
    );
  });
});

describe('what stands below the name', () => {
  const classA = { type: 'class-a' } as const;
  const trailer = { type: 'travel-trailer' } as const;
  it.each([
    [classA, { condition: 'used', mileage: 18_000, state: 'FL' }, 'used, 18,000 miles, FL'],
    [
      classA,
      { condition: 'new', state: '' },
      'new, mileage as usual for its age, anywhere in the US',
    ],
    [classA, { condition: 'used', mileage: 0 }, 'used, 0 miles, anywhere in the US'],
  ] as const)('says of a motorhome its condition, miles and place: %#', (type, of, said) => {
    expect(valuedFacts(type, of)).toBe(`Class A Motorhome, ${said}`);
  });

  it.each([undefined, 18_000])('speaks of no miles where nothing rests on them: %s', (mileage) => {
    const facts = valuedFacts(trailer, { condition: 'used', mileage, state: 'TX' });
    expect(facts).toBe('Travel Trailer, used, TX');
  });
});

describe('what a value rests on', () => {
  it.each([
    ['model', 1320, 'Based on 1,320 listings of this model, the Jay Flight 28QZX'],
    ['line', 1, 'Based on 1 listing of the Jay Flight line'],
    ['make', 12, 'Based on 12 listings by Jayco'],
    ['type', 12, 'Based on 12 listings of its type, Travel Trailer'],
  ] as const)('counts the listings of that level: %s, %s', (basis, dataPoints, sentence) => {
    const named = { ...resolved, floorplan: '28QZX' };
    expect(valuedBasis(valuationFixture({ basis, dataPoints, resolved: named }))).toBe(sentence);
  });

  it.each([
    [1, 'Based on 1 listing of the Jay Flight line: this offer itself, and on RVs like it'],
    [2, 'Based on 2 listings of the Jay Flight line, this offer among them'],
  ])('says that the offer that is judged is one of %d', (dataPoints, sentence) => {
    expect(valuedBasis(valuationFixture({ dataPoints, countsJudged: true }))).toBe(sentence);
  });

  it('does not count listings of like lines as the line’s own', () => {
    const known = { ...resolved, lineStatus: 'known' as const };
    expect(valuedBasis(valuationFixture({ resolved: known }))).toBe(
      'Based on 1 listing of lines like the Jay Flight',
    );
  });

  it('names in the way of the sentence it stands in', () => {
    expect(valuedBasis(valuationFixture({ basis: 'model' }), (name) => `<${name}>`)).toBe(
      'Based on 1 listing of this model, the <Jay Flight>',
    );
  });
});
