import { describe, expect, it } from 'vitest';
import { safeStorage } from '../../client/browser-storage.ts';
import { valuationFixture } from '#schemas/testing/valuation-fixture.ts';
import { keepResult, keptResult as keptAs } from './kept-results.ts';
import { VALUE } from './question.ts';

const emptyStorage = () =>
  safeStorage(() => {
    throw new Error('none');
  });

const keptResult = (storage: ReturnType<typeof emptyStorage>, key: string) =>
  keptAs(storage, key, VALUE.answer);

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

  it.each(['{', '7', 'null', '[1]', '[{"key":"a"}]', '[{"key":"a","result":{"x":1}}]'])(
    'are none where the storage holds something else: %s',
    (stored) => {
      const storage = emptyStorage();
      storage.setItem('rigworth.results', stored);
      expect(keptResult(storage, 'a')).toBeNull();
    },
  );
});
