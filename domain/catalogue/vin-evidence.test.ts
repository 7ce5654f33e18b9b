import { describe, expect, it } from 'vitest';
import { loadCatalogue } from './catalogue.ts';
import { createVinEvidence, wmiOf } from './vin-evidence.ts';

const vinEvidence = createVinEvidence(loadCatalogue());

describe('the maker a VIN names', () => {
  it('agrees with the make, and with a make of the same maker', () => {
    expect(vinEvidence('4YDT2120000000000', 'keystone')).toBe('agrees');
    expect(vinEvidence('4X4TCK20000000000', 'coachmen')).toBe('agrees');
  });

  it('disagrees with a make of another maker', () => {
    expect(vinEvidence('4YDT2120000000000', 'grand-design')).toBe('disagrees');
  });

  it('is silent on a chassis maker, for the brand stands on top of it', () => {
    expect(vinEvidence('1FDXE4FS000000000', 'jayco')).toBe('silent');
  });

  it('is silent on a make it does not know', () => {
    expect(vinEvidence('4YDT2120000000000', 'nobody')).toBe('silent');
  });

  it('reads positions 12 to 14 where the third says few vehicles', () => {
    expect(wmiOf('1C9TS160000213456')).toBe('1C9213');
    expect(vinEvidence('1C9TS160000213456', 'casita')).toBe('agrees');
  });
});
