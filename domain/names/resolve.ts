import type { Catalogue, Line, Make } from '../catalogue/catalogue.ts';
import {
  canonicalFloorplan,
  codeOfLength,
  findFloorplan,
  findLaterCode,
  type FloorplanMatch,
} from './floorplan.ts';
import {
  createMisspeltLineFinder,
  derivedLineWords,
  derivedSlug,
  familyLineAt,
  lineAt,
  lineFurtherOn,
  lineOfLetters,
  lineOfPrefix,
  seriesWords,
  withLeadingLetters,
  withTrimApart,
  skipCompany,
  titleOf,
} from './find-line.ts';
import { belongToAMake, createMakeFinder, longestMatch } from './find-make.ts';
import { looksLikeYear, withoutPhrases } from './noise.ts';
import type { NameParts, ResolvedName } from './resolved-name.ts';
import { createNameSearch, type NameSearch } from './search.ts';
import { apart, keyOf, words as wordsOf } from './text.ts';
import { withAcceptedAliases, type AcceptedAlias } from './accepted-aliases.ts';

export interface NameResolver extends NameSearch {
  /**
   * What a listing's name means. Whatever field holds which word, the same words in the same order give the same
   * ids: the fields are read as one text, and the title fills only what they leave open.
   */
  resolve(parts: NameParts): ResolvedName;
  /** A make by name, id or alias, in any case and punctuation. */
  resolveMake(text: string): Make | null;
  /** What else a make is written as: by the catalogue, and as staff accepted it. */
  aliasesOf(makeId: string): string[];
}

/** No name is longer; what a cell holds beyond it is no part of one. */
const LONGEST_TEXT = 1_000;

export const UNKNOWN_NAME: ResolvedName = {
  makerId: '',
  makeId: '',
  lineId: '',
  lineName: '',
  floorplan: '',
  basis: 'none',
  types: [],
};

interface Reading {
  make: Make;
  line: Line | undefined;
  /** Words the catalogue does not have: a series of the line, or where there is none the line itself. */
  added: readonly string[];
  floorplan: string;
}

/** Words to read, and what is known of where they stood. */
interface Text {
  make: Make;
  words: readonly string[];
  /** They come from fields that hold a name and nothing else; a title goes on. */
  inFields: boolean;
  /** A number like 1995 cannot be the model year. */
  yearIsKnown: boolean;
}

/** A resolver over one catalogue, with the spellings that staff accepted. Holds no state between calls. */
export function createNameResolver(
  shipped: Catalogue,
  acceptedAliases: readonly AcceptedAlias[] = [],
): NameResolver {
  const catalogue = withAcceptedAliases(shipped, acceptedAliases);
  const findMake = createMakeFinder(catalogue);
  const misspeltLineAt = createMisspeltLineFinder(catalogue);

  const known = new Set(
    [...catalogue.makes, ...catalogue.lines].flatMap(({ name, aliases }) =>
      [name, ...aliases].flatMap((spelling) => wordsOf(spelling)),
    ),
  );
  const nameWords = (text: string): string[] =>
    withoutPhrases(
      apart(wordsOf(text.slice(0, LONGEST_TEXT)), (word) => known.has(word)),
      (words, at) => belongToAMake(catalogue, words, at),
    );

  function read(words: readonly string[], inFields: boolean): Reading | undefined {
    const found = findMake(words, inFields);
    if (found === undefined) return undefined;
    const { make, next } = brandOf(found.make, words, found.next);
    return readLine({ make, words, inFields, yearIsKnown: inFields || found.yearSeen }, next);
  }

  /** Passes over company words and repetitions of the make, and goes over to the brand that is named next. */
  function brandOf(
    first: Make,
    words: readonly string[],
    from: number,
  ): { make: Make; next: number } {
    let make = first;
    let end = from;
    for (;;) {
      const next = skipCompany(words, end);
      // A company word may begin a make: Recreation by Design.
      let named = brandAt(make, words, end);
      for (let at = end + 1; named === undefined && at <= next; at++)
        named = brandAt(make, words, at);
      if (named === undefined) return { make, next };
      make = named.found;
      end = named.end;
    }
  }

  /** A brand of the same maker at `at`, unless the words are a line of this make. */
  function brandAt(make: Make, words: readonly string[], at: number) {
    const named = longestMatch(catalogue, words, at, (key) => catalogue.makeByKey(key));
    if (named === undefined || named.found.makerId !== make.makerId) return undefined;
    const own = lineAt(catalogue, make, words, at);
    return own !== undefined && own.end >= named.end ? undefined : named;
  }

  function readLine(written: Text, start: number): Reading {
    const { make } = written;
    const from = behindYear(make, written.words, start);
    const words = withTrimApart(catalogue, make, withoutMaker(make, written.words, from), from);
    const text = { ...written, words };
    const known =
      lineAt(catalogue, make, words, from) ?? familyLineAt(catalogue, make, words, from);
    if (known !== undefined) {
      const reading = withLine(text, known.line, known.end);
      return reading.floorplan === ''
        ? { ...reading, floorplan: codeBefore(words, from) }
        : reading;
    }

    const code = codeFrom(text, from, undefined);
    const end = code?.start ?? words.length;
    const further =
      lineFurtherOn(catalogue, make, words, from, end) ?? misspeltLineAt(make, words, from, end);
    if (further !== undefined) return { ...withLine(text, further.line, further.end), added: [] };

    const byPrefix = code && lineOfPrefix(make, code.code);
    if (byPrefix !== undefined)
      return { make, line: byPrefix.line, added: [], floorplan: byPrefix.code };
    const derived = derivedLineWords(words, from, end).filter(
      (word) => !code?.code.startsWith(word.toUpperCase()),
    );
    const [letter = ''] = derived;
    const byLetter = derived.length === 1 ? lineOfLetters(make, letter) : undefined;
    if (byLetter !== undefined) return withLine(text, byLetter, words.indexOf(letter, from) + 1);
    const behind =
      code && derived.length === 0
        ? lineFurtherOn(catalogue, make, words, code.end - 1, words.length)
        : undefined;
    return { make, line: behind?.line, added: derived, floorplan: code?.code ?? '' };
  }

  /** A year right before a line is the model year, in a field too. */
  function behindYear(make: Make, words: readonly string[], at: number): number {
    const isYear = looksLikeYear(words[at] ?? '') && lineAt(catalogue, make, words, at + 1);
    return isYear ? at + 1 : at;
  }

  /** The words without who builds it, where they say so further on: Lexington by Forest River GTS. */
  function withoutMaker(make: Make, words: readonly string[], from: number): readonly string[] {
    const by = words.indexOf('by', from);
    return by < 0 ? words : words.toSpliced(by, behindMaker(make, words, by) - by);
  }

  /** Passes over who builds a line: Flagstaff by Forest River; Timber Ridge, Outdoors RV. */
  function behindMaker(make: Make, words: readonly string[], at: number): number {
    const isBy = words[at] === 'by';
    const named = longestMatch(catalogue, words, isBy ? at + 1 : at, (key) =>
      catalogue.makeByKey(key),
    );
    if (named === undefined) return at;
    const isTheirs = isBy ? named.found.makerId === make.makerId : named.found.id === make.id;
    return isTheirs ? skipCompany(words, named.end) : at;
  }

  function withLine(text: Text, line: Line, end: number): Reading {
    const { make, words, inFields } = text;
    let from = behindMaker(make, words, end);
    for (
      let again = lineAt(catalogue, make, words, from);
      again?.line === line;
      again = lineAt(catalogue, make, words, from)
    )
      from = again.end;
    const series = line.umbrella ? lineAt(catalogue, make, words, from) : undefined;
    if (series !== undefined) return withLine(text, series.line, series.end);
    const code = codeFrom(text, from, line);
    const added =
      code || inFields ? seriesWords(words, from, code?.start ?? words.length, line) : [];
    const owner = catalogue.makeById(line.makeId) ?? make;
    const stripped = code && lineOfPrefix(owner, code.code);
    return {
      make: owner,
      line,
      added,
      floorplan: (stripped?.line === line ? stripped : code)?.code ?? '',
    };
  }

  /**
   * A title. One that says no make is of the make that the fields name where a line of it stands there with its code:
   * "KEYS MONTANA 3791RD" of a Keystone.
   */
  function readTitle(words: readonly string[], make: Make | undefined): Reading | undefined {
    const itself = read(words, false);
    if (itself !== undefined || make === undefined) return itself;
    const found =
      lineAt(catalogue, make, words, 0) ?? lineFurtherOn(catalogue, make, words, 0, words.length);
    if (found === undefined) return undefined;
    const text = { make, words, inFields: false, yearIsKnown: false };
    const reading = withLine(text, found.line, found.end);
    return reading.floorplan === '' ? undefined : reading;
  }

  function resolve(parts: NameParts): ResolvedName {
    const fields = [parts.make, parts.model, parts.floorplan].filter(
      (part) => part !== undefined && part !== '',
    );
    const fromFields = fields.length === 0 ? undefined : read(nameWords(fields.join(' ')), true);
    const complete = fromFields !== undefined && hasLine(fromFields) && fromFields.floorplan !== '';
    const fromTitle =
      complete || parts.title === undefined || parts.title === ''
        ? undefined
        : readTitle(nameWords(parts.title), fromFields?.make);
    const reading = merge(fromFields, fromTitle);
    if (reading === undefined) return UNKNOWN_NAME;
    const written = canonicalFloorplan(parts.floorplan ?? '');
    const length = codeOfLength(reading.make.id, `${parts.model ?? ''} ${parts.title ?? ''}`);
    return toResolved(reading, written || length);
  }

  const resolveMake = (text: string): Make | null =>
    catalogue.makeByKey(keyOf(wordsOf(text))) ?? null;

  function aliasesOf(id: string): string[] {
    const aliases = catalogue.makeById(id)?.aliases ?? [];
    const accepted = acceptedAliases.filter(({ makeId, lineId }) => makeId === id && lineId === '');
    // What the catalogue means by a spelling stays, whatever was accepted.
    const meant = accepted.filter(({ alias }) => resolveMake(alias)?.id === id);
    return [...new Set([...aliases, ...meant.map(({ alias }) => alias)])];
  }

  return {
    resolve,
    resolveMake,
    aliasesOf,
    ...createNameSearch(catalogue),
  };
}

function codeFrom(
  { words, inFields, yearIsKnown }: Text,
  from: number,
  line: Line | undefined,
): FloorplanMatch | undefined {
  const word = words[from] ?? '';
  // Of a line that is a letter it is the code, of any other a chassis: Model G 3500.
  if (line !== undefined && line.prefix !== '' && /^[123]500$/.test(word))
    return { code: word, start: from, end: from + 1 };
  const code =
    findFloorplan(words, from, words.length, yearIsKnown) ??
    (inFields ? findLaterCode(words, from) : undefined);
  return code && withLeadingLetters(code, words, from, line);
}

/** The code right before a line, with letters so that it is no other number: `24RKS Timber Ridge`. */
function codeBefore(words: readonly string[], line: number): string {
  const before = line === 0 ? undefined : findFloorplan(words, line - 1, line, true);
  return before !== undefined && /[A-Z]/.test(before.code) ? before.code : '';
}

function hasLine(reading: Reading): boolean {
  return reading.line !== undefined || reading.added.length > 0;
}

/** The fields' reading, completed by the title's where both mean the same make. */
function merge(fields: Reading | undefined, title: Reading | undefined): Reading | undefined {
  if (fields === undefined || title === undefined) return fields ?? title;
  if (fields.make.makerId !== title.make.makerId) return fields;
  const named =
    fields.line !== undefined || (hasLine(fields) && title.line === undefined) ? fields : title;
  return { ...named, floorplan: fields.floorplan || title.floorplan };
}

function toResolved(
  { make, line, added, floorplan }: Reading,
  otherFloorplan: string,
): ResolvedName {
  const common = { makerId: make.makerId, makeId: make.id, floorplan: floorplan || otherFloorplan };
  const types = line?.types ?? make.types;
  if (line !== undefined && added.length === 0)
    return { ...common, lineId: line.id, lineName: line.name, basis: 'catalogue', types };
  if (added.length === 0) return { ...common, lineId: '', lineName: '', basis: 'make', types };
  const isSeries = line !== undefined && !line.umbrella;
  const lineName = isSeries ? `${line.name} ${titleOf(added)}` : titleOf(added);
  const lineId = (isSeries ? `${line.id}-` : `${make.id}/`) + derivedSlug(added);
  return { ...common, lineId, lineName, basis: 'derived', types };
}
