/** Model years that can be, both ends included. */
export interface YearRange {
  oldest: number;
  latest: number;
}

/** Distinct plausible years of a year field: `2021`, `21`, `'98`, `2021.0`, `20242023`, `2.0262026e+79`. */
export function yearsOfField(text: string, range: YearRange): number[] {
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

const LEADING =
  /^(?:[^a-z0-9']*(?:(?:brand )?new|used|pre-?owned|certified|consignment|sold|sale|pending)\b)*[^a-z0-9']*(?:my\s?)?((?:19[5-9]|20\d)\d|'\d\d)(?:\.5(?= ))?(?:(?=-[a-z]{3})|(?!\/?[\w.-]*\d))/;
const ANY = /(?<![\w$.,/#-])(?:19[5-9]|20\d)\d(?![\w,/-]|\.\d)/g;

/** The year lower-case words begin with, else the only one in them. "2017 Lance 1985" is of 2017. */
export function yearOfWords(words: string, range: YearRange): number | undefined {
  if (words === '') return undefined;
  const [leading] = yearsOfField(LEADING.exec(words)?.[1] ?? '', range);
  if (leading !== undefined) return leading;
  const years = within((words.match(ANY) ?? []).map(Number), range);
  return years.length === 1 ? years[0] : undefined;
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
