import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import type { Condition, RvTypeId } from '#schemas/vocabulary.ts';
import type { UnitMonth } from '../unit-table.ts';

/** A unit with what an observer cannot see: its noise-free asking price. */
export interface TrueUnit extends UnitMonth {
  truth: number;
}

interface Line {
  type: RvTypeId;
  makeId: string;
  lineId: string;
  /** Log sticker price, yearly log loss. */
  level: number;
  loss: number;
}

const TYPES: readonly RvTypeId[] = ['class-c', 'travel-trailer', 'fifth-wheel'];
const TYPE_LEVELS = [Math.log(140_000), Math.log(38_000), Math.log(90_000)];
const MAKES = 6;
const LINES_PER_MAKE = 5;
const FLOORPLANS = ['2100RB', '2600BH', '3100RL'];
const REGIONS = ['Northeast', 'Midwest', 'South', 'West'];
const NOISE = 0.11;
/** Days since 1970 of the last observation: 2026-11-01. */
export const LAST_DAY = 20_758;

/** Draws a market of which every price is known without its noise. Same arguments, same market. */
export function drawMarket(options: {
  units: number;
  seed: number;
  /** Share of prices that are wrong by a factor of 3 to 10, up or down. */
  grossErrors?: number;
}): TrueUnit[] {
  const random = source(options.seed);
  const lines = drawLines(random);
  return Array.from({ length: options.units }, (_, number) => {
    const line = lines[Math.floor(lines.length * random.unit() ** 1.6)] ?? lines[0];
    if (line === undefined) throw new RangeError('A market has lines.');
    return drawUnit(random, line, number, options.grossErrors ?? 0);
  });
}

function drawLines(random: Source): Line[] {
  const lines: Line[] = [];
  for (let make = 0; make < MAKES; make += 1) {
    const makeLevel = 0.15 * random.normal();
    for (let line = 0; line < LINES_PER_MAKE; line += 1) {
      const type = (make + line) % TYPES.length;
      lines.push({
        type: TYPES[type] ?? 'travel-trailer',
        makeId: `make-${make}`,
        lineId: `make-${make}/line${line}`,
        level: (TYPE_LEVELS[type] ?? 10) + makeLevel + 0.15 * random.normal(),
        loss: 0.075 * Math.exp(0.15 * random.normal()),
      });
    }
  }
  return lines;
}

function drawUnit(random: Source, line: Line, number: number, grossErrors: number): TrueUnit {
  const condition: Condition = random.unit() < 0.5 ? 'new' : 'used';
  const day = LAST_DAY - Math.floor(360 * random.unit());
  const asOf = 1970 + day / 365.2425;
  const age = condition === 'new' ? -0.5 + 1.5 * random.unit() : 1 + 11 * random.unit() ** 1.5;
  const year = Math.round(asOf - age);
  const plan = Math.floor(FLOORPLANS.length * random.unit());
  const region = Math.floor(REGIONS.length * random.unit());
  const years = Math.max(0, asOf - year);
  const usual = 4_500 * Math.max(0.3, years);
  const isMotorhome = line.type === 'class-c';
  const mileage =
    isMotorhome && condition === 'used'
      ? Math.round(usual * Math.exp(0.5 * random.normal()))
      : null;
  const log =
    line.level +
    0.12 * (plan - 1) +
    0.02 * (region - 1.5) -
    line.loss * years -
    (condition === 'used' ? 0.08 : 0) -
    (mileage === null ? 0 : 0.1 * Math.log((mileage + 3_000) / (usual + 3_000)));
  const gross =
    random.unit() < grossErrors
      ? (random.unit() < 0.5 ? -1 : 1) * Math.log(3 + 7 * random.unit())
      : 0;
  return {
    unitId: `unit-${number}`,
    type: line.type,
    makerId: '',
    makeId: line.makeId,
    lineId: line.lineId,
    floorplan: FLOORPLANS[plan] ?? '',
    year,
    condition,
    mileage,
    region: REGIONS[region] ?? '',
    price: Math.round(Math.exp(log + NOISE * random.studentT4() + gross)),
    msrp: null,
    day,
    current: true,
    source: 'dealer',
    dealer: `dealer-${number % 20}`,
    truth: Math.exp(log),
  };
}

type Source = ReturnType<typeof source>;

function source(seed: number) {
  const generator = xoroshiro128plus(seed);
  const unit = () => uniformFloat64(generator);
  const normal = () => Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit());
  return {
    unit,
    normal,
    /** Normal over the root of a mean of four squared normals. */
    studentT4: () =>
      normal() / Math.sqrt((normal() ** 2 + normal() ** 2 + normal() ** 2 + normal() ** 2) / 4),
  };
}
