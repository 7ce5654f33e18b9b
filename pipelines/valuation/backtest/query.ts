import { ageAt } from '#domain/valuation/age.ts';
import { familyOf } from '#domain/valuation/family.ts';
import { floorplanFeet } from '#domain/valuation/size.ts';
import { LISTING_CONDITIONS, RV_TYPE_IDS, type Condition } from '#schemas/vocabulary.ts';
import { KIND, kindOf } from '../design.ts';
import type { UnitMonth } from '../unit-table.ts';

const MS_PER_DAY = 86_400_000;

/** What is asked of every method alike: a unit's normalised facts at a day, without any price. */
export interface Query extends Pick<
  UnitMonth,
  'type' | 'makerId' | 'makeId' | 'lineId' | 'floorplan' | 'year' | 'mileage' | 'region' | 'day'
> {
  condition: Condition;
  /** In years. */
  age: number;
}

/** What one method answers: log prices. */
export interface Answer {
  log: number;
  /** Ends of the 80% range; absent of a method that gives none. */
  low?: number;
  high?: number;
  /** Probability that the price is within 15% of the estimate. */
  confidence?: number;
  /** What the estimate rests on. */
  basis?: string;
}

/** A condition that is not told is read from age and miles, as the fit does. */
export function queryOf(row: UnitMonth): Query {
  const age = ageAt(row.day * MS_PER_DAY, row.year);
  const kind = kindOf(LISTING_CONDITIONS.indexOf(row.condition), age, row.mileage ?? Number.NaN);
  const { type, makerId, makeId, lineId, floorplan, year, mileage, region, day } = row;
  const condition = kind === KIND.new ? 'new' : kind === KIND.certified ? 'certified' : 'used';
  const facts = { type, makerId, makeId, lineId, floorplan, year, mileage, region, day };
  return { ...facts, condition, age };
}

/** The features of a query, as columns of a table: what every competitor gets. '' is not known. */
export function featuresOf(query: Query): Record<string, string | number> {
  const at = new Date(query.day * MS_PER_DAY);
  return {
    type: query.type,
    maker: query.makerId === '' ? query.makeId : query.makerId,
    make: query.makeId,
    family: query.lineId === '' ? '' : familyOf(query.lineId),
    line: query.lineId,
    plan: query.floorplan === '' ? '' : `${query.lineId}#${query.floorplan}`,
    condition: query.condition,
    region: query.region,
    year: query.year,
    age: Math.round(1000 * query.age) / 1000,
    mileage: query.mileage ?? '',
    feet: floorplanFeet(query.floorplan) ?? '',
    observed: Math.round(1000 * (query.year + query.age)) / 1000,
    month: at.getUTCMonth() + 1,
  };
}

export function isType(id: string): id is (typeof RV_TYPE_IDS)[number] {
  return (RV_TYPE_IDS as readonly string[]).includes(id);
}
