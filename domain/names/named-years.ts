export interface NamedYears {
  yearMin?: number;
  yearMax?: number;
}

/** Those that the filter has. */
const YEAR = String.raw`(20[0-3]\d)`;
const RANGE = new RegExp(
  String.raw`(?<!\S)(?:between +|from +)?${YEAR} *(?:-|–|to|and|through) *${YEAR}(?!\S)`,
  'i',
);
const NEWER = new RegExp(
  String.raw`(?<!\S)(?:(?:from|since) +${YEAR}|${YEAR}(?: *\+| +(?:or|and) +(?:newer|later|up|above|over)))(?!\S)`,
  'i',
);
const OLDER = new RegExp(
  String.raw`(?<!\S)${YEAR} +(?:or|and) +(?:older|earlier|below|under)(?!\S)`,
  'i',
);
const NO_OLDER = new RegExp(String.raw`(?<!\S)(?:no|not) +older than +${YEAR}(?!\S)`, 'i');
const NO_NEWER = new RegExp(String.raw`(?<!\S)(?:no|not) +newer than +${YEAR}(?!\S)`, 'i');
const NEWER_THAN = new RegExp(String.raw`(?<!\S)(?:newer than|after) +${YEAR}(?!\S)`, 'i');
const OLDER_THAN = new RegExp(String.raw`(?<!\S)(?:older than|before) +${YEAR}(?!\S)`, 'i');

const KINDS: readonly (readonly [RegExp, (first: number, second: number) => NamedYears])[] = [
  [
    RANGE,
    (first, second) => ({ yearMin: Math.min(first, second), yearMax: Math.max(first, second) }),
  ],
  [NEWER, (year) => ({ yearMin: year })],
  [OLDER, (year) => ({ yearMax: year })],
  [NO_OLDER, (year) => ({ yearMin: year })],
  [NO_NEWER, (year) => ({ yearMax: year })],
  [NEWER_THAN, (year) => ({ yearMin: year + 1 })],
  [OLDER_THAN, (year) => ({ yearMax: year - 1 })],
];

/** The model years that a text names as a bound or as two, and what is left of it; undefined where it names none. */
export function yearsApart(text: string): { years: NamedYears; rest: string } | undefined {
  for (const [pattern, yearsOf] of KINDS) {
    const said = pattern.exec(text);
    if (said === null) continue;
    const [first = 0, second = 0] = said.slice(1).filter(Boolean).map(Number);
    return { years: yearsOf(first, second), rest: text.replace(said[0], ' ') };
  }
  return undefined;
}
