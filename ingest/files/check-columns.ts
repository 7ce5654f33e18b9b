import { placeInMapping } from './load-mapping.ts';
import type { Mapping } from './mapping.ts';
import { columnKey } from './names.ts';
import { canFill, namesOf, type Value } from './value.ts';

/** How many names of columns or keys a message shows. */
export const KEYS_SHOWN = 40;

type Header = readonly string[];
/** Whether something has a name of a mapping. */
export type Has = (name: string) => boolean;

function columnsOf(header: Header): Has {
  const keys = new Set(header.map(columnKey));
  return (name) => keys.has(columnKey(name));
}
const inWords = (names: readonly string[]): string =>
  names.map((name) => JSON.stringify(name)).join(' or ');

/** The names a value is made of, for messages: `"Sale Price" or "Price"`. */
export const namesInWords = (value: Value): string => inWords(namesOf(value));

/** What a mapping of either kind makes its fields of. */
export interface FieldsOf extends Pick<Mapping, 'source' | 'join'> {
  fields: Readonly<Record<string, Value | undefined>>;
}

/** A field that no column of any file can fill is a name misspelt; one file of several may lack it. */
export function absentColumns(mapping: FieldsOf, headers: readonly Header[]): string[] {
  const columns = headers.map(columnsOf);
  return Object.entries(mapping.fields).flatMap(([field, value]) => {
    if (value === undefined || isGiven(mapping, field)) return [];
    if (columns.some((has) => canFill(value, has))) return [];
    const names = namesOf(value);
    const absent = names.filter((name) => !columns.some((has) => canFill(name, has)));
    return `${placeInMapping(mapping, ['fields', field])}: no file has a column ${inWords(absent.length > 0 ? absent : names)}. ${columnsInWords([...new Set(headers.flat())])}`;
  });
}

/** What a partner may give need not be in the record's own file. */
export const isGiven = ({ join }: FieldsOf, field: string): boolean =>
  join !== undefined && field in join.take;

/** Whether what a record's field is made of is there and says nothing, rather than named wrongly. */
export const isThereAndEmpty = (value: Value | undefined, headers: ReadonlySet<Header>): boolean =>
  isNames(value) && [...headers].some((header) => canFill(value, columnsOf(header)));

const isNames = (value: Value | undefined): value is string | Value[] =>
  typeof value === 'string' || (Array.isArray(value) && value.every(isNames));

export const columnsInWords = (header: Header): string =>
  `Columns: ${header.slice(0, KEYS_SHOWN).join(', ')}`;

/** What a file without rows must have all the same: a field, and what the ids are made of. */
export function headerFaults(
  mapping: FieldsOf & Partial<Pick<Mapping, 'id'>>,
  path: string,
  header: Header,
): string[] {
  const has = columnsOf(header);
  const fill = (value: Value | undefined) => value !== undefined && canFill(value, has);
  if (!Object.values(mapping.fields).some(fill))
    return [
      `${path}: the mapping finds none of its fields in the header. ${columnsInWords(header)}`,
    ];
  return (mapping.id ?? [])
    .filter((id) => !fill(id))
    .map(
      (id) =>
        `${path}: the mapping finds nothing for id ${namesInWords(id)} in the header. ${columnsInWords(header)}`,
    );
}

/** Of a column that is there twice nothing says which is meant. */
export function columnsTwice(
  mapping: FieldsOf & Pick<Mapping, 'observedAt'> & Partial<Pick<Mapping, 'id'>>,
  path: string,
  header: Header,
): string[] {
  const values = [
    ...Object.values(mapping.fields).filter((value) => value !== undefined),
    ...(mapping.id ?? []),
    mapping.observedAt,
    mapping.join?.on ?? [],
  ];
  const used = new Map(values.flatMap(namesOf).map((name) => [columnKey(name), name]));
  return [...used].flatMap(([key, name]) => {
    const places = header.flatMap((column, at) =>
      columnKey(column) === key ? [`$${at + 1}`] : [],
    );
    if (places.length < 2) return [];
    return `${path}: the column ${JSON.stringify(name)} is there ${places.length === 2 ? 'twice' : `${places.length} times`}, as ${places.join(' and ')}: write the one that is meant instead of its name.`;
  });
}
