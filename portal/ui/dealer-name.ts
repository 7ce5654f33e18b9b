const KEY = /^[a-z0-9]+(?:-[a-z0-9]+)+$/;
const SMALL_WORDS = new Set(['and', 'at', 'by', 'for', 'in', 'of', 'on', 'the']);

/**
 * A dealer as people read it. Where a source has keys for dealers, `hank-s-rv` is shown as "Hank's RV"; any other
 * text is a name already, or a host, and is shown as it is written.
 */
export function dealerName(dealer: string): string {
  if (!KEY.test(dealer)) return dealer;
  const [first = '', ...rest] = dealer.replace(/-s(?=-|$)/g, "'s").split('-');
  return [capital(first), ...rest.map(wordOf)].join(' ');
}

const wordOf = (word: string): string => (SMALL_WORDS.has(word) ? word : capital(word));

const SHORTENED = new Set(['st', 'mt', 'ft', 'dr', 'jr', 'sr']);

/** `rv` and what else has no vowel are letters that stand for words: "RV", "RVs", "TNT"; but "St", "Mt". */
function capital(word: string): string {
  if (word === 'rvs') return 'RVs';
  return /[aeiouy]/.test(word) || SHORTENED.has(word)
    ? word.charAt(0).toUpperCase() + word.slice(1)
    : word.toUpperCase();
}
