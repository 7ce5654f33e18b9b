/**
 * States and provinces as newspapers shorten them: the forms of the GPO Style Manual (chapter 9, abbreviations)
 * and of the AP Stylebook. Matched without stops and spaces.
 */
const STATES: Readonly<Record<string, string>> = {
  AL: 'Ala', AZ: 'Ariz', AR: 'Ark', CA: 'Calif', CO: 'Colo', CT: 'Conn', DE: 'Del', FL: 'Fla', IL: 'Ill', IN: 'Ind',
  KS: 'Kans|Kan', MA: 'Mass', MI: 'Mich', MN: 'Minn', MS: 'Miss', MT: 'Mont', NE: 'Nebr|Neb', NV: 'Nev', NM: 'N. Mex',
  NC: 'N. Carolina', ND: 'N. Dakota|N. Dak', OK: 'Okla', OR: 'Oreg|Ore', SC: 'S. Carolina', SD: 'S. Dakota|S. Dak',
  TN: 'Tenn', TX: 'Tex', WA: 'Wash', WV: 'W. Virginia|W. Va', WI: 'Wisc|Wis', WY: 'Wyo',
}; // prettier-ignore
const PROVINCES: Readonly<Record<string, string>> = {
  AB: 'Alta',
  MB: 'Man',
  ON: 'Ont',
  QC: 'Que',
  SK: 'Sask',
};

const bare = (text: string): string => text.toLowerCase().replace(/[. ]/g, '');

const CODES = new Map(
  Object.entries(STATES).flatMap(([code, forms]) =>
    forms.split('|').map((form) => [bare(form), code] as const),
  ),
);

const PROVINCE_CODES = new Map(
  Object.entries(PROVINCES).map(([code, form]) => [bare(form), code] as const),
);

/** The code of a shortened state: `Fla.`, `N. Dak.`, `N.C.` (of `codes`); '' where it is none. */
export const shortenedState = (text: string, codes: ReadonlySet<string>): string =>
  CODES.get(bare(text)) ?? dottedCode(text, codes);

/** The code of a shortened province: `Ont.`, `B.C.` (of `codes`); '' where it is none. */
export const shortenedProvince = (text: string, codes: ReadonlySet<string>): string =>
  PROVINCE_CODES.get(bare(text)) ?? dottedCode(text, codes);

function dottedCode(text: string, codes: ReadonlySet<string>): string {
  const code = bare(text).toUpperCase();
  return /^\w\. ?\w\.?$/.test(text) && codes.has(code) ? code : '';
}

const patternOf = (form: string): string => form.replace('. ', '\\.?\\s?');
const dotted = (code: string): string => `${code.charAt(0)}\\.\\s?${code.charAt(1)}(?=\\.)`;

/** How shortened states stand in a text, as the source of a regular expression. */
export const shortenedStates = (codes: Iterable<string>): string =>
  [
    ...Object.values(STATES)
      .flatMap((forms) => forms.split('|'))
      .map(patternOf),
    ...[...codes].map(dotted),
  ].join('|');

/** Provinces so, with the stop that sets `Man.` apart from a word. */
export const shortenedProvinces = (codes: Iterable<string>): string =>
  [
    ...Object.values(PROVINCES).map((form) => `${form}\\.`),
    ...[...codes].map((code) => `${dotted(code)}\\.`),
  ].join('|');
