export interface NamedYears {
  yearMin?: number;
  yearMax?: number;
}

/** Those that the filter has. */
const YEAR = String.raw`(20[0-3]\d)`;
/** A bound between marks or spaces; a word that joins it goes with it. */
const bound = (said: string): RegExp =>
  new RegExp(String.raw`(?<![^\s,(])(?:(?:or|and|in) +)?${said}(?![^\s,.;:!?)])`, 'i');
/** "2018 and under 60k" is a year and a price. */
const NO_AMOUNT = String.raw`(?! *\$? ?\d)`;

const KINDS: readonly (readonly [RegExp, (first: number, second: number) => NamedYears])[] = [
  [
    bound(String.raw`(?:between +|from +)?${YEAR} *(?:-|–|to|and|through) *${YEAR}`),
    (first, second) => ({ yearMin: Math.min(first, second), yearMax: Math.max(first, second) }),
  ],
  [bound(`(?:no|not) +(?:older than|before) +${YEAR}`), (year) => ({ yearMin: year })],
  [bound(`(?:no|not) +(?:newer than|after) +${YEAR}`), (year) => ({ yearMax: year })],
  [bound(`(?:newer than|after) +${YEAR}`), (year) => ({ yearMin: year + 1 })],
  [bound(`(?:older than|before) +${YEAR}`), (year) => ({ yearMax: year - 1 })],
  [
    bound(
      String.raw`(?:(?:from|since) +${YEAR}|${YEAR}(?: *\+| +(?:or|and) +(?:newer|later|up|(?:above|over)${NO_AMOUNT})))`,
    ),
    (year) => ({ yearMin: year }),
  ],
  [
    bound(String.raw`${YEAR} +(?:or|and) +(?:older|earlier|(?:below|under)${NO_AMOUNT})`),
    (year) => ({ yearMax: year }),
  ],
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
