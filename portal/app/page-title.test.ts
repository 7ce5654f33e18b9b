import { describe, expect, it } from 'vitest';
import { ROUTES } from '../client/paths.ts';
import { pageNameOf } from './page-title.ts';

describe('the name of a page', () => {
  it('is another for every path', () => {
    const names = Object.values(ROUTES).map(({ path }) => pageNameOf(path, true));
    expect(new Set(names).size).toBe(names.length);
    expect(pageNameOf('/search/', true)).toBe('Search RVs');
  });

  it('is that of the 404 page where there is nothing for this visitor', () => {
    expect(pageNameOf('/search', false)).toBe('404 Page Not Found');
    expect(pageNameOf('/nowhere', true)).toBe('404 Page Not Found');
  });
});
