import { loadCatalogue } from '../../catalogue/catalogue.ts';
import { createNameResolver } from '../resolve.ts';
import type { NameParts } from '../resolved-name.ts';

/** For tests: the resolver over the catalogue, and names as fields or as a title. */
export const resolver = createNameResolver(loadCatalogue());

export const fields = (make: string, model = '', floorplan = ''): NameParts => ({
  make,
  model,
  floorplan,
});
export const title = (text: string): NameParts => ({ title: text });
