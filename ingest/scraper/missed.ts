import type { OF_PART, SENT_AWAY } from '#schemas/events/ingest-funnel.ts';

export type SentAway = (typeof SENT_AWAY)[number];

const WORDS = {
  bad_redirect: 'redirected to no address',
  blocked: 'the site blocked us',
  broken: 'packed wrongly or cut off',
  crawl_delay: 'the site asks for longer pauses than a run waits',
  doubted: 'most of what was asked for seems gone, and is not believed yet',
  host_away: 'the site asked us to come later than a run waits',
  host_down: 'the site is down',
  host_taken: 'another run asked its host for longer than a run waits',
  left_out: 'left out of the scan',
  limit: 'more pages than a run asks for',
  network: 'the connection failed',
  no_listings: 'no listing was found',
  not_html: 'no web page',
  redirect_loop: 'redirected in a circle',
  redirect_off_site: 'redirected to another site',
  redirected_away: 'redirected to another page',
  refused: 'at an address that must not be asked',
  robots_disallowed: 'forbidden by robots.txt',
  robots_unreachable: 'robots.txt could not be read',
  seen_before: 'seen by the run before',
  sitemap_limit: 'more sitemaps than a run asks for',
  sitemap_too_deep: 'sitemaps within too many others',
  sitemap_too_long: 'sitemaps that are too long',
  timeout: 'no whole answer in time',
  too_large: 'too large',
  too_many_redirects: 'redirected too often',
  trial: 'more pages than the trial was to ask for',
  unreadable: 'could not be read',
} as const satisfies Record<SentAway | (typeof OF_PART)[number], string> & Record<string, string>;

/** Why something was not seen that a whole crawl would have seen: what it is counted by. */
export type Missed = keyof typeof WORDS | `http_${number}`;

/** Whether a run saw everything that it came upon. */
export const sawEverything = ({ missed }: { missed: Readonly<Record<string, number>> }): boolean =>
  Object.keys(missed).length === 0;

/** What was missed, for people: `answered with status 500 (2 pages), the connection failed`. */
export const missedInWords = (missed: Readonly<Record<string, number>>): string =>
  Object.entries(missed)
    .map(([reason, count]) => wordsOf(reason) + (count === 1 ? '' : ` (${count} pages)`))
    .join(', ');

const words: ReadonlyMap<string, string> = new Map(Object.entries(WORDS));
const wordsOf = (reason: string): string =>
  words.get(reason) ?? reason.replace(/^http_/, 'answered with status ');
