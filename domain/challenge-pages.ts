/** Phrases of the pages that stand between a visitor and the site: firewalls, captchas, browser checks. */
const CHALLENGE =
  /\byou have been blocked\b|\battention required\b|\bjust a moment\b|\baccess (?:to this page has been )?denied\b|\bcaptcha\b|\bare you (?:a )?(?:human|robot)\b|\bverify(?:ing)? (?:that )?you are (?:a )?human\b|\bpardon our interruption\b|\bchecking (?:your|the) browser\b|\bsecurity check\b|\bbot (?:detection|protection)\b|\bunusual traffic\b|\brequest (?:has been )?blocked\b|\b(?:error )?403\b.*\bforbidden\b|^forbidden$|\b(?:error|http|status):? 429\b|^429(?: error\b|$)|\btoo many requests\b|\bddos protection\b|\benable (?:javascript|cookies)(?: and cookies)? to continue\b|\bincapsula\b|\bcloudflare\b|\bperimeterx\b|\bdatadome\b|\baccess is temporarily restricted\b|\bhuman verification\b|\bperformance & security by\b|\bray id\b|\brobot check\b|\bclient challenge\b|\bsecurity checkpoint\b|\b(?:verify|verifying) your browser\b|\bconnection is secure\b/;

/** Whoever challenges says so at once. What is looked at may not be endless: `403` again and again takes the square of it. */
const WORDS_LOOKED_AT = 1_000;

/** True for the text of a challenge page; lower case. */
export const isChallenge = (words: string): boolean =>
  CHALLENGE.test(words.slice(0, WORDS_LOOKED_AT));

/**
 * What the firewalls' own scripts leave in the source of a challenge page, and no other page has. Incapsula puts its
 * script into every page that it guards, also into the one of a unit that is gone: its challenge is a frame, or the
 * script alone on a page that no search engine shall keep.
 */
const CHALLENGE_SOURCE =
  /captcha-delivery\.com|\/cdn-cgi\/challenge-platform\/h\/\w\/orchestrate|\bcf-chl-|<iframe\b[^>]{0,300}_Incapsula_Resource|nofollow["']?\s{0,9}\/?>\s{0,9}<script\b[^>]{0,300}_Incapsula_Resource|\bpx-captcha\b|<title>\s*(?:Just a moment|Attention Required|Access Denied|Pardon Our Interruption|Sorry, you have been blocked)/i;
/** A challenge page is short, and its marks stand at its beginning. */
const LOOKED_AT = 64 * 1024;

/** True for the source of a challenge page, whatever file it was saved as. */
export function isChallengePage(body: string): boolean {
  const start = body.slice(0, LOOKED_AT);
  return /^[\s\ufeff]*</.test(start) && CHALLENGE_SOURCE.test(start);
}
