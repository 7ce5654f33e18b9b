import type { StoryFacts } from '../facts.ts';
import { KNOWN_SUBJECTS } from '../subjects.ts';
import { MONTH_NAMES } from '../words/figures.ts';

/** Finds whom and what a text names. */
export interface Names {
  /** In the order of the text; the longest where several begin. */
  find(text: string): { id: string; at: number; length: number }[];
}

/** The id of a calendar month, of any year or of one. */
export const monthId = (month: string, year?: string | number): string =>
  year === undefined ? `month/${month}` : `month/${month} ${year}`;

/** Whom and what a text may name at all: types, regions, months and the makes and places of the facts. */
export function namesIn(facts: StoryFacts): Names {
  const subjects = [
    ...KNOWN_SUBJECTS,
    ...facts.comparisons.flatMap(({ subject, region, other }) =>
      [subject, region, other].filter((named) => named !== undefined),
    ),
  ].filter(({ kind }) => kind !== 'market');
  const ids = new Map<string, string>();
  for (const { id, name, kind } of subjects) {
    ids.set(name, id);
    // One of several; a region also without its article.
    if (kind === 'type') ids.set(name.replace(/s$/, ''), id);
    if (kind === 'region') ids.set(name.replace(/^the /, ''), id);
  }
  const written = [...ids.keys()].toSorted((a, b) => b.length - a.length).map(pattern);
  const month = `(?<month>${MONTH_NAMES.join('|')})(?: (?<year>\\d{4}))?`;
  const any = new RegExp(
    `(?<![\\p{L}\\d])(?:(?<name>${written.join('|')})|${month})(?![\\p{L}\\d])`,
    'gu',
  );
  return {
    find: (text) =>
      [...text.matchAll(any)].map((match) => {
        const { name = '', month, year } = match.groups ?? {};
        const small = name.charAt(0).toLowerCase() + name.slice(1);
        const id =
          month === undefined ? (ids.get(name) ?? ids.get(small) ?? '') : monthId(month, year);
        return { id, at: match.index, length: match[0].length };
      }),
  };
}

/** The first letter may be a capital where a sentence begins; the others are as they are. */
function pattern(name: string): string {
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const first = escaped.charAt(0);
  return /[a-z]/.test(first) ? `[${first}${first.toUpperCase()}]${escaped.slice(1)}` : escaped;
}
