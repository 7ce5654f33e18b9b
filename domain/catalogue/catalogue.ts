import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { RV_TYPE_IDS, type RvTypeId } from '#schemas/vocabulary.ts';
import { keyOf, slugOf, words } from '../names/text.ts';

/** A company that builds under one or more makes. */
export interface Maker {
  id: string;
  name: string;
}

/** A brand as a buyer chooses it and a listing writes it. */
export interface Make {
  id: string;
  name: string;
  aliases: readonly string[];
  makerId: string;
  /** Names the company that builds it where several makes share one; the make's own id where none does. */
  family: string;
  /** What it is built as, most usual first. */
  types: readonly RvTypeId[];
  /** Where the make is known from: a key of `Catalogue.sources`. */
  source: string;
  lines: readonly Line[];
}

/** A model line of a make. */
export interface Line {
  /** `make/line` */
  id: string;
  makeId: string;
  name: string;
  aliases: readonly string[];
  types: readonly RvTypeId[];
  source: string;
  /** Letters that stand for the line in a code: Brinkley's `Z3610` is Model Z 3610. '' where there are none. */
  prefix: string;
  /** Its series are sold under their own names too: Cherokee Grey Wolf is Grey Wolf. */
  umbrella: boolean;
}

export interface Catalogue {
  makers: readonly Maker[];
  /** Sorted by name. */
  makes: readonly Make[];
  lines: readonly Line[];
  /** Key to citation. */
  sources: ReadonlyMap<string, string>;
  makerById(id: string): Maker | undefined;
  makeById(id: string): Make | undefined;
  lineById(id: string): Line | undefined;
  /** Makes whose listings name each other's lines because one company builds them, the given make included. */
  family(make: Make): readonly Make[];
  /** A make by the key (`keyOf`) of its name, an alias or its id. */
  makeByKey(key: string): Make | undefined;
  /** A line of this make by the key of its name or an alias. */
  lineByKey(make: Make, key: string): Line | undefined;
  /** Every line of any make with this key. */
  linesByKey(key: string): readonly Line[];
  /** No name, alias or line is written in more words than this. */
  longestName: number;
}

const LONGEST_NAME = 5;

const typeIds = z.array(z.enum(RV_TYPE_IDS)).min(1);
const LineName = z.union([
  z.string(),
  z.strictObject({
    name: z.string(),
    aliases: z.array(z.string()).default([]),
    prefix: z.string().default(''),
    umbrella: z.boolean().default(false),
  }),
]);
const LineGroup = z.strictObject({
  source: z.string(),
  types: typeIds,
  names: z.array(LineName).min(1),
});
const MakeEntry = z.strictObject({
  id: z.string(),
  name: z.string(),
  aliases: z.array(z.string()).default([]),
  maker: z.string().optional(),
  family: z.string().optional(),
  types: typeIds,
  source: z.string(),
  lines: z.array(LineGroup).default([]),
});
const MakerEntry = z.strictObject({ id: z.string(), name: z.string(), source: z.string() });

/** The three files of `data/`, parsed. */
export const CatalogueData = z.strictObject({
  sources: z.record(z.string(), z.string()),
  makers: z.array(MakerEntry),
  makes: z.array(MakeEntry),
});
export type CatalogueData = z.infer<typeof CatalogueData>;

/** The catalogue's data says something that cannot be. The message names the entry and what to change. */
export class CatalogueError extends Error {
  readonly code = 'catalogue_invalid';
  override readonly name = 'CatalogueError';
}

let loaded: Catalogue | undefined;

/** The catalogue shipped in `data/`, read and checked once per process. Throws `CatalogueError` or a zod error. */
export function loadCatalogue(): Catalogue {
  loaded ??= buildCatalogue(
    CatalogueData.parse({ sources: read('sources'), makers: read('makers'), makes: read('makes') }),
  );
  return loaded;
}

function read(name: string): unknown {
  return parse(readFileSync(new URL(`./data/${name}.yaml`, import.meta.url), 'utf8'));
}

/** Pure: checks the data as a whole and builds the indices. */
export function buildCatalogue(data: CatalogueData): Catalogue {
  const sources = new Map(Object.entries(data.sources));
  const parents = new Map(
    data.makers.map((maker) => [maker.id, { id: maker.id, name: maker.name }]),
  );
  const makes = data.makes
    .map((entry) => makeOf(entry))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  const lines = makes.flatMap((make) => make.lines);

  for (const entry of [...data.makers, ...makes, ...lines])
    if (!sources.has(entry.source))
      throw new CatalogueError(
        `${entry.id} names the unknown source "${entry.source}"; add it to sources.yaml.`,
      );

  const makers = new Map<string, Maker>(parents);
  for (const make of makes)
    if (make.makerId === make.id)
      makers.set(make.id, makers.get(make.id) ?? { id: make.id, name: make.name });
    else if (!parents.has(make.makerId))
      throw new CatalogueError(
        `Make ${make.id} names the unknown maker "${make.makerId}"; add it to makers.yaml.`,
      );

  const makeById = uniqueIndex(makes, (make) => [make.id], 'id');
  const makeByKey = uniqueIndex(
    makes,
    (make) => keysOf([make.name, make.id, ...make.aliases]),
    'name or alias',
  );
  const lineById = uniqueIndex(lines, (line) => [line.id], 'id');
  const lineByKey = new Map(
    makes.map((make) => [
      make.id,
      uniqueIndex(make.lines, (line) => keysOf([line.name, ...line.aliases]), 'name or alias'),
    ]),
  );
  const linesByKey = new Map<string, Line[]>();
  for (const index of lineByKey.values())
    for (const [key, line] of index) linesByKey.set(key, [...(linesByKey.get(key) ?? []), line]);
  const families = Map.groupBy(makes, (make) => make.family);

  return {
    makers: [...makers.values()],
    makes,
    lines,
    sources,
    makerById: (id) => makers.get(id),
    makeById: (id) => makeById.get(id),
    lineById: (id) => lineById.get(id),
    family: (make) => families.get(make.family) ?? [make],
    makeByKey: (key) => makeByKey.get(key),
    lineByKey: (make, key) => lineByKey.get(make.id)?.get(key),
    linesByKey: (key) => linesByKey.get(key) ?? [],
    longestName: LONGEST_NAME,
  };
}

function makeOf(entry: CatalogueData['makes'][number]): Make {
  const lines = new Map<string, Line>();
  for (const group of entry.lines)
    for (const written of group.names) {
      const named =
        typeof written === 'string'
          ? { name: written, aliases: [], prefix: '', umbrella: false }
          : written;
      const id = `${entry.id}/${slugOf(named.name)}`;
      const known = lines.get(id);
      lines.set(id, {
        id,
        makeId: entry.id,
        name: known?.name ?? named.name,
        aliases: [...new Set([...(known?.aliases ?? []), ...named.aliases])],
        types: [...new Set([...(known?.types ?? []), ...group.types])],
        source: known?.source ?? group.source,
        prefix: known?.prefix || named.prefix,
        umbrella: (known?.umbrella ?? false) || named.umbrella,
      });
    }
  return {
    id: entry.id,
    name: entry.name,
    aliases: entry.aliases,
    makerId: entry.maker ?? entry.id,
    family: entry.family ?? entry.id,
    types: entry.types,
    source: entry.source,
    lines: [...lines.values()],
  };
}

function keysOf(names: readonly string[]): Set<string> {
  return new Set(names.map((name) => keyOf(words(name))));
}

function uniqueIndex<T extends { id: string }>(
  entries: readonly T[],
  keys: (entry: T) => Iterable<string>,
  what: string,
): Map<string, T> {
  const index = new Map<string, T>();
  for (const entry of entries)
    for (const key of keys(entry)) {
      const other = index.get(key);
      if (other !== undefined)
        throw new CatalogueError(
          `${entry.id} and ${other.id} share the ${what} "${key}"; one of them must let go of it.`,
        );
      index.set(key, entry);
    }
  return index;
}
