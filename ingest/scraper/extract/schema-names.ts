import { isObject, listOf, type JsonObject } from './json.ts';

const schemaOrg = /^https?:\/\/(?:\w+\.)?schema\.org\//i;

/** `https://schema.org/name` and, under the prefixes of a page, `schema:name` as `name`. */
export function plainName(name: string, prefixes: ReadonlySet<string> = usual): string {
  const [address = ''] = schemaOrg.exec(name) ?? [];
  if (address !== '') return name.slice(address.length);
  const colon = name.indexOf(':');
  return colon > 0 && prefixes.has(name.slice(0, colon)) ? name.slice(colon + 1) : name;
}

const usual: ReadonlySet<string> = new Set(['schema']);

/**
 * JSON-LD with the names schema.org gives, whichever way the page writes them: with a prefix, as whole
 * addresses, `type` for `@type`, and values without the `@value`, `@set` or `@list` around them. What is
 * written so already is the same object. Of a name written in two ways the plain one holds.
 */
export function plainNames(value: unknown): unknown {
  const vocabulary = { prefixes: new Set(usual), hasTypes: false };
  takeVocabulary(value, vocabulary);
  return plain(value, vocabulary);
}

interface Vocabulary {
  /** Those that contexts give schema.org: `{"@context": {"s": "https://schema.org/"}}`. */
  prefixes: Set<string>;
  /** It says `@type`: what it calls `type` is another thing. */
  hasTypes: boolean;
}

function takeVocabulary(value: unknown, vocabulary: Vocabulary): void {
  if (Array.isArray(value)) for (const one of value) takeVocabulary(one, vocabulary);
  if (!isObject(value)) return;
  if (value['@type'] !== undefined) vocabulary.hasTypes = true;
  for (const context of listOf(value['@context']).filter(isObject))
    for (const [prefix, address] of Object.entries(context))
      if (typeof address === 'string' && schemaOrg.exec(address)?.[0] === address)
        vocabulary.prefixes.add(prefix);
  for (const [name, member] of Object.entries(value))
    if (name !== '@context') takeVocabulary(member, vocabulary);
}

function plain(value: unknown, vocabulary: Vocabulary): unknown {
  if (Array.isArray(value)) {
    const list = value.map((one) => plain(one, vocabulary));
    return list.some((one, at) => one !== value[at]) ? list : value;
  }
  if (!isObject(value)) return value;
  for (const around of ['@value', '@set', '@list'])
    if (value[around] !== undefined) return plain(value[around], vocabulary);
  return plainNode(value, vocabulary);
}

function plainNode(node: JsonObject, vocabulary: Vocabulary): JsonObject {
  let isPlain = true;
  const members = new Map<string, unknown>();
  for (const [written, member] of Object.entries(node)) {
    const name =
      written === 'type' && isType(member) && !vocabulary.hasTypes
        ? '@type'
        : plainName(written, vocabulary.prefixes);
    const said = written === '@context' ? member : plain(member, vocabulary);
    if (name !== written || said !== member) isPlain = false;
    if (name === written || !Object.hasOwn(node, name)) members.set(name, said);
  }
  return isPlain ? node : Object.fromEntries(members);
}

const isType = (member: unknown): boolean =>
  listOf(member).length > 0 && listOf(member).every((one) => typeof one === 'string');
