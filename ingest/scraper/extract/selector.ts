import { parse, SelectorType, type AttributeSelector, type Selector as Token } from 'css-what';
import type { Element } from './page.ts';
import { textOfElement } from './text.ts';

/** A selector that cannot be read or is not one of those that are matched in one walk. */
export class SelectorError extends Error {
  readonly code = 'selector_invalid';
}

interface Compound {
  tests: readonly ((element: Element) => boolean)[];
  /** How the element before it in the selector stands to it. */
  after: 'child' | 'descendant';
}
export type Selector = readonly (readonly Compound[])[];

/** Steps of one alternative at most: each is a bit of a number. */
const MAX_STEPS = 30;
const MAX_ALTERNATIVES = 20;
const allowed = 'tags, #id, .class, [attribute], a space, > and commas';

/**
 * Reads a selector of tags, ids, classes, attributes, descendants and children. What looks at siblings,
 * positions or contents is refused: it could cost the square of a page's length.
 * @throws SelectorError
 */
export function parseSelector(written: string): Selector {
  let alternatives: Token[][];
  try {
    alternatives = parse(written);
  } catch (error) {
    throw new SelectorError(`"${written}" is not a selector: ${(error as Error).message}`);
  }
  if (alternatives.length > MAX_ALTERNATIVES)
    throw new SelectorError(`"${written}" has more than ${MAX_ALTERNATIVES} alternatives`);
  return alternatives.map((tokens) => compounds(tokens, written));
}

function compounds(tokens: readonly Token[], written: string): Compound[] {
  const steps: { tests: ((element: Element) => boolean)[]; after: Compound['after'] }[] = [
    { tests: [], after: 'descendant' },
  ];
  for (const token of tokens) {
    const test = testOf(token);
    if (test !== undefined) steps.at(-1)?.tests.push(test);
    else if (token.type === SelectorType.Child) steps.push({ tests: [], after: 'child' });
    else if (token.type === SelectorType.Descendant) steps.push({ tests: [], after: 'descendant' });
    else throw new SelectorError(`"${written}" has "${nameOf(token)}"; write it with ${allowed}`);
  }
  if (steps.length > MAX_STEPS || steps.some(({ tests }) => tests.length === 0))
    throw new SelectorError(`"${written}" is not a selector; write it with ${allowed}`);
  return steps;
}

const nameOf = (token: Token): string =>
  'name' in token && token.name !== '' ? `:${token.name}` : token.type;

function testOf(token: Token): ((element: Element) => boolean) | undefined {
  if (token.type === SelectorType.Universal) return () => true;
  if (token.type === SelectorType.Tag) {
    const name = token.name.toLowerCase();
    return (element) => element.name === name;
  }
  return token.type === SelectorType.Attribute ? attributeTest(token) : undefined;
}

function attributeTest(token: AttributeSelector): ((element: Element) => boolean) | undefined {
  const name = token.name.toLowerCase();
  const fold = (text: string): string => (token.ignoreCase === true ? text.toLowerCase() : text);
  const wanted = fold(token.value);
  const holds: Partial<Record<AttributeSelector['action'], (text: string) => boolean>> = {
    exists: () => true,
    equals: (text) => text === wanted,
    not: (text) => text !== wanted,
    element: (text) => text.split(/\s+/).includes(wanted),
    hyphen: (text) => text === wanted || text.startsWith(`${wanted}-`),
    start: (text) => wanted !== '' && text.startsWith(wanted),
    end: (text) => wanted !== '' && text.endsWith(wanted),
    any: (text) => wanted !== '' && text.includes(wanted),
  };
  const test = holds[token.action];
  return (
    test &&
    ((element) => {
      const text = element.attributes.get(name);
      return text !== undefined && test(fold(text));
    })
  );
}

/**
 * The elements below `root` that a selector takes, in the order of the page. One walk: each element is
 * looked at once for each step of the selector.
 */
export function select(root: Element, selector: Selector): Element[] {
  const found: Element[] = [];
  const start = selector.map(() => ({ child: 0, descendant: 1 }));
  const visit = (element: Element, states: readonly State[]): void => {
    for (const child of element.children) {
      if (typeof child === 'string') continue;
      let isTaken = false;
      const below = selector.map((steps, at) => {
        const next = advance(child, steps, states[at] ?? { child: 0, descendant: 0 });
        isTaken ||= next.isTaken;
        return next;
      });
      if (isTaken) found.push(child);
      visit(child, below);
    }
  };
  visit(root, start);
  return found;
}

/** The steps that may be next, as bits: of an element's children only, and of all below it. */
interface State {
  child: number;
  descendant: number;
}

function advance(
  element: Element,
  steps: readonly Compound[],
  { child, descendant }: State,
): State & { isTaken: boolean } {
  const next = { child: 0, descendant, isTaken: false };
  for (const [at, step] of steps.entries()) {
    if (((child | descendant) & (1 << at)) === 0) continue;
    if (!step.tests.every((test) => test(element))) continue;
    const following = steps[at + 1];
    if (following === undefined) next.isTaken = true;
    else next[following.after] |= 1 << (at + 1);
  }
  return next;
}

/**
 * A name of a mapping for elements: `h2 a` for the text of what a selector takes, `a.unit@href` for its
 * attribute, `@data-year` for one of the record's own element, `$text` for that element's text.
 */
export interface ElementName {
  selector: Selector | undefined;
  attribute: string | undefined;
}

/** @throws SelectorError */
export function parseElementName(written: string): ElementName {
  if (written === '$text') return { selector: undefined, attribute: undefined };
  const [, before = written, attribute] = /^(.*)@([\w:.-]+)\s*$/s.exec(written) ?? [];
  const selector = before.trim();
  if (selector === '' && attribute === undefined) throw new SelectorError('must not be empty');
  return {
    selector: selector === '' ? undefined : parseSelector(selector),
    attribute: attribute?.toLowerCase(),
  };
}

/** What a name gives of an element: the text of each that it takes, in the order of the page. */
export function* elementTexts(
  element: Element,
  { selector, attribute }: ElementName,
): Generator<string> {
  const taken = selector === undefined ? [element] : select(element, selector);
  for (const one of taken)
    yield attribute === undefined
      ? textOfElement(one)
      : (one.attributes.get(attribute)?.trim() ?? '');
}
