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
  const prefixes = new Set(usual);
  takePrefixes(value, prefixes);
  return plain(value, prefixes);
}

/** The prefixes that contexts give schema.org: `{"@context": {"s": "https://schema.org/"}}`. */
function takePrefixes(value: unknown, prefixes: Set<string>): void {
  if (Array.isArray(value)) for (const one of value) takePrefixes(one, prefixes);
  if (!isObject(value)) return;
  for (const context of listOf(value['@context']).filter(isObject))
    for (const [prefix, address] of Object.entries(context))
      if (typeof address === 'string' && address.replace(schemaOrg, '') === '')
        prefixes.add(prefix);
  for (const [name, member] of Object.entries(value))
    if (name !== '@context') takePrefixes(member, prefixes);
}

function plain(value: unknown, prefixes: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) {
    const list = value.map((one) => plain(one, prefixes));
    return list.some((one, at) => one !== value[at]) ? list : value;
  }
  if (!isObject(value)) return value;
  for (const around of ['@value', '@set', '@list'])
    if (value[around] !== undefined) return plain(value[around], prefixes);
  return plainNode(value, prefixes);
}

function plainNode(node: JsonObject, prefixes: ReadonlySet<string>): JsonObject {
  let isPlain = true;
  const members = new Map<string, unknown>();
  for (const [written, member] of Object.entries(node)) {
    const name =
      written === 'type' && isType(member) && node['@type'] === undefined
        ? '@type'
        : plainName(written, prefixes);
    const said = written === '@context' ? member : plain(member, prefixes);
    if (name !== written || said !== member) isPlain = false;
    if (name === written || !Object.hasOwn(node, name)) members.set(name, said);
  }
  return isPlain ? node : Object.fromEntries(members);
}

const isType = (member: unknown): boolean =>
  listOf(member).length > 0 && listOf(member).every((one) => typeof one === 'string');
