import { isDeepStrictEqual } from 'node:util';
import { createEscaper, isUnreserved } from '../escapes.ts';
import { readLines } from './lines.ts';
import { createPathMatcher } from './pattern.ts';

/** What a robots.txt says to one crawler. */
export interface RobotsRules {
  /**
   * Whether a URL may be fetched. It is compared as it stands, but for the case of its escapes: give one
   * that is escaped (`href`). What a rule forbids in another form of the same escapes may not be fetched
   * either. robots.txt itself is judged like any other, as the standard's test cases have it, though 2.2.2 allows it
   * always: who reads it does not ask here.
   */
  allows(url: string): boolean;
  /** Seconds to leave between two requests, the longest that is asked for. */
  crawlDelay: number | undefined;
  /** As written, relative ones too; each once, in the order of the file. */
  sitemaps: readonly string[];
}

/** What is told to one product token, or to `*`: all its groups together. */
interface Group {
  named: boolean;
  /** Whether the lines read now are for it. */
  hasRules: boolean;
  hasDelay: boolean;
  allow: Set<string>;
  disallow: Set<string>;
  crawlDelay: number | undefined;
}

const newGroup = (): Group => ({
  named: false,
  hasRules: false,
  hasDelay: false,
  allow: new Set(),
  disallow: new Set(),
  crawlDelay: undefined,
});

/**
 * What a robots.txt tells a product token, by RFC 9309: all groups that name it, taken together,
 * else all groups for `*`. A token that is named is told nothing by `*`, even where its own group is
 * empty. Our own reader: of those on npm, `robots-parser` 3.0.1 misses standard cases (octets outside
 * ASCII, broken byte order marks, tokens with other signs, an empty URL) and needs more than 300 ms
 * for some real files; both lie in how it reads and matches, so that building on it would replace
 * all of it. Never throws: what is no rule is passed over. Time grows with the length of the file.
 */
export function readRobots(bytes: Uint8Array, productToken: string): RobotsRules {
  const token = productToken.toLowerCase();
  const own = newGroup();
  const everyone = newGroup();
  const groups = [own, everyone];
  const sitemaps = new Set<string>();
  // A rule ends the list of agents before it; a crawl delay ends it for other crawl delays only,
  // since records of another kind must not part what belongs together (2.2.4).
  let rulesBegun = false;
  let delayBegun = false;
  for (const { kind, value } of readLines(bytes)) {
    if (kind === 'agent') {
      for (const group of groups) {
        if (rulesBegun) group.hasRules = false;
        if (delayBegun) group.hasDelay = false;
      }
      rulesBegun = false;
      delayBegun = false;
      const group = value === '*' ? everyone : value === token ? own : undefined;
      if (group !== undefined) group.named = group.hasRules = group.hasDelay = true;
    } else if (kind === 'crawl-delay') {
      delayBegun = true;
      const seconds = Number.parseFloat(value.replace(',', '.'));
      if (!(seconds >= 0 && Number.isFinite(seconds))) continue;
      for (const group of groups)
        if (group.hasDelay) group.crawlDelay = Math.max(group.crawlDelay ?? 0, seconds);
    } else if (kind === 'sitemap') {
      sitemaps.add(Buffer.from(value, 'latin1').toString('utf8'));
    } else {
      rulesBegun = true;
      delayBegun = true;
      // A rule without a path says nothing: `Disallow:` alone allows all.
      if (value === '') continue;
      for (const group of groups) if (group.hasRules) group[kind].add(value);
    }
  }
  const group = own.named ? own : everyone;
  const rules = rulesOf(group, escapeOctets);
  const plain = rulesOf(rules, plainRule);
  const arePlain = isDeepStrictEqual(rules, plain);
  return {
    allows: (url) => {
      const path = escapeOctets(pathOf(url));
      if (!allows(rules, path)) return false;
      const plainPath = plainForm(path).replaceAll('$', '%24').replaceAll('*', '%2A');
      return (arePlain && plainPath === path) || allows(plain, plainPath);
    },
    crawlDelay: group.crawlDelay,
    sitemaps: [...sitemaps],
  };
}

interface Rules {
  allow: readonly string[];
  disallow: readonly string[];
}

const rulesOf = ({ allow, disallow }: Group | Rules, formOf: (rule: string) => string): Rules => ({
  allow: [...allow].map(formOf),
  disallow: [...disallow].map(formOf),
});

/** The longest match holds; of two as long the one that allows (2.2.2). */
function allows({ allow, disallow }: Rules, path: string): boolean {
  const matches = createPathMatcher(path);
  let longest = 0;
  for (const pattern of disallow)
    if (pattern.length > longest && matches(pattern)) longest = pattern.length;
  return longest === 0 || allow.some((pattern) => pattern.length >= longest && matches(pattern));
}

/**
 * What RFC 9309 (2.2.2) asks of a path before it is compared: octets outside ASCII as %XX, and the
 * letters of an escape in upper case.
 */
const escapeOctets = createEscaper({ encoded: (octet) => octet >= 0x80, decoded: () => false });

/** One form of what may be written in several, of a rule as of a path: `~` for %7E, %5B for `[`. */
const plainForm = createEscaper({
  encoded: (octet) => '%[]^`{|}\\"\'<> '.includes(String.fromCharCode(octet)),
  decoded: isUnreserved,
});

/**
 * Of a rule a star, and a dollar at the end, are no signs of the path: those it would have as %2A and %24 (RFC 9309,
 * 2.2.3).
 */
const plainRule = (rule: string): string => plainForm(rule).replaceAll(/\$(?=.)/g, '%24');

/** What rules are compared with: path and query of a URL, without its fragment. */
function pathOf(url: string): string {
  const start = url.startsWith('//') ? 2 : 0;
  const scheme = url.indexOf('://', start);
  const early = url.slice(start).search(/[/?;]/) + start;
  const host = scheme === -1 || (early >= start && early < scheme) ? start : scheme + 3;
  const length = url.slice(host).search(/[/?;#]/);
  if (length === -1) return '/';
  const [rest = ''] = url.slice(host + length).split('#', 1);
  if (rest === '') return '/';
  return rest.startsWith('/') ? rest : `/${rest}`;
}
