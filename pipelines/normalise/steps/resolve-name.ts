import type { NameParts, ResolvedName } from '#domain/names/resolved-name.ts';
import { ok, type Outcome } from '../../outcome.ts';
import type { WithTexts } from './read-texts.ts';

/** Finds make, line and floorplan in the parts of a name: `createNameResolver(catalogue)` of the domain. */
export interface NameResolver {
  resolve(parts: NameParts): ResolvedName;
}

export interface WithName {
  readonly name: ResolvedName;
}

/** Make, line and floorplan. A listing without a title is named by the words of its URL. */
export function createResolveNameStep(resolver: NameResolver) {
  return function resolveName<T extends WithTexts>(input: T): Outcome<T & WithName> {
    const { fields, slug } = input.texts;
    const name = resolver.resolve({
      make: fields.make || undefined,
      model: fields.model || undefined,
      floorplan: fields.floorplan || undefined,
      title: fields.title || slug || undefined,
    });
    return ok({ ...input, name });
  };
}
