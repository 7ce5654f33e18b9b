import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../catalogue/catalogue.ts';
import { createNameSearch } from './search.ts';

const names = createNameSearch(loadCatalogue());
const labels = (text: string, limit = 5) => names.search(text, limit).map((hit) => hit.label);

describe('what a person types', () => {
  it('finds the name itself first', () => {
    expect(labels('jayco')[0]).toBe('Jayco');
    expect(labels('keystone montana')[0]).toBe('Keystone Montana');
  });

  it('finds what begins so, makes before lines', () => {
    expect(labels('keys')[0]).toBe('Keystone');
    expect(labels('monta', 3)).toContain('Keystone Montana');
  });

  it('finds an alias', () => {
    expect(labels('Nobo')).toContain('Forest River No Boundaries');
  });

  it('forgives a typing mistake', () => {
    expect(names.suggest('Winebago')[0]).toBe('Winnebago');
    expect(names.suggest('grand desing')[0]).toBe('Grand Design');
  });

  it('gives no more than it is asked for, and nothing for nothing', () => {
    expect(names.search('a', 3)).toHaveLength(3);
    expect(names.search('  ', 3)).toEqual([]);
    expect(names.suggest('zzzzqqqq')).toEqual([]);
  });
});
