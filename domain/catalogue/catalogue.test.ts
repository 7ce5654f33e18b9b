import { describe, expect, it } from 'vitest';
import { keyOf, words } from '../names/text.ts';
import { buildCatalogue, loadCatalogue, type CatalogueData } from './catalogue.ts';

const catalogue = loadCatalogue();

describe('the shipped catalogue', () => {
  it('has at least 190 makes', () => {
    expect(catalogue.makes.length).toBeGreaterThanOrEqual(190);
  });

  it.each([
    ['Ice Castle Fish Houses', 'fish-house'],
    ['Yetti Outdoors', 'fish-house'],
    ['Born Free', 'class-c'],
    ['Escapod', 'travel-trailer'],
    ['Vistabule', 'travel-trailer'],
  ])('knows makers that build one kind only: %s', (name, type) => {
    expect(catalogue.makeByKey(keyOf(words(name)))?.types).toEqual([type]);
  });

  it('names a source for every make and every line', () => {
    const withoutSource = [...catalogue.makes, ...catalogue.lines].filter(
      (entry) => !catalogue.sources.has(entry.source),
    );
    expect(withoutSource).toEqual([]);
  });

  it('cites every source it lists', () => {
    const cited = new Set([...catalogue.makes, ...catalogue.lines].map((entry) => entry.source));
    cited.add('wikipedia-thor');
    expect([...catalogue.sources.keys()].filter((key) => !cited.has(key))).toEqual([]);
  });

  it('puts makes of one family under one maker', () => {
    const makersOf = Map.groupBy(catalogue.makes, (make) => make.family);
    const mixed = [...makersOf].filter(
      ([, makes]) => new Set(makes.map((make) => make.makerId)).size > 1,
    );
    expect(mixed).toEqual([]);
  });

  it('lets only one brand of a family own a line, so that a listing under the wrong one finds it', () => {
    // The company itself may have gone on with a brand's line: Winnebago with Itasca's Navion.
    const ofBrands = catalogue.lines.filter(
      ({ makeId }) => catalogue.makeById(makeId)?.family !== makeId,
    );
    const owners = Map.groupBy(
      ofBrands,
      (line) => `${catalogue.makeById(line.makeId)?.family} ${line.name}`,
    );
    expect([...owners].filter(([, lines]) => lines.length > 1).map(([key]) => key)).toEqual([]);
    const shared = ofBrands.filter(({ makeId, id }) => {
      const family = catalogue.makeById(makeId)?.family ?? '';
      return catalogue.lineById(id.replace(makeId, family)) !== undefined;
    });
    expect(new Set(shared.map(({ makeId }) => makeId))).toEqual(new Set(['itasca']));
  });
});

describe('building a catalogue', () => {
  const data = (makes: Partial<CatalogueData['makes'][number]>[]): CatalogueData => ({
    sources: { register: 'a register' },
    makers: [{ id: 'parent', name: 'Parent', source: 'register' }],
    makes: makes.map((make) => ({
      id: 'acme',
      name: 'Acme',
      aliases: [],
      types: ['class-a'],
      source: 'register',
      lines: [],
      ...make,
    })),
  });

  it('refuses an alias that two makes claim, in any spelling', () => {
    expect(() =>
      buildCatalogue(data([{ aliases: ['Ac-Me RV'] }, { id: 'other', name: 'ACME RV' }])),
    ).toThrow(/share the name or alias "acmerv"/);
  });

  it('refuses a make whose maker or source is unknown', () => {
    expect(() => buildCatalogue(data([{ maker: 'nobody' }]))).toThrow(/unknown maker "nobody"/);
    expect(() => buildCatalogue(data([{ source: 'hearsay' }]))).toThrow(/unknown source "hearsay"/);
  });

  it('unites the types of a line that stands in two groups', () => {
    const built = buildCatalogue(
      data([
        {
          lines: [
            { source: 'register', types: ['fifth-wheel'], names: ['Vista'] },
            { source: 'register', types: ['toy-hauler'], names: ['Vista'] },
          ],
        },
      ]),
    );
    expect(built.lineById('acme/vista')?.types).toEqual(['fifth-wheel', 'toy-hauler']);
  });
});
