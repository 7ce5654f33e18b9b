import { describe, expect, it } from 'vitest';
import { valuationFixture } from './testing/valuation-fixture.ts';
import { valuedFacts, valuedName } from './valued-name.ts';

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
