import { expect, it } from 'vitest';
import { resolver } from '#domain/names/testing/names.ts';
import { namesOffered } from './names-offered.ts';

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
