/** One sum found in a text, with what the text says it is. */
export interface Sum {
  /** As written; negative where a minus stands before it. NaN where digits are glued beyond reading. */
  amount: number;
  /** 'USD' where said (US$, USD), 'dollar' for a bare $, 'foreign' for any other, '' where the text does not say. */
  currency: 'USD' | 'dollar' | 'foreign' | '';
  /** What the words beside it call it. */
  role: 'ask' | 'list' | 'sticker' | 'reference' | 'saving' | 'payment' | 'plain';
  /** Joined to the sum before it as a range: "$45,000 - $70,000". */
  rangeEnd: boolean;
}

export interface Found {
  start: number;
  end: number;
  amount: number;
  currency: Sum['currency'];
  /** What words right behind the sum make of it, whatever stands before: `$299/mo`, `$5,000 off`. */
  behind: 'payment' | 'saving' | undefined;
}

/** Nobody pays more by the month: `$44,995 for 240 months` is a price. */
export const MOST_BY_MONTH = 5_000;

const ROLES: readonly [Sum['role'], RegExp][] = [
  ['payment', /\bpayments?\b|\bmonthly\b|\bfinanc\w*|\bas low as\b.*\bmo\b|\bper month\b|\bmo\.?$/],
  [
    'saving',
    /\breduced by\b|\b(?:you )?sav(?:e|es|ings?)\b|\boff\b|\brebates?\b|(?<!\bmarked )\bdown\b(?! to\b)|\bdeposit\b|\bfees?\b|\bdiscounts?\b(?! price)|\bshipping\b|\bfreight\b|\btax(?:es)?\b/,
  ],
  ['sticker', /\bm\.?s\.?r\.?p\b|\bretail\b|\bsticker\b|\bsuggested\b|\bnew was\b/],
  // What is bid is not asked; "bid or buy now for" is.
  [
    'reference',
    /\bbids?\b(?!.*\bbuy\b)|\bwas\b|\boriginal(?:ly)?\b|\bcompare\b|\bnada\b|\bold price\b|\breduced from\b/,
  ],
  [
    'ask',
    /\bsale\b|\bour\b|\bnow\b|\byour\b|\binternet\b|\bonline\b|\bweb\b|\bspecial\b|\bdiscounted\b|\bdiscount price\b|\bclearance\b|\btoday'?s\b|\bcash\b|\bfinal\b|\basking\b|\bselling\b|\bclose-?out\b|\breduced\b|\bdealer price\b|\blowest\b|\be-?price\b|\bbest price\b|\bbuy it\b/,
  ],
  ['list', /\blist\b|\breg(?:ular)?\b|\bbase\b/],
];

/**
 * What comes on top of a sum or is in it: `plus fees`, `(incl. freight)`, `price excludes taxes`. It does not name the
 * sum.
 */
const ON_TOP =
  /^[^a-z+&]*(?:prices? (?:(?:does|do|is) )?(?:not )?)?(?:\+|&|(?:plus|and|incl|excl|before|after|without|not incl)[a-z]*\b|w\/o?\b)/;

/** Such words as far as they go: `$60,000 plus tax, now $44,995`. */
const ADDITION = /^[^a-z+&]*(?:\+|&|plus\b|incl|excl)[^,;|]*[,;|]/;

/** `$49,995 → $44,995`: what it was is behind an arrow's tail. */
const LEADS_ON = /^\s*(?:[→⇒➔»]|[-=]+>)\s*$/;

/** How long is paid, right before what is paid each month: `84 mo. at $599`, `60-month term @ $599`. */
const TERM_BEFORE =
  /\d{2,3}[\s-]?m(?:o(?:nth)?|th)s?\b\.?(?: (?:term|loan))?\s*(?:@|at|of|x|×|for|=|:)?\s*$/;

/** `As low as $599` is by the month: no RV's price starts below this. */
const START = /\b(?:as low as|from|starting at)\s*:?\s*$/;
const LEAST_START = 1_500;

const REDUCED =
  '\\b(?:reduced|reductions?|drop(?:s|ped)?|cuts?|lowered|slashed|discounted|marked down|mark-?downs?)';
/** `Reduced by $15,000`, `price drop of $2,000`, `reduced another $2,000`. */
const REDUCED_BY = new RegExp(
  `${REDUCED} (?:by|of|(?:by )?(?:another|an? (?:additional|extra)|over|more than|up to))\\s*:?\\s*$`,
);
/** What is behind may be the new price or what that is less by: `Price reduced $2,000`, `Price drop: $32,345`. */
const REDUCED_TO_OR_BY = new RegExp(`${REDUCED}\\s*[:–—-]?\\s*$`);
/** Alone it is a price from here on: cuts are seldom as large, and of 4,330 prices of dealers 35 are less. */
const LEAST_PRICE = 10_000;
/** Beside a larger sum it is one where it is no small part of that: `Was $10,995 reduced $8,995`. */
const CUTS_OF_A_SUM = 3;

/** Whether a sum is what the price is reduced by, not what it is now. */
function isCut(found: readonly Found[], amount: number, before: string): boolean {
  if (!REDUCED_TO_OR_BY.test(before)) return REDUCED_BY.test(before);
  const most = Math.max(...found.map((sum) => sum.amount));
  return most > amount ? amount * CUTS_OF_A_SUM < most : amount < LEAST_PRICE;
}

/** `Take $5,000 off $49,995`: what is asked stands in neither. */
const OFF = /^\s*off\s*$/;

const LESS = /(?:^|[\s(,])(?:less|minus)(?: an?)?\s*$/;
/** What a smaller sum behind these is: `$44,995 + $500 doc`, `$60,000 less $15,005`. */
const ADDED = /(?:^|[\s(,])(?:\+|plus|less|minus)(?: an?)?\s*$/;

/** `$49,995 less $5,000`: whether that is taken off already, nobody can tell. */
function isLessened(found: readonly Found[], between: readonly string[], index: number): boolean {
  const [sum, next] = found.slice(index);
  const isLess =
    next !== undefined && next.behind === undefined && next.amount < (sum?.amount ?? 0);
  return isLess && LESS.test(between[index + 1] ?? '');
}

const NAME = [
  '(?:(?:suggested|factory|original|full|new) )?(?:',
  '(?:msrp\\b|m\\.s\\.r\\.p\\b\\.?)(?: price)?|',
  '(?:reg\\.|(?:retail|sticker|list|original|reg(?:ular|(?!\\.))|was(?! \\w+(?:ed|ing)\\b)|nada)\\b)',
  '(?: price| value|(?! price| value)))',
].join('');
/** The name of a sum that stands right behind it: no separator parts them, no colon joins it to the next. */
const NAME_BEHIND = new RegExp(`^\\s*(?:\\(${NAME}\\)|${NAME})(?!\\.?\\s*:)`);

/** Names what comes next as what is asked, where another name stands before it. */
const isAsk = (words: string): boolean =>
  (roleOf(words) === 'ask' && !/\bvalue\b/.test(words)) ||
  /^\s*(?:[.,;|/-]\s*price|[.,;|/-]?\s*you pay)[:\s]*$/.test(words);

/**
 * The part of the words between two sums that names the first: the name right behind it where the ask's own follows
 * (`$60,000 MSRP | Our Price: $44,995`), or where the first is more than the second (`$60,000 MSRP $44,995`). A book
 * value or what it was before a rise may be less than is asked: `$44,995 NADA $43,000`, `$44,995 was $43,000`.
 */
function nameBehind(words: string, isMore: boolean): string {
  const [name] = NAME_BEHIND.exec(words) ?? [''];
  const rest = words.slice(name.length);
  if (isAsk(rest)) return name;
  // "was $43,000", "reg $42,000" read on, unless they are parted.
  const readsOn = name.includes('nada') || (/was|reg/.test(name) && !/^\s*[.,;|/-]/.test(rest));
  return isMore && !readsOn && roleOf(rest) === 'plain' ? name : '';
}

/** The words that name each sum where names come first, of which a bare one may have its name behind it. */
function wordsBefore(text: string, found: readonly Found[], between: readonly string[]): string[] {
  const words = between.map((part, index) => (index === 0 ? part : part.replace(ADDITION, '')));
  for (const [index, { amount }] of found.entries()) {
    const first = found[index - 1];
    if (first === undefined || /[a-z]/.test(between[index - 1] ?? '')) continue;
    // A comma right behind the digits was read with them.
    if (/[.,]$/.test(text.slice(first.start, first.end))) continue;
    const name = nameBehind(between[index] ?? '', amount < first.amount);
    if (name === '') continue;
    words[index - 1] = name;
    words[index] = (between[index] ?? '').slice(name.length);
  }
  return words;
}

/** What stands right beside a sum makes of it, whatever else is said; undefined where nothing does. */
function roleBeside(
  found: readonly Found[],
  between: readonly string[],
  index: number,
): Sum['role'] | undefined {
  const { amount = 0, behind } = found[index] ?? {};
  const [before = '', after = ''] = between.slice(index);
  if (LEADS_ON.test(after)) return 'reference';
  if (behind !== undefined) return behind;
  if (isCut(found, amount, before)) return 'saving';
  const isTerm = amount < MOST_BY_MONTH && TERM_BEFORE.test(before);
  if (isTerm || (amount < LEAST_START && START.test(before))) return 'payment';
  if (OFF.test(before)) return 'reference';
  const isAdded = amount < (found[index - 1]?.amount ?? 0) && ADDED.test(before);
  if (isAdded || OFF.test(after)) return 'saving';
  const isResult = /=\s*$/.test(before) && LESS.test(between[index - 1] ?? '');
  return isResult ? 'ask' : undefined;
}

/** The words before a sum name it; or those after it, where the text begins with a bare sum and ends with words. */
export function withRoles(text: string, found: readonly Found[]): Sum[] {
  const lower = text.toLowerCase();
  const between = [...found.keys(), found.length].map((index) =>
    lower.slice(found[index - 1]?.end ?? 0, found[index]?.start ?? lower.length),
  );
  const behindAll = between.at(-1) ?? '';
  // "$44,995, financing available": behind the only sum it says how that can be paid, not that it is a payment.
  const [first] = found;
  // "$399 240 payments": two numbers, of which the words name the second.
  const isOneNumber = first !== undefined && !/\d\s\d/.test(text.slice(first.start, first.end));
  const isLarge = isOneNumber && first.amount >= MOST_BY_MONTH;
  const howPaid = isLarge ? /\bfinanc\w*|\bpayments?\b|\bmonthly\b/g : /\bfinanc\w*/g;
  const last = found.length === 1 ? behindAll.replace(howPaid, '') : behindAll;
  const isNamedLast =
    found.at(-1)?.behind === 'saving' || (roleOf(last) !== 'plain' && !ON_TOP.test(last));
  const namesFollow = roleOf(between[0] ?? '') === 'plain' && isNamedLast;
  const named = namesFollow
    ? between.slice(1).map((words) => (ON_TOP.test(words) ? '' : words))
    : wordsBefore(lower, found, between);
  const roles = found.map((_, index): Sum['role'] => {
    const role = roleBeside(found, between, index) ?? roleOf(named[index] ?? '');
    return role === 'plain' && isLessened(found, between, index) ? 'reference' : role;
  });
  const isForeign = (sum: Found | undefined): boolean => sum?.currency === 'foreign';
  return found.map(({ amount, currency }, index) => ({
    amount,
    currency,
    role: roles[index] ?? 'plain',
    rangeEnd:
      index > 0 &&
      /^\s*(?:-|to|through|up to)\s*$/.test(between[index] ?? '') &&
      roles[index - 1] !== 'saving' &&
      roles[index - 1] !== 'reference' &&
      found[index - 1]?.amount !== amount &&
      isForeign(found[index - 1]) === isForeign(found[index]),
  }));
}

function roleOf(words: string): Sum['role'] {
  if (words.length < 2) return 'plain';
  for (const [role, pattern] of ROLES) if (pattern.test(words)) return role;
  return 'plain';
}
