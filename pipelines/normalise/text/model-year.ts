/** Model years that can be, both ends included. */
export interface YearRange {
  oldest: number;
  latest: number;
}

/** Distinct plausible years of a year field: `2021`, `21`, `'98`, `MY19`, `2021.0`, `20242023`, `2.0262026e+79`. */
export function yearsOfField(written: string, range: YearRange): number[] {
  const text = written.replace(/^my\s?/i, '').replace(/^(\d),(\d{3})$/, '$1$2');
  // Zero is how feeds write "not stated"; two of them are the year 2000.
  if (text === '' || text === '0') return [];
  const whole = Number(text);
  if (Number.isInteger(whole) && isWithin(whole, range)) return [whole];
  const short = /^'?(\d{1,2})$/.exec(text);
  if (short !== null) return within([2000 + Number(short[1]), 1900 + Number(short[1])], range);
  // `2022/23` are two years, `2022-06` is a month of one.
  const [, from, to] = /^(\d{4})\s?[-/]\s?(\d\d)$/.exec(text) ?? [];
  if (from !== undefined && Number(to) === (Number(from) + 1) % 100)
    return within([Number(from), Number(from) + 1], range);
  const [mantissa = '', power] = text.toLowerCase().split('e+');
  // Digits of years set one behind the other, perhaps read as a number: cut into fours, the rest dropped.
  const isGlued = power !== undefined || /^\d{8,}$/.test(text);
  const groups = isGlued
    ? (mantissa.replace('.', '').match(/\d{4}/g) ?? [])
    : (text.match(/(?<!\d)\d{4}(?!\d)/g) ?? []);
  return within(groups.map(Number), range);
}

const CONDITIONS =
  "^(?:[^a-z0-9']*(?:(?:brand )?new|used|pre-?owned|certified|consignment|sold|sale|pending)\\b)*[^a-z0-9']*";
const LEADING = new RegExp(
  `${CONDITIONS}((?:my\\s?)?(?:19[5-9]|20\\d)\\d|(?:my\\s?'?|')\\d\\d)(?:\\.5(?= ))?(?:(?=-[a-z]{3})|(?!\\/?[\\w.-]*\\d))`,
);
/** `2021/2022`, `2021-22` in front; of `2019-20 ft` the second is a length, of `2019 - 20,450 miles` a mileage. */
const PAIR = new RegExp(
  `${CONDITIONS}(\\d{4})\\s?[-/]\\s?((?:\\d\\d)?\\d\\d)(?!\\w|[.,]\\d|'|\\s?f(?:ee|oo)?t\\b)`,
);
/** Two digits with a word behind them that is no measure. */
const TWO_DIGITS = new RegExp(
  `${CONDITIONS}(\\d\\d)[^a-z0-9'"]* (?!(?:f(?:ee|oo)?t|hp|miles?|years?)\\b)[a-z]`,
);
const ANY = /(?<![\w$.,/#-])(?:19[5-9]|20\d)\d(?![\w,/-]|\.\d)/g;

/** The year lower-case words begin with, unless the next one follows, else the only one in them. "2017 Lance 1985" is of 2017. */
export function yearOfWords(words: string, range: YearRange): number | undefined {
  if (words === '') return undefined;
  const [leading] = yearsOfField(LEADING.exec(words)?.[1] ?? '', range);
  if (leading !== undefined) return laterOfPair(words, range) === undefined ? leading : undefined;
  const years = within((words.match(ANY) ?? []).map(Number), range);
  return years.length === 1 ? years[0] : undefined;
}

/**
 * The later of two years in a row that lower-case words begin with, the earlier first. Of a motorhome they are its
 * chassis' and its coach's, and it is sold as of the coach's; of a trailer nobody can tell.
 */
export function laterOfPair(words: string, range: YearRange): number | undefined {
  const [, from, to] = PAIR.exec(words) ?? [];
  const later = Number(from) + 1;
  return to !== undefined && String(later).endsWith(to) && isWithin(later, range)
    ? later
    : undefined;
}

/** Counts what a page shows: `12 Keystone Cougars for sale`. */
const COUNTED = /\bfor sale\b|\brvs\b|\bresults\b/;

/**
 * The year that lower-case words say by two digits in front of a name: `05 fleetwood bounder 35k`. Of a length, which
 * stands there too, it is told apart by a year that is no length, or by a code that has another number.
 */
export function shortYearOfWords(
  words: string,
  floorplan: string,
  range: YearRange,
): number | undefined {
  const digits = TWO_DIGITS.exec(words)?.[1];
  if (digits === undefined || COUNTED.test(words)) return undefined;
  const [year] = yearsOfField(digits, range);
  const isNoLength = digits.startsWith('0') || (year !== undefined && year < 2000);
  const isOther = /\d/.test(floorplan) && !floorplan.includes(digits);
  return isNoLength || isOther ? year : undefined;
}

/** 49 CFR 565.15(d): position 10, repeating every 30 years. */
const VIN_YEARS = 'ABCDEFGHJKLMNPRSTVWXY123456789';

/** The model year a VIN says, the latest that can be; undefined where the code is none. */
export function yearOfVin(vin: string, range: YearRange): number | undefined {
  const index = VIN_YEARS.indexOf(vin.charAt(9));
  if (vin.length !== 17 || index === -1) return undefined;
  for (let year = 2040 + index; year >= 1980; year -= VIN_YEARS.length)
    if (isWithin(year, range)) return year;
  return undefined;
}

const isWithin = (year: number, { oldest, latest }: YearRange): boolean =>
  year >= oldest && year <= latest;

const within = (years: readonly number[], range: YearRange): number[] => [
  ...new Set(years.filter((year) => isWithin(year, range))),
];
