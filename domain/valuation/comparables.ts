import { COMPARABLES_MAX } from '#schemas/constants.ts';
import type { comparable } from '#schemas/api/analysis.ts';
import type { ComparableColumns } from '#schemas/snapshot.ts';
import { LISTING_CONDITIONS, STATES, type Condition } from '#schemas/vocabulary.ts';
import { median } from 'simple-statistics';
import type { z } from 'zod';
import { ageAt, monthPoint } from './age.ts';
import { calibrationFor, correctedAt } from './calibrated.ts';
import { floorplanCurve, logParts, nodeCurve, sumOf, type CurveRef } from './log-price.ts';
import type { IndexedModel } from './model-index.ts';
import type { Place } from './place.ts';
import { floorplanFeet } from './size.ts';

export type Comparable = z.output<typeof comparable>;

/**
 * What a listing says of itself, whatever is set beside it, its log price without what trees say, and by how
 * much it asks more than that.
 */
interface Listing {
  logPrice: number;
  asksMore: number;
  said: Omit<Comparable, 'make' | 'model' | 'adjustment' | 'adjustedPrice'>;
}

/** Listings of model years further away than this say little. */
const YEARS_APART_MAX = 6;
/**
 * In log: what would have to be made half as much again, or two thirds, to be like the one valued is not
 * like it. Appraisers stop earlier still.
 */
const ADJUSTED_MOST = Math.log(1.5);
/**
 * In log: half or twice what the others nearby come to is a deposit, a salvage title, a monthly payment or a digit
 * too few. It is judged by the others and not by the estimate, which may itself be off; of fewer none can be.
 */
const APART_MOST = Math.log(2);
const JUDGED_MIN = 3;
const MS_PER_YEAR = 365.2425 * 86_400_000;
/** So many are looked at, nearest first, since some of them are too unlike. */
const CANDIDATES = 4 * COMPARABLES_MAX;
/** Popular RVs are asked for again and again: so many of their listings are kept as read. */
const LISTINGS_KEPT = 20_000;
/** Stand for a floorplan not asked for, and for one that no listing has; -1 is "the listing names none". */
const ANY = -2;
const NOWHERE = -3;
const REGION_OF = new Map<string, string>(STATES.map(({ code, region }) => [code, region]));
const DECODER = new TextDecoder();

/** What was found beside a listing, or an RV that is none. */
interface Compared {
  comparables: Comparable[];
  /** The listing itself, where it is one of the line and near what it is valued as. */
  own: Listing['said'] | undefined;
}

export interface ComparableQuery {
  place: Place;
  floorplan: string;
  /** The listing that is set beside the others, where it is one. */
  listingId: string | undefined;
  year: number;
  condition: Condition;
  mileage: number | undefined;
  /** As of when it is valued, in milliseconds. */
  instant: number;
  /** Log price of what is valued, without what trees say, from the same model. */
  logPrice: number;
  makeName: string;
  lineName: string;
}

/**
 * Real listings of the same line, nearest first: same floorplan, condition, near model year, near
 * mileage, seen near the day it is valued for, then newest; none that is too unlike after all or that asks
 * what none of the others does. The adjustment is the model's ratio of what is valued to the listing, so it
 * answers "what would this asking price be for mine".
 */
export function comparablesIn(
  index: IndexedModel,
  columns: ComparableColumns,
): (query: ComparableQuery) => Compared {
  const floorplanAt = new Map(columns.floorplans.map((code, at) => [code, at]));
  const known = new Map<number, Listing>();
  const listingAt = (row: number, place: Place): Listing => {
    const before = known.get(row);
    if (before !== undefined) return before;
    const read = readListing(index, columns, row, place);
    if (known.size >= LISTINGS_KEPT) known.clear();
    known.set(row, read);
    return read;
  };
  return (query) => {
    const floorplan = query.floorplan === '' ? ANY : (floorplanAt.get(query.floorplan) ?? NOWHERE);
    const near = nearestRows(columns, query, floorplan).map((row) => listingAt(row, query.place));
    const own = near.find(({ said }) => said.listingId === query.listingId);
    const alike = near.filter(
      (listing) => listing !== own && Math.abs(query.logPrice - listing.logPrice) <= ADJUSTED_MOST,
    );
    const comparables = borneOut(alike)
      .slice(0, COMPARABLES_MAX)
      .map((listing) => setBeside(listing, query));
    return { comparables, own: own?.said };
  };
}

/** Those whose price the others bear out. */
function borneOut(alike: readonly Listing[]): readonly Listing[] {
  if (alike.length < JUDGED_MIN) return alike;
  const usual = median(alike.map(({ asksMore }) => asksMore));
  return alike.filter(({ asksMore }) => Math.abs(asksMore - usual) <= APART_MOST);
}

function nearestRows(
  columns: ComparableColumns,
  query: ComparableQuery,
  floorplan: number,
): number[] {
  const { place } = query;
  if (place.line < 0) return [];
  const from = columns.lineStart[place.line] ?? 0;
  const to = columns.lineStart[place.line + 1] ?? from;
  const nearest: Near[] = [];
  // By model year outwards: what is further in years than the worst one kept cannot be nearer.
  for (let apart = 0; apart <= YEARS_APART_MAX; apart += 1) {
    if (nearest.length === CANDIDATES && (nearest.at(-1)?.distance ?? 0) <= apart) break;
    for (const year of apart === 0 ? [query.year] : [query.year + apart, query.year - apart]) {
      let row = firstOfYear(columns.year, from, to, year);
      for (; row < to && columns.year[row] === year; row += 1)
        keepNearest(nearest, { row, distance: apart + distanceTo(columns, row, query, floorplan) });
    }
  }
  return nearest.map(({ row }) => row);
}

interface Near {
  row: number;
  distance: number;
}

/** First row of a line whose model year is not before the one asked for. */
function firstOfYear(years: Int32Array, from: number, to: number, year: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((years[middle] ?? 0) < year) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Besides the model years: another condition weighs as two of them, another floorplan as one and a half, and a year
 * between the day the listing was seen and the day of the value as one.
 */
function distanceTo(
  columns: ComparableColumns,
  row: number,
  query: ComparableQuery,
  floorplan: number,
): number {
  let distance = 0;
  if (LISTING_CONDITIONS[columns.condition[row] ?? 0] !== query.condition) distance += 2;
  if (floorplan !== ANY && columns.floorplan[row] !== floorplan) distance += 1.5;
  const mileage = columns.mileage[row] ?? -1;
  if (query.mileage !== undefined && mileage >= 0)
    distance += Math.min(3, Math.abs(mileage - query.mileage) / 20_000);
  const apart = Math.abs((columns.observedAt[row] ?? 0) * 1000 - query.instant);
  return distance + Math.min(3, apart / MS_PER_YEAR);
}

/** Rows come newest first within a line, so that a tie keeps the newer one. */
function keepNearest(nearest: Near[], candidate: Near): void {
  let at = nearest.length;
  while (at > 0 && (nearest[at - 1]?.distance ?? 0) > candidate.distance) at -= 1;
  if (at >= CANDIDATES) return;
  nearest.splice(at, 0, candidate);
  if (nearest.length > CANDIDATES) nearest.pop();
}

function readListing(
  index: IndexedModel,
  columns: ComparableColumns,
  row: number,
  place: Place,
): Listing {
  const state = columns.states[columns.state[row] ?? -1] ?? '';
  const floorplan = columns.floorplans[columns.floorplan[row] ?? -1] ?? '';
  const observedAt = (columns.observedAt[row] ?? 0) * 1000;
  const mileage = columns.mileage[row] ?? -1;
  const condition = LISTING_CONDITIONS[columns.condition[row] ?? 0] ?? 'unknown';
  const as = condition === 'unknown' ? 'used' : condition;
  const year = columns.year[row] ?? 0;
  const parts = logParts(index.model, curveOf(index, place, floorplan), {
    modelYear: year,
    age: ageAt(observedAt, year),
    condition: as,
    mileage: mileage < 0 ? undefined : mileage,
    region: REGION_OF.get(state) ?? '',
    month: monthPoint(observedAt),
  });
  const logPrice = correctedAt(calibrationFor(index.model, as), sumOf(parts));
  const price = columns.price[row] ?? 0;
  return {
    logPrice,
    asksMore: Math.log(price) - logPrice,
    said: {
      listingId: hex(columns.listingIds, row),
      year,
      floorplan,
      condition,
      mileage: mileage < 0 ? null : mileage,
      price,
      state,
      observedAt: new Date(observedAt).toISOString(),
      url: DECODER.decode(
        columns.urls.subarray(columns.urlStart[row] ?? 0, columns.urlStart[row + 1] ?? 0),
      ),
    },
  };
}

function setBeside({ said, logPrice }: Listing, query: ComparableQuery): Comparable {
  const adjustedPrice = Math.round(said.price * Math.exp(query.logPrice - logPrice));
  return {
    ...said,
    make: query.makeName,
    model: query.lineName,
    adjustment: adjustedPrice - said.price,
    adjustedPrice,
  };
}

/** The curve of a listing of the same line: its floorplan's, or the line's at the length its code tells. */
function curveOf({ model, floorplansOf }: IndexedModel, place: Place, floorplan: string): CurveRef {
  const node = floorplansOf.get(place.line)?.get(floorplan);
  if (node !== undefined) return floorplanCurve(model, node, place.type);
  const { lines, knots } = model;
  return nodeCurve(lines, place.line, place.type, knots.length, floorplanFeet(floorplan));
}

const ID_BYTES = 16;

function hex(ids: Uint8Array, row: number): string {
  return Buffer.from(ids.buffer, ids.byteOffset + row * ID_BYTES, ID_BYTES).toString('hex');
}
