import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { CENSUS_REGIONS, MOTORHOME_TYPES, type RvTypeId } from '#schemas/vocabulary.ts';
import type { UnitMonth } from '../unit-table.ts';
import type { TrueValue } from './truth.ts';

/**
 * Two markets whose truths have other forms than the fit's and than the simulator's, to see what the
 * method is worth where its form is wrong. Their constants were set once and are not to be tuned to.
 *
 * `logistic`: share of the sticker price kept falls along a logistic curve with the make's own middle,
 * width and floor, and drops once more in a year of the make's own (its warranty ends). Laplace noise.
 *
 * `dollars`: so many dollars are lost a year, fewer after the seventh, down to a salvage price; rebates
 * of new units, miles and places count in dollars; the market falls in one step. Noise is normal, and
 * of one price in ten three times as wide.
 */
export const FOREIGN_MARKETS = ['logistic', 'dollars'] as const;
export type ForeignMarket = (typeof FOREIGN_MARKETS)[number];

export interface ForeignUnits {
  rows: UnitMonth[];
  truthDay: number;
  truthOf: (unitId: string) => TrueValue | undefined;
}

/** As the simulated market: listings, months, makes, lines, and lines of fewer than ten listings. */
const UNITS = 67_510;
const MONTHS = 36;
const MAKES = 190;
const LINES = 2_490;
const THIN_SHARE = 0.3;
const GROSS_ERRORS = 0.05;
const MILES_A_YEAR = 4_500;
const MS_PER_DAY = 86_400_000;
const DAYS_PER_MONTH = 365.25 / 12;
const END_DAY = Date.UTC(2026, 10, 1) / MS_PER_DAY;
const TRUTH_DAY = Date.UTC(2026, 11, 1) / MS_PER_DAY;
const FIRST_DAY = END_DAY - MONTHS * DAYS_PER_MONTH;
const LAST_YEAR = 2027;

/** Usual sticker price of a type and its share of the listings. */
const TYPES: readonly (readonly [RvTypeId, number, number])[] = [
  ['travel-trailer', 45_000, 0.55],
  ['fifth-wheel', 105_000, 0.16],
  ['class-c', 140_000, 0.09],
  ['class-a', 260_000, 0.07],
  ['toy-hauler', 75_000, 0.06],
  ['class-b', 175_000, 0.04],
  ['truck-camper', 40_000, 0.01],
  ['pop-up', 18_000, 0.01],
  ['park-model', 90_000, 0.01],
];

interface Make {
  id: string;
  level: number;
  /** Each from 0 to 1, for a form to make of them what it likes. */
  traits: readonly number[];
}
interface Line {
  id: string;
  make: Make;
  type: RvTypeId;
  msrp: number;
  trait: number;
  firstYear: number;
  plans: readonly { code: string; level: number }[];
}
interface Unit {
  line: Line;
  /** Sticker price. */
  msrp: number;
  year: number;
  isNew: boolean;
  /** Miles beyond what is usual; 0 of what has no odometer. */
  excess: number;
  /** From 0 to 1 over the regions. */
  place: number;
}

/** Noise-free dollars asked of a unit of an age, `years` after the market's first day. */
type Form = (unit: Unit, age: number, isNew: boolean, years: number) => number;

const logistic: Form = ({ line, msrp, excess, place }, age, isNew, years) => {
  const [a = 0, b = 0, c = 0, d = 0] = line.make.traits;
  const middle = 3.5 + 4 * a + 1.4 * (line.trait - 0.5);
  const width = 2.5 + 2 * b;
  const floor = 0.1 + 0.1 * c;
  const falling = (1 + Math.exp(-middle / width)) / (1 + Math.exp((age - middle) / width));
  const warranty = 1 - (0.04 + 0.06 * c) * Math.max(0, Math.min(1, age - (3 + 5 * d)));
  const used = 0.8 * (floor + (1 - floor) * falling) * warranty;
  const kept = isNew ? Math.max(used, 0.9 - 0.15 * b - 0.07 * Math.max(0, age - 0.5)) : used;
  const market = 0.03 * Math.sin(years * 1.7) + 0.012 * Math.cos(2 * Math.PI * (years - 0.3));
  return msrp * kept * Math.exp(market + 0.03 * (place - 0.5)) * (1 - excess / 600_000);
};

const dollars: Form = ({ line, msrp, excess, place }, age, isNew, years) => {
  const [a = 0, b = 0, c = 0] = line.make.traits;
  const yearly = msrp * (0.055 + 0.025 * a) * (0.9 + 0.2 * line.trait);
  const lost = yearly * Math.min(7, age) + 0.4 * yearly * Math.max(0, age - 7);
  const used = Math.max((0.1 + 0.05 * b) * msrp, 0.78 * msrp - lost);
  const rebate = line.msrp * (0.06 + 0.1 * c) + 0.05 * msrp * Math.max(0, age - 0.5);
  const asked = isNew ? Math.max(used, msrp - rebate) : used;
  const moved = asked - 0.2 * excess * (msrp / 150_000) + 1_500 * (place - 0.5) * (msrp / 60_000);
  const market = (years < 1.8 ? 1 : 0.95) * (1 + 0.015 * Math.cos(2 * Math.PI * (years - 0.3)));
  return Math.max(0.08 * msrp, moved) * market;
};

/** A foreign market as the fit reads it, with its truth one month after its end. */
export function foreignMarket(which: ForeignMarket, seed: number): ForeignUnits {
  const draw = createDraws(seed);
  const ask = which === 'logistic' ? logistic : dollars;
  const noise = which === 'logistic' ? draw.laplace : draw.contaminated;
  const lines = drawLines(draw);
  const rows: UnitMonth[] = [];
  const truths = new Map<string, TrueValue>();
  lines
    .flatMap(({ line, count }) => Array.from({ length: count }, () => line))
    .forEach((line, number) => {
      const from = FIRST_DAY + (END_DAY - FIRST_DAY) * draw.unit();
      const unit = drawUnit(draw, line, from);
      const region = CENSUS_REGIONS[Math.floor(unit.place * CENSUS_REGIONS.length)] ?? '';
      const plan = line.plans[Math.floor(draw.unit() * line.plans.length)];
      unit.msrp *= Math.exp(plan?.level ?? 0);
      const off = noise();
      const usualMiles = MILES_A_YEAR * Math.max(0.1, ageAt(from, unit.year));
      const miles = unit.isNew ? 200 : Math.max(0, usualMiles + unit.excess);
      const tells = draw.unit() < 0.75 && MOTORHOME_TYPES.has(line.type);
      const unitId = `${which}-${number}`;
      const stays = 1 + Math.floor(-1.2 * Math.log(1 - draw.unit()));
      for (let month = 0; month < stays; month += 1) {
        const day = Math.floor(from + month * DAYS_PER_MONTH);
        if (day >= END_DAY) break;
        const price = ask(unit, ageAt(day, unit.year), unit.isNew, yearsAt(day));
        const isWrong = draw.unit() < GROSS_ERRORS;
        rows.push({
          unitId,
          type: line.type,
          makerId: line.make.id,
          makeId: line.make.id,
          lineId: line.id,
          floorplan: plan?.code ?? '',
          year: unit.year,
          condition: unit.isNew ? 'new' : 'used',
          mileage: tells ? Math.round(miles) : null,
          region,
          price: Math.round(price * Math.exp(off) * (isWrong ? draw.grossError() : 1)),
          msrp: unit.isNew && number % 5 < 3 ? Math.round(unit.msrp) : null,
          day,
          current: month === stays - 1 || day + DAYS_PER_MONTH >= END_DAY,
          source: `dealer-${number % 40}`,
          dealer: `dealer-${number % 40}`,
        });
      }
      const age = ageAt(TRUTH_DAY, unit.year);
      const at = yearsAt(TRUTH_DAY);
      const value = ask(unit, age, unit.isNew, at);
      const later = ask({ ...unit, excess: unit.isNew ? 0 : unit.excess }, age + 10, false, at);
      truths.set(unitId, { value, retained10: later / value });
    });
  return { rows, truthDay: TRUTH_DAY, truthOf: (unitId) => truths.get(unitId) };
}

function drawLines(draw: Draws): { line: Line; count: number }[] {
  const makes = Array.from({ length: MAKES }, (_, at): Make => ({
    id: `make${at}`,
    level: 0.25 * draw.normal(),
    traits: Array.from({ length: 4 }, draw.unit),
  }));
  const lines = Array.from({ length: LINES }, (_, at) => {
    const make = makes[at % MAKES] ?? { id: '', level: 0, traits: [] };
    const [type, usual] = drawType(draw);
    // Every other line shares its first word with the one before it.
    const name = at >= MAKES && draw.unit() < 0.3 ? `word${at % 7}-${at}` : `line${at}`;
    const line: Line = {
      id: `${make.id}/${name}`,
      make,
      type,
      msrp: usual * Math.exp(make.level + 0.25 * draw.normal()),
      trait: draw.unit(),
      firstYear: draw.unit() < 0.15 ? 2024 : 2006 + Math.floor(14 * draw.unit()),
      plans: Array.from({ length: 1 + Math.floor(6 * draw.unit()) }, (__, plan) => ({
        code: `${18 + Math.floor(20 * draw.unit())}${'RB,BH,FK,RL,MB,TH'.split(',')[plan]}`,
        level: 0.06 * draw.normal(),
      })),
    };
    const isThin = draw.unit() < THIN_SHARE;
    return { line, isThin, weight: isThin ? 0 : Math.exp(0.9 * draw.normal()) };
  });
  const thin = lines.map(({ isThin }) => (isThin ? 1 + Math.floor(9 * draw.unit()) : 0));
  const rest = UNITS - thin.reduce((sum, count) => sum + count, 0);
  const weights = lines.reduce((sum, { weight }) => sum + weight, 0);
  return lines.map(({ line, isThin, weight }, at) => ({
    line,
    count: isThin ? (thin[at] ?? 0) : Math.max(10, Math.round((rest * weight) / weights)),
  }));
}

function drawType(draw: Draws): readonly [RvTypeId, number] {
  let left = draw.unit();
  for (const [type, usual, share] of TYPES) {
    left -= share;
    if (left < 0) return [type, usual];
  }
  return ['travel-trailer', 45_000];
}

function drawUnit(draw: Draws, line: Line, from: number): Unit {
  const seen = 1970 + from / 365.25;
  const isNew = draw.unit() < 0.5;
  const age = isNew ? 1.6 * draw.unit() - 0.4 : 0.7 - 4.5 * Math.log(1 - draw.unit());
  const year = Math.max(line.firstYear, Math.min(LAST_YEAR, Math.round(seen - age)));
  const msrp = line.msrp * 1.03 ** (year - LAST_YEAR);
  const drives = MOTORHOME_TYPES.has(line.type) && !isNew;
  const usual = MILES_A_YEAR * Math.max(0.1, ageAt(from, year));
  const excess = drives ? usual * (Math.exp(0.5 * draw.normal() - 0.125) - 1) : 0;
  return { line, msrp, year, isNew: isNew && seen - year < 2.5, excess, place: draw.unit() };
}

/** Years since a model year came to the dealers, half a year before it; never below 0. */
function ageAt(day: number, year: number): number {
  return Math.max(0, 1970 + day / 365.25 - year + 0.5);
}

function yearsAt(day: number): number {
  return (day - FIRST_DAY) / 365.25;
}

type Draws = ReturnType<typeof createDraws>;

function createDraws(seed: number) {
  const generator = xoroshiro128plus(seed);
  const unit = () => uniformFloat64(generator);
  const normal = () => Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit());
  return {
    unit,
    normal,
    laplace: () => (unit() < 0.5 ? -1 : 1) * -0.09 * Math.log(1 - unit()),
    contaminated: () => (unit() < 0.1 ? 0.3 : 0.1) * normal(),
    /** Ten times or a tenth, or anything up to seven times off. */
    grossError: () => {
      if (unit() < 0.4) return unit() < 0.5 ? 10 : 0.1;
      return Math.exp((unit() < 0.5 ? -1 : 1) * (0.5 + 1.5 * unit()));
    },
  };
}
