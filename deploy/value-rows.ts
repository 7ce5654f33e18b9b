import { calendarDate } from '#schemas/events/topic.ts';
import { findState } from '#schemas/vocabulary.ts';
import type { ValueEstimate, Evaluator, ValuationRequest } from '#domain/valuation/evaluate.ts';
import { inOneText } from '#domain/valuation/refusal.ts';
import { conditionOfField } from '#pipelines/normalise/steps/read-condition.ts';
import { readMiles } from '#pipelines/normalise/text/miles.ts';
import { isNothing } from '#pipelines/normalise/text/texts.ts';

/** What the bulk command adds to each row, in this order. */
export const ADDED_COLUMNS = [
  'value',
  'low',
  'high',
  'confidence',
  'data_points',
  'basis',
  'reason',
] as const;

const REQUIRED = ['make', 'model', 'year'] as const;
const OPTIONAL = ['condition', 'mileage', 'as_of', 'state'] as const;
type Column = (typeof REQUIRED)[number] | (typeof OPTIONAL)[number];

/** Where the columns stand; an optional one that is not there is absent. */
export type Columns = Partial<Record<Column, number>>;

/** Why a row has no value: a short code to count by, and a sentence for its `reason`. */
interface Faulty {
  refused: string;
  message: string;
  suggestions: string[];
}

/**
 * Finds the columns in a header, in any order and case; spaces and hyphens are as good as `_`.
 * @returns the columns, or what is missing or there twice
 */
export function findColumns(header: readonly string[]): Columns | { fault: string } {
  const names = header.map((name) =>
    name
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_'),
  );
  const columns: Columns = {};
  for (const name of [...REQUIRED, ...OPTIONAL]) {
    const at = names.indexOf(name);
    if (at < 0) continue;
    if (names.includes(name, at + 1)) return { fault: `The column '${name}' is there twice.` };
    columns[name] = at;
  }
  const missing = REQUIRED.filter((name) => columns[name] === undefined);
  if (missing.length === 0) return columns;
  return {
    fault: `The header has no column ${missing.map((name) => `'${name}'`).join(', ')}; it has: ${header.join(', ')}.${otherwiseParted(header)}`,
  };
}

function otherwiseParted([only = '', ...others]: readonly string[]): string {
  const [mark] = /[;\t|]/.exec(only) ?? [];
  if (mark === undefined || others.length > 0) return '';
  return ` Its columns are parted by ${mark === '\t' ? 'tabs' : `'${mark}'`}: save the file with commas.`;
}

/** Values one row: the cells to add to it, and the code of the reason where there is no value. */
export function valueRow(
  evaluator: Pick<Evaluator, 'estimate'>,
  columns: Columns,
  cells: readonly string[],
): { added: string[]; refused?: string } {
  const request = readRow(columns, cells);
  const answer = 'refused' in request ? request : evaluator.estimate(request);
  if ('refused' in answer)
    return { added: ['', '', '', '', '', '', inOneText(answer)], refused: answer.refused };
  return { added: cellsOf(answer) };
}

function cellsOf({ value, low, high, confidence, dataPoints, basis }: ValueEstimate): string[] {
  return [`${value}`, `${low}`, `${high}`, `${confidence}`, `${dataPoints}`, basis, ''];
}

function readRow(columns: Columns, cells: readonly string[]): ValuationRequest | Faulty {
  const cell = (name: Column) => (cells[columns[name] ?? -1] ?? '').trim();
  for (const name of REQUIRED)
    if (cell(name) === '') return faulty(`empty_${name}`, `The ${name} is empty.`);

  // A spreadsheet may write it as 2021.0.
  const year = /^\d+(?:\.0+)?$/.test(cell('year')) ? Number(cell('year')) : Number.NaN;
  if (Number.isNaN(year))
    return faulty('bad_year', `"${cell('year')}" is no year: write four digits, such as 2021.`);
  // Both as a listing's are read.
  const words = cell('condition').toLowerCase() || 'used';
  const condition = WRECKED.test(words) ? undefined : conditionOfField(words);
  if (condition === undefined)
    return faulty(
      'bad_condition',
      `"${cell('condition')}" is no condition: write new, used or certified.`,
    );
  // Not of a condition: an empty one is used, one that is said to be unknown may be new.
  const told = (name: Column) => (isNothing(cell(name)) ? '' : cell(name));
  const [miles, asOf, place] = [told('mileage'), told('as_of'), told('state')];
  const mileage = miles === '' ? undefined : readMiles(miles, 'mi');
  if (mileage === null || Number.isNaN(mileage) || (mileage ?? 0) < 0)
    return faulty('bad_mileage', `"${miles}" is no mileage: write whole miles.`);
  if (asOf !== '' && !calendarDate.safeParse(asOf).success)
    return faulty('bad_as_of', `"${asOf}" is no date: write it as 2026-07-31.`);
  const state = findState(place);
  if (state === undefined && place !== '')
    return faulty('bad_state', `"${place}" is no US state: write it as TX or Texas.`);
  return {
    make: cell('make'),
    model: cell('model'),
    year,
    condition,
    mileage,
    state: state?.code,
    asOf: asOf === '' ? undefined : asOf,
  };
}

/** On the market such a unit is a used one, but what the used are worth it is not. */
const WRECKED = /salvage|rebuilt|(?<!un)damaged/;

const faulty = (refused: string, message: string): Faulty => ({
  refused,
  message,
  suggestions: [],
});

/** One line of CSV (RFC 4180): a cell is quoted where it must be, and comes back as it was. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\n`;
}

function csvCell(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
