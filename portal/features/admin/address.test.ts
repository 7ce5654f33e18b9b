import { describe, expect, it } from 'vitest';
import { adminPath, lettersPath, tabOf, tabsFor } from './address.ts';

describe('the address of the admin screen', () => {
  it('names the first tab by nothing', () => {
    expect(adminPath('data-collection')).toBe('/admin');
    expect(adminPath('sources', { source: 'a dealer', run: null })).toBe(
      '/admin?tab=sources&source=a+dealer',
    );
  });

  it('leads to the dead letters of a source, a reason and a time', () => {
    expect(lettersPath({ source: 'a', reason: 'no_price', since: null })).toBe(
      '/admin?tab=dead-letters&source=a&reason=no_price',
    );
  });

  it('takes any text for a tab', () => {
    expect(tabOf('sources')).toBe('sources');
    expect(tabOf('constructor')).toBe('data-collection');
    expect(tabOf(null)).toBe('data-collection');
  });

  it('shows who may not control the two tabs of everyone, and the one asked for', () => {
    expect(tabsFor(false, 'data-collection')).toEqual(['data-collection', 'system-stats']);
    expect(tabsFor(false, 'sources')).toEqual(['data-collection', 'sources', 'system-stats']);
    expect(tabsFor(true, 'data-collection')).toHaveLength(5);
  });
});
