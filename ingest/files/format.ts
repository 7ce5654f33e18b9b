/** What a format of files has. */
interface Traits {
  /** What a record is: a row of cells, a value among others, or what a page says. */
  of: 'table' | 'tree' | 'page';
  /**
   * How a mapping names what a record holds: by its column, by the path to it, by its element in the page, or
   * not at all where the page says it by our own names.
   */
  names: 'column' | 'path' | 'element' | 'own';
  /** A mapping says where in a file its records are. */
  hasRecords?: true;
  /** Its records, or the entries of their history, may have keys. */
  hasKeys?: true;
}

const traits = {
  csv: { of: 'table', names: 'column' },
  tsv: { of: 'table', names: 'column' },
  fixed: { of: 'table', names: 'column' },
  json: { of: 'tree', names: 'path', hasRecords: true, hasKeys: true },
  ndjson: { of: 'tree', names: 'path', hasKeys: true },
  xml: { of: 'tree', names: 'path', hasRecords: true },
  /** The structured data of a page. */
  html: { of: 'page', names: 'path', hasRecords: true, hasKeys: true },
  /** The elements of a page. */
  'html-elements': { of: 'page', names: 'element', hasRecords: true },
  /** What a page offers for sale. */
  'html-offers': { of: 'page', names: 'own' },
} as const satisfies Record<string, Traits>;

export type Format = keyof typeof traits;
export const formats = Object.keys(traits) as Format[];
export const traitsOf = (format: Format): Traits => traits[format];

export const isTable = (format: Format): boolean => traitsOf(format).of === 'table';
export const isPage = (format: Format): boolean => traitsOf(format).of === 'page';
