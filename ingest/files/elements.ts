import { Tokenizer } from 'htmlparser2';

/** An element of a page: what its tag says, and the text up to the next tag. */
export interface Element {
  name: string;
  attributes: ReadonlyMap<string, string>;
  text: string;
}

/**
 * The elements of these names in an HTML text, in its order, wherever they stand. Taken from its tags
 * alone, without a tree: the time grows with the length of the text and not with how deep it is nested.
 */
export function elementsOf(html: string, names: ReadonlySet<string>): Element[] {
  const found: Element[] = [];
  let element: { name: string; attributes: Map<string, string>; text: string } | undefined;
  let attribute = '';
  let value = '';
  const ignore = (): void => undefined;
  const tokens = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname(start, end) {
        const name = html.slice(start, end).toLowerCase();
        element = names.has(name) ? { name, attributes: new Map(), text: '' } : undefined;
        if (element) found.push(element);
      },
      onattribname(start, end) {
        attribute = html.slice(start, end).toLowerCase();
        value = '';
      },
      onattribdata: (start, end) => (value += html.slice(start, end)),
      onattribentity: (codePoint) => (value += String.fromCodePoint(codePoint)),
      onattribend() {
        if (element && !element.attributes.has(attribute)) element.attributes.set(attribute, value);
      },
      ontext(start, end) {
        if (element) element.text += html.slice(start, end);
      },
      ontextentity(codePoint) {
        if (element) element.text += String.fromCodePoint(codePoint);
      },
      onclosetag: () => (element = undefined),
      onopentagend: ignore,
      onselfclosingtag: ignore,
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  );
  tokens.write(html);
  tokens.end();
  return found;
}
