import { expect, it } from 'vitest';
import { loadCatalogue } from '#domain/catalogue/catalogue.ts';
import { resolver } from '#domain/names/testing/names.ts';
import { namesOffered } from './names-offered.ts';

/** The catalogue's, as though the market had each. */
const everyLine = (makeId: string) =>
  (loadCatalogue().makes.find(({ id }) => id === makeId)?.lines ?? []).map(({ id, name }) => ({
    id,
    name,
    units: 1,
    floorplans: [],
  }));

it('tells no maker by a type’s words in another name of it', async () => {
  const known = { resolver, makeIds: () => [], linesOf: () => [], unitsOf: () => 1 };
  const offered = (keyword: string) => namesOffered({ keyword }, known, async () => 1);
  expect((await offered('fith wheel')).map(({ name }) => name)).not.toContain('Luxe');
  expect(await offered('luxe fith wheel')).toContainEqual({
    name: 'Luxe',
    make: 'Luxe',
    model: '',
    keyword: 'fith wheel',
  });
});

it('spells a name right among the other words, where only so all of them are found', async () => {
  const lines = [{ id: 'forest-river/rockwood', name: 'Rockwood', units: 1, floorplans: [] }];
  const known = {
    resolver,
    makeIds: () => ['forest-river'],
    linesOf: (makeId: string) => (makeId === 'forest-river' ? lines : []),
    unitsOf: () => 1,
  };
  const finding = (...found: string[]) =>
    namesOffered({ keyword: 'rockwod 2019' }, known, async ({ make, model, keyword }) =>
      found.includes([make, model, keyword].map((part) => part ?? '').join('|')) ? 1 : 0,
    );
  const rockwood = { name: 'Forest River Rockwood', make: 'Forest River', model: 'Rockwood' };
  const among = { name: 'Forest River', make: 'Forest River', model: '', keyword: 'Rockwood 2019' };
  const line = 'Forest River|Rockwood|';
  expect(await finding(line, 'Forest River||Rockwood 2019')).toEqual([among]);
  expect(await finding(line)).toEqual([{ ...rockwood, leftOut: '2019' }]);
  expect(await finding(line, `${line}2019`)).toEqual([{ ...rockwood, keyword: '2019' }]);
});

it.each([
  ['jaco 29rl', 'Jayco', '29rl'],
  ['georgetwn 36d', 'Forest River Georgetown', '36d'],
  ['alliance valr', 'Alliance', 'valr'],
  ['brinkly z 3100', 'Brinkley', 'z 3100'],
  ['winne bago view', 'Winnebago', 'view'],
])('takes no word for a name’s by the one beside it: %s', async (keyword, name, leftOut) => {
  const known = { resolver, makeIds: () => [], linesOf: everyLine, unitsOf: () => 1 };
  const offered = await namesOffered({ keyword }, known, async (asked) =>
    asked.keyword === undefined ? 1 : 0,
  );
  expect(offered.find((one) => one.name === name)?.leftOut).toBe(leftOut);
});

it.each([
  ['tifin allegro bus', 'Tiffin', 'Tiffin Allegro Bus'],
  ['winebago travato', 'Winnebago', 'Winnebago Travato'],
])(
  'offers no maker with the words of its line that is offered: %s',
  async (keyword, make, line) => {
    const known = { resolver, makeIds: () => [], linesOf: everyLine, unitsOf: () => 1 };
    const offered = await namesOffered({ keyword }, known, async () => 1);
    const names = offered.map(({ name }) => name);
    expect(names).toContain(line);
    expect(names).not.toContain(make);
  },
);

it('offers what leaves fewer words out first, however like them another name is', async () => {
  const known = { resolver, makeIds: () => ['jayco'], linesOf: everyLine, unitsOf: () => 1 };
  const offered = await namesOffered({ keyword: 'jay feather 22rb' }, known, async (asked) =>
    asked.keyword === undefined ? 1 : 0,
  );
  expect(offered[0]).toMatchObject({ name: 'Jayco Jay Feather', leftOut: '22rb' });
  expect(offered).toContainEqual(
    expect.objectContaining({ name: 'Jayco', leftOut: 'feather 22rb' }),
  );
});

it.each([
  ['nice 2019 jayco', { name: 'Jayco', keyword: '2019', leftOut: 'nice' }],
  ['2021 cheap winnebago', { name: 'Winnebago', keyword: '2021', leftOut: 'cheap' }],
  ['jayco 22rb', { name: 'Jayco', leftOut: '22rb' }],
])('keeps the model year beside a name: %s', async (keyword, first) => {
  const known = { resolver, makeIds: () => ['jayco'], linesOf: everyLine, unitsOf: () => 1 };
  const [offered] = await namesOffered({ keyword }, known, async (asked) =>
    ['2019', '2021', ''].includes(asked.keyword ?? '') && !asked.model ? 1 : 0,
  );
  expect(offered).toMatchObject(first);
});
