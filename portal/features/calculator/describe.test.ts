import { describe, expect, it } from 'vitest';
import type { LineStatus } from '#schemas/api/analysis.ts';
import { valuationFixture } from '#schemas/testing/valuation-fixture.ts';
import { isolated } from '../../content/isolated.ts';
import { dataPointsOf, doubtOf } from './describe.ts';

/** Within a sentence a name is read in its own direction. */
const [JAYCO, JAY_FLIGHT] = ['Jayco', 'Jay Flight'].map(isolated);

describe('an analysis in words', () => {
  const doubt = (basis: 'model' | 'line' | 'make' | 'type', lineStatus: LineStatus) => {
    const { resolved } = valuationFixture();
    return doubtOf(valuationFixture({ basis, resolved: { ...resolved, lineStatus } }));
  };

  it('does not doubt a value that rests on listings of the line', () => {
    expect([doubt('model', 'listed'), doubt('line', 'listed')]).toEqual([null, null]);
  });

  it('says as what an unknown model was valued', () => {
    expect(doubt('make', 'unknown')).toBe(`Valued as ${JAYCO}, model unknown`);
    expect(doubt('type', 'unknown')).toBe(`Valued as ${isolated('Travel Trailer')}, model unknown`);
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

  it('counts data points', () => {
    expect([dataPointsOf(1), dataPointsOf(0), dataPointsOf(1320)]).toEqual([
      '1 market data point',
      '0 market data points',
      '1,320 market data points',
    ]);
  });
});
