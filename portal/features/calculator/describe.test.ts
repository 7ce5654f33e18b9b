import { describe, expect, it } from 'vitest';
import { analysisFixture } from './analysis-fixture.ts';
import { basisOf, dataPointsOf, nameOf, unknownModelOf } from './describe.ts';

describe('an analysis in words', () => {
  it('names the RV as it was understood, without what is not known', () => {
    expect(nameOf(analysisFixture(), '2019')).toBe('2019 Jayco Jay Flight');
  });

  it.each([
    ['model', 1320, 'Based on 1,320 listings of this model, the Jay Flight'],
    ['line', 1, 'Based on 1 listing of the Jay Flight line'],
    ['make', 12, 'Based on 12 listings by Jayco'],
    ['type', 12, 'Based on 12 listings of its type, Travel Trailer'],
  ] as const)('says on what it rests: %s, %s', (basis, dataPoints, sentence) => {
    expect(basisOf(analysisFixture({ basis, dataPoints }))).toBe(sentence);
  });

  it.each([
    ['model', null],
    ['line', null],
    ['make', 'Jayco'],
    ['type', 'Travel Trailer'],
  ] as const)('says as what an unknown model was valued: %s, %s', (basis, kind) => {
    expect(unknownModelOf(analysisFixture({ basis }))).toBe(kind);
  });

  it('counts data points', () => {
    expect([dataPointsOf(1), dataPointsOf(0), dataPointsOf(1320)]).toEqual([
      '1 market data point',
      '0 market data points',
      '1,320 market data points',
    ]);
  });
});
