import { follow, parsePath, type Step } from '../../files/names.ts';

/** Where records stand in JSON-LD: nodes of a type, or what a path from such a node leads to. */
export interface NodePath {
  type: string;
  steps: readonly Step[];
}

/** Reads `Vehicle` or `AggregateOffer.offers`. */
export function parseNodePath(written: string): NodePath {
  const [type = '', ...rest] = written.split('.');
  return { type: type.trim(), steps: parsePath(rest.join('.')) };
}

export interface Node {
  value: object;
  /** The objects around it, outermost first. */
  parents: readonly unknown[];
}

/**
 * The first nodes of a JSON-LD value that the paths name, in the order of the document and each once,
 * wherever they stand: at the top, in an array, under @graph or within a node that is not named. What
 * stands within one that is named belongs to it.
 */
export function findNodes(value: unknown, paths: readonly NodePath[], most: number): Node[] {
  const found = new Map<object, Node>();
  const visit = (node: unknown, parents: readonly unknown[]): void => {
    if (typeof node !== 'object' || node === null) return;
    if (found.size >= most || found.has(node)) return;
    if (Array.isArray(node)) {
      for (const element of node) visit(element, parents);
      return;
    }
    const within = [...parents, node];
    for (const { type, steps } of paths) {
      if (!isOfType(node, type)) continue;
      for (const target of follow(node, steps))
        if (typeof target === 'object' && target !== null && !found.has(target)) {
          if (found.size >= most) return;
          found.set(target, { value: target, parents: target === node ? parents : within });
        }
    }
    if (found.has(node)) return;
    for (const member of membersOf(node)) visit(member, within);
  };
  visit(value, []);
  return [...found.values()];
}

const elsewhere: ReadonlySet<string> = new Set([
  'isAccessoryOrSparePartFor', 'isConsumableFor', 'isRelatedTo', 'isSimilarTo',
]); // prettier-ignore

/** What a node says of itself: what is like it, or goes with it, is another thing. */
export const membersOf = (node: object): unknown[] =>
  Object.entries(node).flatMap(([name, member]) =>
    elsewhere.has(name.replace(/^.*[/#:]/, '')) ? [] : [member as unknown],
  );

/** The types of a node without their namespace: `http://schema.org/Vehicle` and `schema:Vehicle` are `Vehicle`. */
export function typesOf(node: object): string[] {
  const written: unknown = '@type' in node ? node['@type'] : undefined;
  const types: unknown[] = Array.isArray(written) ? written : [written];
  return types.flatMap((one) => (typeof one === 'string' ? one.replace(/^.*[/#:]/, '') : []));
}

const isOfType = (node: object, type: string): boolean =>
  typesOf(node).some((one) => one.toLowerCase() === type.toLowerCase());
