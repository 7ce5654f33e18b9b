import type { Element } from './page.ts';
import { readPage } from './page.ts';

/** The longest text that is taken from one element or one value. */
const MAX_TEXT = 20_000;
/** How many pieces of a page one text is made of at most. */
const MAX_PIECES = 20_000;

const unseen: ReadonlySet<string> = new Set([
  'head', 'iframe', 'noembed', 'noframes', 'noscript', 'script', 'style', 'svg', 'template', 'textarea',
]); // prettier-ignore
/** Of a part of a text: said no more. Who asks for the element itself is told what stands in it. */
const struck: ReadonlySet<string> = new Set(['s', 'del', 'strike']);
const lineBreaking: ReadonlySet<string> = new Set([
  'address', 'article', 'aside', 'br', 'dd', 'details', 'div', 'dt', 'fieldset', 'figcaption', 'footer', 'form',
  'header', 'hr', 'legend', 'li', 'main', 'nav', 'option', 'section', 'summary', 'table', 'tr',
]); // prettier-ignore
const apart: ReadonlySet<string> = new Set([
  'blockquote', 'dl', 'figure', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ol', 'p', 'pre', 'title', 'ul',
]); // prettier-ignore

/**
 * The text of an element as a reader sees it: white space is one space, blocks are lines, paragraphs
 * stand apart by an empty one. Scripts and styles say nothing, nor does what is struck through.
 */
export function textOfElement(element: Element, spend?: () => boolean): string {
  let text = '';
  let wanted = 0;
  let pieces = 0;
  const visit = (node: Element): void => {
    for (const child of node.children) {
      pieces += 1;
      if (text.length > MAX_TEXT || pieces > MAX_PIECES || spend?.() === false) return;
      if (typeof child === 'string') take(child);
      else if (!unseen.has(child.name) && !struck.has(child.name)) {
        const lines = apart.has(child.name) ? 2 : lineBreaking.has(child.name) ? 1 : 0;
        wanted = Math.max(wanted, lines);
        visit(child);
        wanted = Math.max(wanted, lines);
      }
    }
  };
  const take = (piece: string): void => {
    const plain = piece.slice(0, MAX_TEXT).replaceAll(/\s+/g, ' ');
    const words = plain.trim();
    if (words === '') {
      if (plain !== '' && text !== '' && wanted === 0 && !text.endsWith(' ')) text += ' ';
      return;
    }
    if (text !== '' && wanted > 0) text = text.trimEnd() + '\n'.repeat(wanted);
    else if (plain.startsWith(' ') && text !== '' && !text.endsWith(' ')) text += ' ';
    text += words + (plain.endsWith(' ') ? ' ' : '');
    wanted = 0;
  };
  visit(element);
  return clip(text.trim());
}

/** Rounds of decoding: text that was escaped twice comes out plain, and it ends. */
const MAX_ROUNDS = 4;
const markup = /<[a-z!/?]|&(?:#\d|#x[\da-f]|[a-z][a-z\d]{1,31};)/i;

/** The plain text of what a page gives as text: no tags, no entities, white space as it stands in it. */
export function plainText(given: string): string {
  let text = clip(given);
  for (let round = 0; round < MAX_ROUNDS && markup.test(text); round += 1)
    text = textOfElement(readPage(text).root);
  return text.trim();
}

function clip(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  const last = text.charCodeAt(MAX_TEXT - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? MAX_TEXT - 1 : MAX_TEXT);
}
