import { isChallenge, isChallengePage } from '#domain/challenge-pages.ts';
import { readPage } from './extract/page.ts';
import type { PageAnswer } from './fetch/fetcher.ts';
import { textOfBytes } from './fetch/unpack.ts';

/** Refusals that may be a challenge: the page that comes with them tells. */
const refusing: ReadonlySet<number> = new Set([401, 403, 429, 503]);
/** Titles of a plain refusal, which stands in nobody's way but ours. */
const plainRefusal = /forbidden|denied|too many requests|\b(?:429|503)\b/;

/** Headers by which firewalls tell that an answer is theirs. */
const MARKS: readonly (readonly [header: string, mark: RegExp, whose: string])[] = [
  ['cf-mitigated', /^challenge$/, 'Cloudflare'],
  ['x-amzn-waf-action', /^(?:challenge|captcha)$/, 'AWS'],
  ['x-vercel-mitigated', /^challenge$/, 'Vercel'],
];
/** Headers of those that put them on every answer, and so mean a challenge on a refusal only. */
const REFUSAL_MARKS = [
  ['x-kpsdk-ct', 'Kasada'],
  ['x-dd-b', 'DataDome'],
] as const;
/** Where those lead that challenge at an address of their own. */
const CHALLENGE_ADDRESS =
  /captcha|\/cdn-cgi\/challenge|\bvalidate\.perfdrive\.com\b|\bdistil_r_|_Incapsula_Resource|\bhuman-?verif/i;

/** What a firewall says in place of any page: by its headers, or in an answer that is no page of the site. */
export function challengeOf({ status, headers, body }: PageAnswer): string | undefined {
  const whose =
    MARKS.find(([header, mark]) => mark.test(headers.get(header) ?? ''))?.[2] ??
    (refusing.has(status) ? REFUSAL_MARKS.find(([header]) => headers.get(header))?.[1] : undefined);
  if (whose !== undefined) return `a challenge of ${whose}`;
  if (status >= 300 && status < 400)
    return CHALLENGE_ADDRESS.test(headers.get('location') ?? '')
      ? 'a redirect to a challenge'
      : undefined;
  const type = headers.get('content-type') ?? 'html';
  if (status === 200 || !/html/i.test(type)) return undefined;
  const html = textOfBytes(body.subarray(0, 64 * 1024), type);
  if (isChallengePage(html)) return 'a challenge page';
  const title = refusing.has(status) ? readPage(html).title.toLowerCase() : '';
  return isChallenge(title) && !plainRefusal.test(title) ? 'a challenge page' : undefined;
}

/** What a page of 200 says of itself; for one that shows no listing and leads to none. */
export function challengeInPlaceOf(html: string, title: string): string | undefined {
  if (isChallenge(title.toLowerCase())) return `a page titled "${title.slice(0, 200)}"`;
  return isChallengePage(html) ? 'a challenge page' : undefined;
}

/** The same of a file that is no page, a sitemap or a robots.txt: only a page can be a challenge. */
export function challengeInPlaceOfFile(text: string): string | undefined {
  const isPage = /^\s*<(?:!doctype html|html|head|title)\b/i.test(text);
  return isPage ? challengeInPlaceOf(text, readPage(text).title) : undefined;
}
