import { Tokenizer } from 'htmlparser2';

/** What a sitemap lists, as written and in its order. */
export interface Sitemap {
  /** Other sitemaps: of an index. */
  sitemaps: string[];
  pages: string[];
  /** It lists more than is taken. */
  cut: boolean;
}

/** The standard's bound on the addresses of one sitemap. */
const maxUrls = 50_000;
/** Deeper elements hold no addresses, and no address is longer. */
const maxDepth = 16;
const maxText = 10_000;

/**
 * Reads a sitemap, whichever kind it is: an index, a list of addresses, a feed (RSS, Atom) or plain
 * text with an address a line. Never throws: of XML that is not well-formed it takes what it can.
 * Entities that a document declares itself are not replaced, so none can grow.
 */
export function readSitemap(text: string): Sitemap {
  return /^[\s\ufeff]*</.test(text) ? readXml(text) : readLines(text);
}

function readLines(text: string): Sitemap {
  const pages: string[] = [];
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    if (pages.length === maxUrls) return { sitemaps: [], pages, cut: true };
    const url = line.trim();
    if (/^https?:\/\//i.test(url)) pages.push(url);
  }
  return { sitemaps: [], pages, cut: false };
}

/** Which list an element's text goes to, by its parent's name and its own, without prefixes. */
const places: Record<string, 'sitemaps' | 'pages'> = {
  'sitemap loc': 'sitemaps',
  // Seen in the wild: the address without a loc around it.
  'sitemapindex sitemap': 'sitemaps',
  'url loc': 'pages',
  'item link': 'pages',
};

/**
 * Reads the tags alone: the parser of htmlparser2 moves its whole stack for every tag, so that a
 * deeply nested document would take the square of its length.
 */
function readXml(text: string): Sitemap {
  const found: Sitemap = { sitemaps: [], pages: [], cut: false };
  const open: string[] = [];
  let depth = 0;
  let written = '';
  let attribute = '';
  let attributes: Record<string, string> = {};
  const ignore = (): void => undefined;

  const add = (place: 'sitemaps' | 'pages', written: string): void => {
    const url = written.trim();
    if (url === '' || found.cut) return;
    if (found.sitemaps.length + found.pages.length === maxUrls) found.cut = true;
    else found[place].push(url);
  };
  const write = (part: string): void => {
    if (depth <= maxDepth && written.length < maxText) written += part;
  };
  const endOpenTag = (): void => {
    const isEntryLink = open.at(-1) === 'link' && open.at(-2) === 'entry';
    if (isEntryLink && (attributes['rel'] ?? 'alternate') === 'alternate')
      add('pages', attributes['href'] ?? '');
  };
  const close = (): void => {
    if (depth === 0) return;
    if (depth <= maxDepth) {
      const place = places[`${open.at(-2)} ${open.at(-1)}`];
      open.pop();
      if (place !== undefined) add(place, written);
    }
    depth -= 1;
    written = '';
  };
  const tokens = new Tokenizer(
    { xmlMode: true, decodeEntities: true },
    {
      onopentagname(start, end) {
        depth += 1;
        written = '';
        attributes = {};
        if (depth <= maxDepth) open.push(localName(text.slice(start, end)));
      },
      onattribname(start, end) {
        attribute = text.slice(start, end).toLowerCase();
        if (depth <= maxDepth) attributes[attribute] = '';
      },
      onattribdata(start, end) {
        if (depth <= maxDepth) attributes[attribute] += text.slice(start, end);
      },
      onattribentity(codePoint) {
        if (depth <= maxDepth) attributes[attribute] += String.fromCodePoint(codePoint);
      },
      onopentagend: endOpenTag,
      onselfclosingtag() {
        endOpenTag();
        close();
      },
      onclosetag: close,
      ontext: (start, end) => write(text.slice(start, Math.min(end, start + maxText))),
      ontextentity: (codePoint) => write(String.fromCodePoint(codePoint)),
      oncdata: (start, end, endOffset) =>
        write(text.slice(start, Math.min(end - endOffset, start + maxText))),
      onattribend: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  );
  tokens.write(text);
  tokens.end();
  return found;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase();
