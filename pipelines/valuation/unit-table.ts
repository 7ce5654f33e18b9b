import type { UnitMonthRow } from '#warehouse/queries/market-facts.ts';
import { modelLine } from '#domain/valuation/family.ts';
import { CENSUS_REGIONS, LISTING_CONDITIONS, RV_TYPE_IDS } from '#schemas/vocabulary.ts';

/** A unit as it was offered in one month: the latest price shown in that month. */
export type UnitMonth = UnitMonthRow;

/** Code for "not known" in the coded columns. */
export const NONE = -1;

/**
 * Unit months in typed columns, with names as codes into dictionaries: what the fit takes, small
 * enough for millions of rows and cheap to hand to another thread.
 */
export interface UnitTable {
  rows: number;
  /** Distinct units; a unit's rows share its number. Columns may be longer than `rows`. */
  units: number;
  makers: string[];
  makes: string[];
  lines: string[];
  floorplans: string[];
  sources: string[];
  unit: Int32Array;
  /** Hash of the unit's id: folds follow from it, whatever the order of the rows. */
  hash: Int32Array;
  /** Index into RV_TYPE_IDS, or NONE. */
  type: Int8Array;
  maker: Int32Array;
  make: Int32Array;
  line: Int32Array;
  floorplan: Int32Array;
  year: Int16Array;
  /** Index into LISTING_CONDITIONS. */
  condition: Int8Array;
  /** NaN where not known. */
  mileage: Float32Array;
  /** Index into CENSUS_REGIONS, or NONE. */
  region: Int8Array;
  /** NaN where not shown. */
  price: Float64Array;
  msrp: Float64Array;
  day: Int32Array;
  /** 1 where the unit is still on offer. */
  current: Uint8Array;
  /** Whose listing stands for the unit. */
  source: Int32Array;
  /** Hash of whose it is, or NONE. */
  dealer: Int32Array;
  /** Units of the market that the row's unit stands for: 1 where all of them are read. */
  stands: Float32Array;
}

/** Collects unit months into a table; columns grow by doubling. */
export function createUnitTableBuilder(): { add(row: UnitMonth): void; build(): UnitTable } {
  const units = dictionary();
  const makers = dictionary();
  const makes = dictionary();
  const lines = dictionary();
  const floorplans = dictionary();
  const sources = dictionary();
  let table = allocate(1024);
  let rows = 0;

  return {
    add(row) {
      if (rows === table.unit.length) table = grow(table);
      table.unit[rows] = units.code(row.unitId);
      table.hash[rows] = hashOf(row.unitId);
      table.type[rows] = RV_TYPE_IDS.indexOf(row.type as (typeof RV_TYPE_IDS)[number]);
      table.maker[rows] = makers.code(row.makerId === '' ? row.makeId : row.makerId);
      table.make[rows] = makes.code(row.makeId);
      table.line[rows] = lines.code(modelLine(row));
      table.floorplan[rows] = floorplans.code(row.floorplan);
      table.year[rows] = row.year;
      table.condition[rows] = LISTING_CONDITIONS.indexOf(row.condition);
      table.mileage[rows] = row.mileage ?? Number.NaN;
      table.region[rows] = (CENSUS_REGIONS as readonly string[]).indexOf(row.region);
      table.price[rows] = row.price ?? Number.NaN;
      table.msrp[rows] = row.msrp ?? Number.NaN;
      table.day[rows] = row.day;
      table.current[rows] = Number(row.current);
      table.source[rows] = sources.code(row.source);
      table.dealer[rows] = row.dealer === '' ? NONE : hashOf(row.dealer);
      table.stands[rows] = row.stands ?? 1;
      rows += 1;
    },
    build() {
      return {
        ...table,
        rows,
        units: units.names.length,
        makers: makers.names,
        makes: makes.names,
        lines: lines.names,
        floorplans: floorplans.names,
        sources: sources.names,
      };
    },
  };
}

/** Of every unit the newest of its rows that are wanted, in the order of the table: each unit counts once. */
export function newestRows(table: UnitTable, isWanted: (row: number) => boolean): Int32Array {
  const newest = new Int32Array(table.units).fill(NONE);
  for (let row = 0; row < table.rows; row += 1) {
    const unit = table.unit[row] ?? 0;
    const before = newest[unit] ?? NONE;
    if (before !== NONE && (table.day[row] ?? 0) <= (table.day[before] ?? 0)) continue;
    if (isWanted(row)) newest[unit] = row;
  }
  return newest.filter((row) => row !== NONE).toSorted();
}

/** The buffers of a table, for handing it to a worker without copying. */
export function tableBuffers(table: UnitTable): ArrayBuffer[] {
  return COLUMNS.map((name) => table[name].buffer as ArrayBuffer);
}

const COLUMNS = [
  'unit',
  'hash',
  'type',
  'maker',
  'make',
  'line',
  'floorplan',
  'year',
  'condition',
  'mileage',
  'region',
  'price',
  'msrp',
  'day',
  'current',
  'source',
  'dealer',
  'stands',
] as const;
type Columns = Pick<UnitTable, (typeof COLUMNS)[number]>;

function allocate(size: number): Columns {
  return {
    unit: new Int32Array(size),
    hash: new Int32Array(size),
    type: new Int8Array(size),
    maker: new Int32Array(size),
    make: new Int32Array(size),
    line: new Int32Array(size),
    floorplan: new Int32Array(size),
    year: new Int16Array(size),
    condition: new Int8Array(size),
    mileage: new Float32Array(size),
    region: new Int8Array(size),
    price: new Float64Array(size),
    msrp: new Float64Array(size),
    day: new Int32Array(size),
    current: new Uint8Array(size),
    source: new Int32Array(size),
    dealer: new Int32Array(size),
    stands: new Float32Array(size),
  };
}

function grow(columns: Columns): Columns {
  const larger = allocate(columns.unit.length * 2);
  for (const name of COLUMNS) larger[name].set(columns[name]);
  return larger;
}

/** Names to codes in order of first sight; '' is NONE. */
function dictionary(): { names: string[]; code(name: string): number } {
  const names: string[] = [];
  const codes = new Map<string, number>();
  return {
    names,
    code(name) {
      if (name === '') return NONE;
      const known = codes.get(name);
      if (known !== undefined) return known;
      codes.set(name, names.length);
      names.push(name);
      return names.length - 1;
    },
  };
}

/** 31-bit FNV-1a (Fowler, Noll, Vo), for spreading ids over folds. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  // The low bits of FNV are weak for short ids that differ in one place: fold the high ones in.
  return (hash ^ (hash >>> 15)) & 0x7fffffff;
}
