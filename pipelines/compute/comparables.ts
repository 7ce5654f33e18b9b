import type { ComparableColumns } from '#schemas/snapshot.ts';
import type { ValuationModel } from '#schemas/valuation-model.ts';
import { LISTING_CONDITIONS, RV_TYPE_IDS, type RvTypeId } from '#schemas/vocabulary.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { comparableCandidates, type ComparableRow } from '#warehouse/queries/market-facts.ts';
import type { MarketTables } from '#warehouse/queries/market-tables.ts';

/** All comparables of a snapshot together take at most this much memory. */
const BYTES_MAX = 64 * 1024 * 1024;
const EACH_CHOICES = [12, 6, 3, 1];
const ID_BYTES = 16;
/** Bytes of a row's columns besides its URL. */
const ROW_BYTES = 7 * 4 + 1 + ID_BYTES;

/**
 * Real listings for setting beside an estimate: 12 of each line, model year and condition, or fewer
 * of each where all together would be more than a snapshot may hold.
 */
export async function collectComparables(
  warehouse: Warehouse,
  tables: MarketTables,
  lines: ValuationModel['lines'],
): Promise<ComparableColumns> {
  for (const each of EACH_CHOICES) {
    const rows = await readRows(warehouse, tables, each);
    if (rows !== undefined) return comparableColumns(rows, lines.keys);
  }
  return comparableColumns([], lines.keys);
}

async function readRows(
  warehouse: Warehouse,
  tables: MarketTables,
  each: number,
): Promise<ComparableRow[] | undefined> {
  const rows: ComparableRow[] = [];
  let bytes = 0;
  for await (const piece of comparableCandidates(warehouse, tables, each))
    for (const row of piece) {
      bytes += ROW_BYTES + row.url.length;
      if (bytes > BYTES_MAX) return undefined;
      rows.push(row);
    }
  return rows;
}

/**
 * Typed columns of the rows whose line the model knows, in the order of its lines, by model year and
 * newest first, so that of two equally near ones the newer is shown.
 */
export function comparableColumns(
  rows: readonly ComparableRow[],
  lineKeys: readonly string[],
): ComparableColumns {
  const lineOf = new Map(lineKeys.map((key, line) => [key, line]));
  const placed = rows
    .map((row) => ({
      row,
      line: lineOf.get(`${RV_TYPE_IDS.indexOf(row.type as RvTypeId)}:${row.lineId}`) ?? -1,
    }))
    .filter(({ line }) => line >= 0)
    .toSorted(
      (a, b) => a.line - b.line || a.row.year - b.row.year || b.row.observedAt - a.row.observedAt,
    );
  const size = placed.length;
  const urls = placed.map(({ row }) => Buffer.from(row.url));
  const states = codes();
  const floorplans = codes();
  const columns: ComparableColumns = {
    lineStart: lineStarts(placed, lineKeys.length),
    year: new Int32Array(size),
    condition: new Uint8Array(size),
    mileage: new Int32Array(size),
    price: new Int32Array(size),
    observedAt: new Int32Array(size),
    state: new Int32Array(size),
    floorplan: new Int32Array(size),
    states: states.names,
    floorplans: floorplans.names,
    listingIds: new Uint8Array(size * ID_BYTES),
    urlStart: new Int32Array(size + 1),
    urls: new Uint8Array(Buffer.concat(urls)),
  };
  placed.forEach(({ row }, at) => {
    columns.year[at] = row.year;
    columns.condition[at] = LISTING_CONDITIONS.indexOf(row.condition);
    columns.mileage[at] = row.mileage ?? -1;
    columns.price[at] = row.price;
    columns.observedAt[at] = row.observedAt;
    columns.state[at] = states.of(row.state);
    columns.floorplan[at] = floorplans.of(row.floorplan);
    columns.listingIds.set(Buffer.from(row.listingId, 'hex').subarray(0, ID_BYTES), at * ID_BYTES);
    columns.urlStart[at + 1] = (columns.urlStart[at] ?? 0) + (urls[at]?.length ?? 0);
  });
  return columns;
}

function lineStarts(placed: readonly { line: number }[], lines: number): Int32Array<ArrayBuffer> {
  const starts = new Int32Array(lines + 1);
  for (const { line } of placed) starts[line + 1] = (starts[line + 1] ?? 0) + 1;
  for (let line = 0; line < lines; line += 1)
    starts[line + 1] = (starts[line + 1] ?? 0) + (starts[line] ?? 0);
  return starts;
}

/** Texts to numbers in order of first sight; '' is -1. */
function codes(): { names: string[]; of(text: string): number } {
  const names: string[] = [];
  const known = new Map<string, number>();
  return {
    names,
    of(text) {
      if (text === '') return -1;
      const before = known.get(text);
      if (before !== undefined) return before;
      known.set(text, names.length);
      names.push(text);
      return names.length - 1;
    },
  };
}
