import {
  CENSUS_REGIONS,
  RV_TYPE_IDS,
  type CensusRegion,
  type RvTypeId,
} from '#schemas/vocabulary.ts';
import { TYPE_FACTS, type Range } from './facts.ts';
import { layOutLines, typeShare, type LineOnSale } from './lines.ts';
import { floorplanCode, type NamedMake } from './names.ts';
import { RandomStream, runningSums, type Random } from './random.ts';

/** What the market is made of: everything true that is not about one unit. Drawn once from a seed. */
export interface World {
  seed: number;
  lines: readonly Line[];
  types: readonly TypeWorld[];
  /** Running sums of the types' shares, in the order of `types`. */
  typeSums: Float64Array;
  /** Log price of a region against the country. */
  region: Readonly<Record<CensusRegion, number>>;
}

export interface TypeWorld {
  type: RvTypeId;
  lines: readonly Line[];
  lineSums: Float64Array;
  /** Log price at the best day of the year; the worst is its negative. */
  season: number;
  /** Where in the year the best day lies, 0 to 1. */
  seasonPeak: number;
  /** Log price level on the first of each month from `CYCLE_START` on; wanders around 0. */
  cycle: Float64Array;
}

export interface Line extends LineOnSale {
  index: number;
  floorplans: readonly Floorplan[];
  floorplanSums: Float64Array;
  /** Log of the sticker price by model year, the first entry for `FIRST_MODEL_YEAR`. */
  logMsrp: Float64Array;
  curve: Curve;
}

export interface Floorplan {
  code: string;
  lengthFeet: number;
  /** Log sticker price against the line's. */
  level: number;
}

/** The numbers of `CurveFacts`, of one line. */
export interface Curve {
  discount: number;
  discountPerYear: number;
  usedGap: number;
  earlyDrop: number;
  slope: number;
}

/** Strength of effects; 1 is the market as described, 0 takes the effect out. */
export interface Effects {
  season: number;
  cycle: number;
  region: number;
}

export interface WorldOptions {
  seed: number;
  makes: readonly NamedMake[];
  lines: number;
  /** Share of the lines that have fewer than ten listings in a market of 67,510. */
  thinShare: number;
  effects: Effects;
}

export const FIRST_MODEL_YEAR = 1970;
const LAST_MODEL_YEAR = 2060;
export const CYCLE_START = 1995;
const CYCLE_MONTHS = (2061 - CYCLE_START) * 12;
/** The year in which the median sticker prices of `TYPE_FACTS` hold. */
const MSRP_YEAR = 2026;

export function createWorld(options: WorldOptions): World {
  const { seed, makes, effects } = options;
  const layout = layOutLines(
    new RandomStream(seed, 'lines').at(0),
    makes,
    options.lines,
    options.thinShare,
  );
  const inflation = stickerInflation(new RandomStream(seed, 'inflation').at(0));
  const market = cycle(new RandomStream(seed, 'cycle').at(0), 0.003);
  const makeStream = new RandomStream(seed, 'make');
  const makeTraits = new Map(
    makes.map((make, index) => [make.name, drawMakeTraits(makeStream.at(index))]),
  );
  const typeStream = new RandomStream(seed, 'type');
  const lineStream = new RandomStream(seed, 'line');

  let lineIndex = 0;
  const types = RV_TYPE_IDS.map((type, index): TypeWorld => {
    const random = typeStream.at(index);
    const facts = TYPE_FACTS[type];
    const curve = drawCurve(random, type);
    const own = cycle(random, 0.0015);
    const lines = layout
      .filter((line) => line.type === type)
      .map((line) => {
        const traits = makeTraits.get(line.make) ?? NO_TRAITS;
        const made = makeLine(lineStream.at(lineIndex), lineIndex, line, curve, traits, inflation);
        lineIndex += 1;
        return made;
      });
    return {
      type,
      lines,
      lineSums: runningSums(lines.map((line) => line.weight)),
      season: effects.season * between(random, facts.season),
      seasonPeak: random.between(4, 5.5) / 12,
      cycle: own.map((level, month) => effects.cycle * (level + (market[month] ?? 0))),
    };
  });
  const regionRandom = new RandomStream(seed, 'region').at(0);
  return {
    seed,
    lines: types.flatMap((type) => type.lines),
    types,
    typeSums: runningSums(RV_TYPE_IDS.map(typeShare)),
    region: Object.fromEntries(
      CENSUS_REGIONS.map((region) => [region, effects.region * regionRandom.between(-0.03, 0.03)]),
    ) as Record<CensusRegion, number>,
  };
}

interface MakeTraits {
  msrp: number;
  discount: number;
  earlyDrop: number;
  slope: number;
}
const NO_TRAITS: MakeTraits = { msrp: 0, discount: 0, earlyDrop: 0, slope: 0 };

/** How a make stands against its types, in log or as a log factor. */
function drawMakeTraits(random: Random): MakeTraits {
  return {
    msrp: 0.15 * random.normal(),
    discount: 0.012 * random.normal(),
    earlyDrop: 0.2 * random.normal(),
    slope: 0.08 * random.normal(),
  };
}

function drawCurve(random: Random, type: RvTypeId): Curve {
  const facts = TYPE_FACTS[type].curve;
  return {
    discount: between(random, facts.discount),
    discountPerYear: between(random, facts.discountPerYear),
    usedGap: between(random, facts.usedGap),
    earlyDrop: between(random, facts.earlyDrop),
    slope: between(random, facts.slope),
  };
}

function makeLine(
  random: Random,
  index: number,
  line: LineOnSale,
  typeCurve: Curve,
  traits: MakeTraits,
  inflation: Float64Array,
): Line {
  const facts = TYPE_FACTS[line.type];
  const level = Math.log(facts.msrp) + traits.msrp + facts.lineSpread * random.normal();
  const floorplans = drawFloorplans(random, facts.length);
  return {
    ...line,
    index,
    floorplans,
    floorplanSums: runningSums(floorplans.map((_, rank) => 1 / (rank + 1))),
    logMsrp: inflation.map((yearLevel) => level + yearLevel + 0.006 * random.normal()),
    curve: {
      discount: Math.max(0.03, typeCurve.discount + traits.discount + 0.01 * random.normal()),
      discountPerYear: typeCurve.discountPerYear,
      usedGap: typeCurve.usedGap,
      earlyDrop: typeCurve.earlyDrop * Math.exp(traits.earlyDrop + 0.1 * random.normal()),
      slope: typeCurve.slope * Math.exp(traits.slope + 0.04 * random.normal()),
    },
  };
}

/**
 * Two to seven floorplans. Within a line they differ little in price, some percent at most: what tells
 * identical units apart is the asks' noise, which was measured with floorplans told apart only in part.
 */
function drawFloorplans(random: Random, range: Range): Floorplan[] {
  const centre = random.between(
    range[0] + 0.2 * (range[1] - range[0]),
    range[1] - 0.2 * (range[1] - range[0]),
  );
  const byCode = new Map<string, Floorplan>();
  const count = 2 + random.below(6);
  for (let plan = 0; plan < count; plan += 1) {
    const drawn = centre + 0.1 * (range[1] - range[0]) * random.normal();
    const lengthFeet = Math.round(10 * Math.min(range[1], Math.max(range[0], drawn))) / 10;
    const code = floorplanCode(random, lengthFeet);
    byCode.set(code, {
      code,
      lengthFeet,
      level: 0.15 * Math.log(lengthFeet / centre) + 0.008 * random.normal(),
    });
  }
  return [...byCode.values()];
}

/** Log sticker price of a model year against 2026's: some 2.5% a year, steeper for 2021 to 2023 (assumed). */
function stickerInflation(random: Random): Float64Array {
  const levels = new Float64Array(LAST_MODEL_YEAR - FIRST_MODEL_YEAR + 1);
  for (let index = 1; index < levels.length; index += 1) {
    const year = FIRST_MODEL_YEAR + index;
    const steep = year >= 2021 && year <= 2023 ? 0.035 : 0;
    levels[index] = (levels[index - 1] ?? 0) + 0.023 + steep + 0.006 * random.normal();
  }
  const base = levels[MSRP_YEAR - FIRST_MODEL_YEAR] ?? 0;
  return levels.map((level) => level - base);
}

/** A smooth level that wanders by months and is drawn back to 0: its velocity lasts for some months. */
function cycle(random: Random, push: number): Float64Array {
  const levels = new Float64Array(CYCLE_MONTHS);
  let velocity = 0;
  for (let month = 1; month < CYCLE_MONTHS; month += 1) {
    velocity = 0.8 * velocity + push * random.normal();
    levels[month] = 0.98 * (levels[month - 1] ?? 0) + velocity;
  }
  return levels;
}

function between(random: Random, range: Range): number {
  return random.between(range[0], range[1]);
}
