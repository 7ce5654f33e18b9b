import { makesInTitle } from '#domain/names/make-in-title.ts';
import type { WithTexts } from './steps/read-texts.ts';
import type { WithName } from './steps/resolve-name.ts';

/** How a make is written that nobody knows: by the field that names it, else where it would stand in the title. */
export interface WrittenMake {
  /** '' where the make is known, or nothing names one. */
  text: string;
  /** They are the title's words behind condition, year and chassis, two at most: only the first may be the make. */
  isInTitle: boolean;
}

const NOT_WRITTEN: WrittenMake = { text: '', isInTitle: false };

/** A field that says nothing but "other", or a chassis, names no make. */
export function writtenMakeOf({ texts, name }: WithTexts & WithName): WrittenMake {
  if (name.makeId !== '') return NOT_WRITTEN;
  const { make, title } = texts.fields;
  if (makesInTitle(make).length > 0) return { text: make, isInTitle: false };
  const [inTitle] = makesInTitle(title || texts.slug);
  return inTitle === undefined ? NOT_WRITTEN : { text: inTitle, isInTitle: true };
}
