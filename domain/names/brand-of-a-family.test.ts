import { describe, expect, it } from 'vitest';
import { fields, resolver, title } from './testing/names.ts';

/** Itasca was Winnebago's second brand until 2015; Winnebago went on with the names of its lines. */
const LINES = ['Sunstar', 'Sunova', 'Suncruiser', 'Meridian', 'Horizon', 'Ellipse', 'Reyo', 'Navion', 'Spirit',
  'Cambria', 'Impulse', 'Viva']; // prettier-ignore
const WENT_ON = ['Sunstar', 'Sunova', 'Horizon', 'Navion', 'Spirit', 'Cambria'];

describe('a line that two brands of a company had', () => {
  it.each(LINES)('is that of the brand that is named: Itasca %s', (line) => {
    const id = `itasca/${line.toLowerCase()}`;
    expect(resolver.resolve(fields('Itasca', `${line} 30T`)).lineId).toBe(id);
    expect(resolver.resolve(title(`2012 Itasca ${line} 30T`)).lineId).toBe(id);
    expect(resolver.resolve(fields('Winnebago', `Itasca ${line} 30T`)).lineId).toBe(id);
  });

  it.each(WENT_ON)('is that of the company where it is named: Winnebago %s', (line) => {
    const id = `winnebago/${line.toLowerCase()}`;
    expect(resolver.resolve(fields('Winnebago', `${line} 30T`)).lineId).toBe(id);
    // And where neither is.
    const alone = resolver.resolve(title(`2019 ${line} 30T`)).lineId;
    expect(alone).toBe(line === 'Spirit' ? '' : id);
  });
});
