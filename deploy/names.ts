import { loadCatalogue, type Catalogue } from '#domain/catalogue/catalogue.ts';
import { createNameResolver, type NameResolver } from '#domain/names/resolve.ts';

/** The catalogue and its resolver: loaded once by every role that understands names. */
export function loadNames(): { catalogue: Catalogue; resolver: NameResolver } {
  const catalogue = loadCatalogue();
  return { catalogue, resolver: createNameResolver(catalogue) };
}
