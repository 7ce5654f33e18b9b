import { CANADIAN_PROVINCES, STATES } from '#schemas/vocabulary.ts';
import {
  shortenedProvince,
  shortenedProvinces,
  shortenedState,
  shortenedStates,
} from './shortened.ts';
import { typeFromWords } from '../words/rv-types.ts';
import { isCity, isCityOf, placeOfZip } from './zip-codes.ts';

/** Where a text says a unit stands; '' for what it does not say. */
export interface Place {
  readonly city: string;
  /** Two letters, of a US state or DC. */
  readonly state: string;
  readonly zip: string;
  readonly isCanada: boolean;
}

const NOWHERE: Place = { city: '', state: '', zip: '', isCanada: false };

const CODE_OF = new Map<string, string>();
for (const { code, name } of STATES) {
  CODE_OF.set(code.toLowerCase(), code);
  CODE_OF.set(name.toLowerCase(), code);
}
CODE_OF.set('washington dc', 'DC').set('washington d.c.', 'DC').set('d.c.', 'DC');
const PROVINCE_OF = new Map<string, string>();
for (const [code, name] of Object.entries(CANADIAN_PROVINCES)) {
  PROVINCE_OF.set(code.toLowerCase(), code);
  PROVINCE_OF.set(name.toLowerCase(), code);
}
PROVINCE_OF.set('québec', 'QC').set('newfoundland', 'NL');

const either = (words: Iterable<string>): string =>
  [...words]
    .toSorted((a, b) => b.length - a.length)
    .join('|')
    .replaceAll('.', '\\.');
const NAMES = either([...CODE_OF.keys()].filter((name) => name.length > 2));
const STATE_CODES = new Set<string>(STATES.map(({ code }) => code));
const CODES = [...STATE_CODES].join('|');
const SHORTENED = shortenedStates(STATE_CODES);
const PROVINCE_NAMES = either([...PROVINCE_OF.keys(), 'canada'].filter((name) => name.length > 2));
const PROVINCE_CODE_SET = new Set(Object.keys(CANADIAN_PROVINCES));
const PROVINCE_CODES = [...PROVINCE_CODE_SET].join('|');

const ZIP = '(\\d{5})(?:-?\\d{4})?(?!\\d)';
/** "…, WA 98424", "Portland OR 97201", "…, Washington": a state is trusted behind a comma, before a ZIP, or at the end. */
const WITH_ZIP = new RegExp(`(?:^|[\\s,.|])(${CODES}|${NAMES})\\.?[\\s,]*${ZIP}`, 'i');
const BEHIND_COMMA = new RegExp(`,\\s*(${CODES}|${NAMES}|${SHORTENED})(?![A-Za-z'])`, 'i');
/** "TAMPA-FL": what stands before has to be a city of that state. */
const HYPHENED = new RegExp(`^(\\D+)-(${CODES})$`);
const AT_END = new RegExp(`(?:^|[\\s(])(?:(${CODES})|(${NAMES}))[.)]?$`, 'i');
/** "ID - Boise", "FL | Tampa": what follows has to be a city of that state, or its name behind a code that is no word. */
const IN_FRONT = new RegExp(
  `^(?:(${CODES})|(${NAMES}))\\s*(?:[|:/,]|-(?=\\s)|\\s-)\\s*(\\D+)$`,
  'i',
);
const BARE_ZIP = new RegExp(`(?:^|[\\s,(])${ZIP}\\)?$`);
const POSTAL = /(?:^|[\s,])[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d$/i;
const CANADA = new RegExp(
  `(?:,\\s*|^)(?:${PROVINCE_CODES}|${shortenedProvinces(PROVINCE_CODE_SET)})(?:[\\s,]+(?:canada|[A-Z]\\d[A-Z] ?\\d[A-Z]\\d)|$)|(?:^|[\\s,(])(?:${PROVINCE_NAMES})\\)?$`,
  'i',
);
/** "Montréal QC" and "Calgary, AB, CA": capitals only, since "on" and "pe" are words. */
const PROVINCE_AT_END = new RegExp(`\\p{L}[\\s,(]+(?:${PROVINCE_CODES})(?:,\\s*CA)?\\)?$`, 'u');

/** `TX, USA` and `US-TX` without the country. */
const withoutCountry = (text: string): string =>
  text
    .replace(/^US-(?=[A-Z]{2}$)/, '')
    .replace(/[\s,(]+(?:USA?|U\.S\.(?:A\.)?|United States(?: of America)?)\)?$/, '');

/** Two letters of a state written as code, name or shortened; '' where it is none. */
export function stateOf(written: string): string {
  if (STATE_CODES.has(written)) return written;
  const text = withoutCountry(written.replace(/\s+/g, ' ').trim());
  const name = text.toLowerCase();
  return (
    CODE_OF.get(name) ?? CODE_OF.get(name.replace(/\.$/, '')) ?? shortenedState(text, STATE_CODES)
  );
}

/** Two letters of a Canadian province written as code, name or shortened; '' where it is none. */
export const provinceOf = (written: string): string =>
  PROVINCE_OF.get(written.toLowerCase().trim()) ??
  shortenedProvince(written.trim(), PROVINCE_CODE_SET);

/** Canada itself is written in a state's place too. */
export const isOfCanada = (written: string): boolean =>
  written.toLowerCase().trim() === 'canada' || provinceOf(written) !== '';

/** A ZIP field: nine digits cut to five, a spreadsheet's apostrophe left out, a lost leading zero put back where the state confirms it. */
export function zipOf(written: string, state: string): string {
  const text = written.replace(/^'/, '');
  const match = /^(\d{5})(?:[- ]?\d{4})?(?:\.0)?$/.exec(text);
  if (match !== null) return placeOfZip(match[1] ?? '') === undefined ? '' : (match[1] ?? '');
  if (!/^\d{3,4}$/.test(text) || state === '') return '';
  const padded = text.padStart(5, '0');
  return placeOfZip(padded)?.state === state ? padded : '';
}

export const isPostalCode = (text: string): boolean => POSTAL.test(text);

/** Reads a free text: `Bakersfield CA`, `Everett, WA`, `300 S Example St, Yakima, WA 98901`, `98424`. */
export function readPlace(written: string): Place {
  const text = withoutCountry(written);
  if (text === '') return NOWHERE;
  if (PROVINCE_AT_END.test(text)) return { ...NOWHERE, isCanada: true };
  const beside = stateInFront(text) ?? stateBehindHyphen(text);
  if (beside !== undefined) return beside;
  const withZip = WITH_ZIP.exec(text);
  const match = withZip ?? BEHIND_COMMA.exec(text) ?? codeAtEnd(text);
  if (match === null) {
    if (CANADA.test(text) || POSTAL.test(text)) return { ...NOWHERE, isCanada: true };
    return withoutState(text);
  }
  const state = stateOf(match[1] ?? match[2] ?? '');
  const zip = withZip === null ? zipAtEnd(text, state) : zipOf(withZip[2] ?? '', state);
  const city =
    cityBefore(text.slice(0, match.index), state, zip) ||
    cityBefore(text.slice(0, BEHIND_COMMA.exec(text)?.index ?? 0), state, zip) ||
    tidyCity(placeOfZip(zip)?.city ?? '');
  return { city, state, zip, isCanada: false };
}

/** "IN - stock", "OR - best offer". */
const CODES_THAT_ARE_WORDS = new Set(['IN', 'OR', 'OK', 'ME', 'HI', 'OH', 'PA', 'MA']);
const NAME_OF_CITY = /^\p{Lu}[\p{L}.']*(?:[ -]\p{Lu}[\p{L}.']*){0,2}$/u;
/** "CA - Class A Motorhome", "TX - Private Seller": what is offered, or by whom. */
const OFFER =
  /\b(?:rvs?|dealers?|sellers?|owner|private|used|new|pre-?owned|certified|inventory|stock|sale|sold|call|pick-?up|delivery|diesel|gas)\b/;
const namesOffer = (text: string): boolean => {
  const { type, category } = typeFromWords(text);
  return type !== '' || category !== '' || OFFER.test(text);
};

function stateInFront(text: string): Place | undefined {
  const [, code, name, rest = ''] = IN_FRONT.exec(text) ?? [];
  const state = stateOf(code ?? name ?? '');
  const isCode = code !== undefined && STATE_CODES.has(code) && !CODES_THAT_ARE_WORDS.has(code);
  if (state === '') return undefined;
  const lower = rest.toLowerCase();
  const isKnown = isCityOf(lower, state);
  if (isCode && !isKnown && namesOffer(lower)) return { ...NOWHERE, state };
  const isCity = isKnown || (isCode && NAME_OF_CITY.test(rest));
  return isCity ? { city: tidyCity(rest), state, zip: '', isCanada: false } : undefined;
}

function stateBehindHyphen(text: string): Place | undefined {
  const [, city = '', state = ''] = HYPHENED.exec(text) ?? [];
  return isCityOf(city.toLowerCase(), state)
    ? { city: tidyCity(city), state, zip: '', isCanada: false }
    : undefined;
}

/** The ZIP code a text ends with, where it is of the state that the text names. */
function zipAtEnd(text: string, state: string): string {
  const zip = BARE_ZIP.exec(text)?.[1] ?? '';
  return placeOfZip(zip)?.state === state ? zip : '';
}

/** "Nampa ID", "IDAHO" and, behind a city of it, "Nampa id" name a state; the last word of "Call me" does not. */
function codeAtEnd(text: string): RegExpExecArray | null {
  const match = AT_END.exec(text);
  const code = match?.[1];
  if (match === null || code === undefined || code === code.toUpperCase()) return match;
  return isCityOf(text.slice(0, match.index).trim().toLowerCase(), code.toUpperCase())
    ? match
    : null;
}

function withoutState(text: string): Place {
  const zip = BARE_ZIP.exec(text)?.[1] ?? '';
  const known = placeOfZip(zip);
  if (known !== undefined)
    return { city: tidyCity(known.city), state: known.state, zip, isCanada: false };
  const city = tidyCity(text);
  return { ...NOWHERE, city: isCity(city.toLowerCase()) ? city : '' };
}

/** "near Fife", "located in Mesa". */
const WORDS_BEFORE_CITY = /^(?:(?:located|available) )?(?:near|in|at) (?=\S)/i;

/** The city in what stands before the state: a street may stand before it, with or without a comma. */
function cityBefore(before: string, state: string, zip: string): string {
  const part =
    before
      .split(/[,|;:]| -(?: |$)/)
      .map((piece) => piece.trim())
      .findLast((piece) => piece !== '')
      ?.replace(WORDS_BEFORE_CITY, '') ?? '';
  const words = part.split(' ');
  // "Airstream of Maine" is a dealer.
  if (!/\d/.test(part) && words.length <= 3) return / of$/i.test(part) ? '' : tidyCity(part);
  const ofZip = placeOfZip(zip)?.city ?? '';
  if (ofZip !== '' && part.toLowerCase().endsWith(ofZip.toLowerCase())) return tidyCity(ofZip);
  for (let from = Math.max(1, words.length - 4); from < words.length; from++) {
    const tail = words.slice(from).join(' ');
    if (isCityOf(tail.toLowerCase(), state)) return tidyCity(tail);
  }
  return '';
}

/** "PUYALLUP", "puyallup" and "Mt. Vernon" as the post office writes them; else left as written. */
export function tidyCity(text: string): string {
  const isOneCase = text === text.toUpperCase() || text === text.toLowerCase();
  const city = isOneCase
    ? text.toLowerCase().replace(/(^|[\s'-])\p{L}/gu, (start) => start.toUpperCase())
    : text;
  return city
    .replace(/^Mt\.? /, 'Mount ')
    .replace(/^Ft\.? /, 'Fort ')
    .slice(0, 80);
}
