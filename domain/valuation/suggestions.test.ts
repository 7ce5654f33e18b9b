import { expect, it } from 'vitest';
import { loadCatalogue } from '../catalogue/catalogue.ts';
import { createNameResolver } from '../names/resolve.ts';
import { suggestMakes } from './suggestions.ts';

it('an unknown make is offered makes near its own text, whatever the model says', () => {
  const names = createNameResolver(loadCatalogue());
  expect(suggestMakes(names, 'Winebago', 'zzzz 1234 qqqq')[0]).toBe('Winnebago');
});
