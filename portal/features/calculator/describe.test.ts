import { describe, expect, it } from 'vitest';
import type { LineStatus } from '#schemas/api/analysis.ts';
import { valuationFixture } from '#schemas/testing/valuation-fixture.ts';
import { isolated } from '../../content/isolated.ts';
import { basisOf, dataPointsOf, doubtOf, nameOf } from './describe.ts';

/** Within a sentence a name is read in its own direction. */
const [JAYCO, JAY_FLIGHT] = ['Jayco', 'Jay Flight'].map(isolated);

describe('an analysis in words', () => {
  it('names the RV as it was understood, without what is not known', () => {
    const typed = { year: '2019', model: 'jayflight sleeps 8' };
    expect(nameOf(valuationFixture(), typed)).toBe('2019 Jayco Jay Flight');
    const { resolved } = valuationFixture();
    const of28QZX = valuationFixture({ resolved: { ...resolved, floorplan: '28QZX' } });
    expect(nameOf(of28QZX, typed)).toBe('2019 Jayco Jay Flight 28QZX');
  });

  it.each([
    ['Quillon 99', '2016 Jayco Quillon 99'],
    [' 99 ', '2016 Jayco 99'],
    ['JAYCO Quillon 99', '2016 Jayco Quillon 99'],
    ['Берёза', '2016 Jayco Берёза'],
  ])('names a model nobody knows as it was typed: %s', (model, name) => {
    const { resolved } = valuationFixture();
    const unknown = { ...resolved, line: 'Quillon', lineStatus: 'unknown' as const };
    expect(nameOf(valuationFixture({ resolved: unknown }), { year: '2016', model })).toBe(name);
  });

  it('leaves a model in front of which no make was repeated whole, in other letters too', () => {
    const { resolved } = valuationFixture();
    const unknown = { ...resolved, make: 'Берёза', line: '', lineStatus: 'unknown' as const };
    const typed = { year: '2016', model: 'Иволга Travel Trailer' };
    expect(nameOf(valuationFixture({ resolved: unknown }), typed)).toBe(
      '2016 Берёза Иволга Travel Trailer',
    );
  });

  it.each([
    ['model', 1320, `Based on 1,320 listings of this model, the ${JAY_FLIGHT}`],
    ['line', 1, `Based on 1 listing of the ${JAY_FLIGHT} line`],
    ['make', 12, `Based on 12 listings by ${JAYCO}`],
    ['type', 12, 'Based on 12 listings of its type, Travel Trailer'],
  ] as const)('says on what it rests: %s, %s', (basis, dataPoints, sentence) => {
    expect(basisOf(valuationFixture({ basis, dataPoints }))).toBe(sentence);
  });

  const doubt = (basis: 'model' | 'line' | 'make' | 'type', lineStatus: LineStatus) => {
    const { resolved } = valuationFixture();
    return doubtOf(valuationFixture({ basis, resolved: { ...resolved, lineStatus } }));
  };

  it('does not doubt a value that rests on listings of the line', () => {
    expect([doubt('model', 'listed'), doubt('line', 'listed')]).toEqual([null, null]);
  });

  it('says as what an unknown model was valued', () => {
    expect(doubt('make', 'unknown')).toBe(`Valued as a ${JAYCO} of unknown model`);
    expect(doubt('type', 'unknown')).toBe(
      `Valued as a ${isolated('Travel Trailer')} of unknown model`,
    );
    expect(doubt('line', 'unknown')).toBe(
      `We do not know the ${JAY_FLIGHT}: the value rests on lines of a similar name`,
    );
  });

  it.each([
    ['make', `other RVs by ${JAYCO}`],
    ['type', 'other RVs of its type, Travel Trailer'],
    ['line', 'lines of a similar name'],
  ] as const)('says that it knows a line without listings, valued by its %s', (basis, rest) => {
    expect(doubt(basis, 'known')).toBe(
      `We know the ${JAY_FLIGHT}, but have no listings of it to go by: the value rests on ${rest}`,
    );
  });

  it('does not count listings of like lines as the line’s own', () => {
    const { resolved } = valuationFixture();
    const analysis = valuationFixture({ resolved: { ...resolved, lineStatus: 'known' } });
    expect(basisOf(analysis)).toBe(`Based on 1 listing of lines like the ${JAY_FLIGHT}`);
  });

  it('counts data points', () => {
    expect([dataPointsOf(1), dataPointsOf(0), dataPointsOf(1320)]).toEqual([
      '1 market data point',
      '0 market data points',
      '1,320 market data points',
    ]);
  });
});
