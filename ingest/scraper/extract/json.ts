import { rawText } from '../../files/parse-json.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  rawText(value) === undefined;

/** A value as a list: of none, of one, or as it is. */
export const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

/** Looks up a node that is only named (`{"@id": …}`) among all that stand in these values. */
export function resolverOf(values: unknown): (value: unknown) => unknown {
  const byId = new Map<string, JsonObject>();
  const index = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) index(one);
    else if (isObject(value)) {
      const id = value['@id'];
      if (typeof id === 'string' && Object.keys(value).length > 1 && !byId.has(id))
        byId.set(id, value);
      for (const member of Object.values(value)) index(member);
    }
  };
  index(values);
  return (value) => {
    if (!isObject(value) || Object.keys(value).length !== 1) return value;
    const id = value['@id'];
    return (typeof id === 'string' ? byId.get(id) : undefined) ?? value;
  };
}

/** How deep members that are only named are looked up: an offer, its seller, the seller's address. */
const NAMED_DEPTH = 3;

/**
 * Gives a node in which members that are only named (`"brand": {"@id": …}`) stand themselves. Each node is
 * put together once for each depth, however many others name it.
 */
export function wholeBy(resolve: (value: unknown) => unknown): (node: JsonObject) => JsonObject {
  const known = Array.from(
    { length: NAMED_DEPTH + 1 },
    () => new WeakMap<JsonObject, JsonObject>(),
  );
  const whole = (node: JsonObject, depth: number): JsonObject => {
    const before = depth === 0 ? node : known[depth]?.get(node);
    if (before !== undefined) return before;
    const member = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(member);
      const found = resolve(value);
      return isObject(found) ? whole(found, depth - 1) : found;
    };
    const made = Object.fromEntries(
      Object.entries(node).map(([name, value]) => [name, member(value)]),
    );
    known[depth]?.set(node, made);
    return made;
  };
  return (node) => whole(node, NAMED_DEPTH);
}
