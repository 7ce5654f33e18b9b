import { describe, expect, it } from 'vitest';
import { comprehensiveAnalysis } from '#schemas/api/analysis.ts';
import { valuationFixture } from '#schemas/testing/valuation-fixture.ts';
import { safeStorage } from './browser-storage.ts';
import { forgetResults, keepResult, keptResult as keptAs } from './kept-results.ts';

const emptyStorage = () =>
  safeStorage(() => {
    throw new Error('none');
  });

const keptResult = (storage: ReturnType<typeof emptyStorage>, key: string) =>
  keptAs(storage, key, comprehensiveAnalysis.response);

describe('results of this visit', () => {
  it('are found again by what was asked', () => {
    const storage = emptyStorage();
    keepResult(storage, 'make=Jayco', valuationFixture());
    expect(keptResult(storage, 'make=Jayco')).toEqual(valuationFixture());
    expect(keptResult(storage, 'make=Thor')).toBeNull();
  });

  it('are the newest eight', () => {
    const storage = emptyStorage();
    for (let index = 0; index < 9; index++)
      keepResult(storage, `year=${index}`, valuationFixture());
    expect(keptResult(storage, 'year=0')).toBeNull();
    expect(keptResult(storage, 'year=1')).not.toBeNull();
    expect(keptResult(storage, 'year=8')).not.toBeNull();
  });

  it('are none once they are forgotten', () => {
    const storage = emptyStorage();
    keepResult(storage, 'make=Jayco', valuationFixture());
    forgetResults(storage);
    expect(keptResult(storage, 'make=Jayco')).toBeNull();
  });

  it.each(['{', '7', 'null', '[1]', '[{"key":"a"}]', '[{"key":"a","result":{"x":1}}]'])(
    'are none where the storage holds something else: %s',
    (stored) => {
      const storage = emptyStorage();
      storage.setItem('rigworth.results', stored);
      expect(keptResult(storage, 'a')).toBeNull();
    },
  );
});
