import { MOTORHOME_TYPES, type Condition } from '#schemas/vocabulary.ts';
import {
  DAYS_ON_LOT,
  DAYS_ON_LOT_MAX,
  DAYS_ON_LOT_SPREAD,
  NOISE_SCALE,
  SHIPMENTS,
  SHOWS_VIN,
  TYPE_FACTS,
} from './facts.ts';
import type { Dealer } from './dealers.ts';
import { runningSums, type Random } from './random.ts';
import { ageAt, DAY_MS } from './time.ts';
import { trueAsk, usualMiles, type Unit } from './truth.ts';
import type { TypeWorld, World } from './world.ts';

/** What decides how long a listing stands: drawn first, so that the rest need not be. */
export interface Lifetime {
  market: TypeWorld;
  condition: Condition;
  /** Log distance of this unit's asking prices from the truth. */
  noise: number;
  firstSeen: number;
  /** When it is taken off, whether that has come or not. */
  removed: number;
}

/** One unit offered by one dealer, with its whole course, known or still to come. */
export interface Listing extends Lifetime {
  id: string;
  index: number;
  /** The index under which the unit was first offered: relistings share it. */
  unitIndex: number;
  unit: Unit;
  dealer: Dealer;
  showsVin: boolean;
  cuts: readonly Cut[];
}

/** From `at` on the price stands at `stage` (log) against the listing's middle price. */
export interface Cut {
  at: number;
  stage: number;
}

export interface Observation {
  /** 0 for the first seen, 1.. for the later ones; the same observation has the same number in every run. */
  number: number;
  at: number;
  /** Whole US dollars, as asked. */
  price: number;
  removed: boolean;
}

export function drawLifetime(world: World, random: Random, firstSeen: number): Lifetime {
  const market = world.types[random.weighted(world.typeSums)];
  if (market === undefined) throw new RangeError('A market needs at least one type with lines.');
  const isNew = random.chance(TYPE_FACTS[market.type].newShare);
  const condition = isNew ? 'new' : random.chance(0.06) ? 'certified' : 'used';
  const noise = NOISE_SCALE * random.studentT4();
  const median = isNew ? DAYS_ON_LOT.new : DAYS_ON_LOT.used;
  // Dear units stand longer: who only looks at what stands today sees too many of them.
  const dearness = 0.8 * Math.max(-0.5, Math.min(0.5, noise));
  const days = median * Math.exp(DAYS_ON_LOT_SPREAD * random.normal() + dearness);
  return {
    market,
    condition,
    noise,
    firstSeen,
    removed: firstSeen + Math.min(DAYS_ON_LOT_MAX, 1 + days) * DAY_MS,
  };
}

export function drawListing(
  world: World,
  dealers: readonly Dealer[],
  random: Random,
  id: { id: string; index: number },
  lifetime: Lifetime,
): Listing {
  const { market, condition, firstSeen } = lifetime;
  const line = market.lines[random.weighted(market.lineSums)];
  const floorplan = line?.floorplans[random.weighted(line.floorplanSums)];
  if (line === undefined || floorplan === undefined)
    throw new RangeError(`No line of type ${market.type} is on sale.`);
  const dealer = random.pick(dealers);
  const modelYear =
    condition === 'new'
      ? newModelYear(random, firstSeen)
      : usedModelYear(random, firstSeen, condition);
  const unit: Unit = {
    market,
    line,
    floorplan,
    modelYear,
    condition,
    mileage: drawMileage(random, market, condition, ageAt(firstSeen, modelYear)),
    placeEffect: world.region[dealer.region],
  };
  const showsVin = random.chance(SHOWS_VIN);
  return {
    ...lifetime,
    ...id,
    unitIndex: id.index,
    unit,
    dealer,
    showsVin,
    cuts: drawCuts(random, lifetime),
  };
}

/** The same unit with another dealer, under another id. */
export function relist(
  world: World,
  dealers: readonly Dealer[],
  random: Random,
  id: { id: string; index: number },
  before: Listing,
  firstSeen: number,
): Listing {
  const dealer = random.pick(dealers);
  const removed = firstSeen + (before.removed - before.firstSeen) * random.between(0.3, 1);
  const lifetime: Lifetime = { ...before, firstSeen, removed };
  const unit = { ...before.unit, placeEffect: world.region[dealer.region] };
  return { ...before, ...lifetime, ...id, unit, dealer, cuts: drawCuts(random, lifetime) };
}

/** What an observer who misses nothing sees until an instant: the first day, each cut, the removal. */
export function observations(listing: Listing, until: number): Observation[] {
  const seen: Observation[] = [];
  const see = (at: number, atMost: number, removed = false): void => {
    if (at > until) return;
    const before = seen.at(-1)?.price ?? Infinity;
    // Nobody raises a price on the lot: the drift of the market shows only downwards.
    const price = Math.round(Math.min(before * atMost, askAt(listing, at)));
    seen.push({ number: seen.length, at, price, removed });
  };
  see(listing.firstSeen, 1);
  for (const cut of listing.cuts) see(cut.at, 0.99);
  see(listing.removed, 1, true);
  return seen;
}

/** What a passer-by sees at an instant while the listing stands. */
export function observationAt(listing: Listing, at: number): Observation {
  const before = observations(listing, at).at(-1)?.price ?? Infinity;
  return { number: PASSER_BY, at, price: Math.min(before, askAt(listing, at)), removed: false };
}

/** More than any listing has: 0 first seen, up to three cuts, the removal; the last number is a passer-by's. */
export const OBSERVATIONS_PER_LISTING = 8;
const PASSER_BY = OBSERVATIONS_PER_LISTING - 1;

/** What the dealer asks at an instant, whole US dollars; above $5,000 such as 54,995. */
export function askAt(listing: Listing, at: number): number {
  const stage = listing.cuts.findLast((cut) => cut.at <= at)?.stage ?? firstStage(listing.cuts);
  const ask = trueAsk(listing.unit, at) * Math.exp(listing.noise + stage);
  return ask > 5_000 ? Math.round(ask / 100) * 100 - 5 : Math.max(1, Math.round(ask));
}

/** One to three cuts of 2 to 6% each, for about a quarter of what stands longer than a month. */
function drawCuts(random: Random, { firstSeen, removed }: Lifetime): Cut[] {
  const [willCut, luck, size, when] = [
    random.unit(),
    random.unit(),
    random.between(0.02, 0.06),
    random.between(0.3, 0.45),
  ];
  if (willCut > 0.27 || removed - firstSeen < 30 * DAY_MS) return [];
  const count = luck < 0.7 ? 1 : luck < 0.93 ? 2 : 3;
  // Stages lie evenly around 0: cutting says nothing about the truth.
  return Array.from({ length: count }, (_, cut) => ({
    at: firstSeen + (removed - firstSeen) * (when + 0.2 * cut),
    stage: size * (count / 2 - 1 - cut),
  }));
}

function firstStage(cuts: readonly Cut[]): number {
  const [first, second] = cuts;
  if (first === undefined) return 0;
  return second === undefined ? -first.stage : 2 * first.stage - second.stage;
}

/** Next year's models arrive from July on; some of last year's still stand. */
function newModelYear(random: Random, instant: number): number {
  const date = new Date(instant);
  const year = date.getUTCFullYear();
  const monthsSinceJune = Math.max(0, date.getUTCMonth() - 5);
  const next = 0.09 * monthsSinceJune;
  const leftover = 0.3 - 0.03 * monthsSinceJune;
  const luck = random.unit();
  if (luck < next) return year + 1;
  if (luck < next + leftover) return year - 1;
  return luck < next + leftover + 0.03 ? year - 2 : year;
}

const OLDEST_USED = 25;
const usedYearSums = new Map<number, Float64Array>();

/** As many of a year as were shipped, fewer the older; hardly any of the running year. */
function usedModelYear(random: Random, instant: number, condition: Condition): number {
  const year = new Date(instant).getUTCFullYear();
  let sums = usedYearSums.get(year);
  if (sums === undefined) {
    const ages = Array.from({ length: OLDEST_USED + 1 }, (_, age) => age);
    sums = runningSums(
      ages.map((age) => shipments(year - age) * Math.exp(-age / 7) * (age === 0 ? 0.25 : 1)),
    );
    usedYearSums.set(year, sums);
  }
  const age = random.weighted(sums);
  return year - (condition === 'certified' ? Math.min(age, 6) : age);
}

/** Outside the published years the nearest one, falling by 4% a year into the past (an assumption). */
function shipments(year: number): number {
  const published = SHIPMENTS[Math.min(2026, Math.max(2016, year))] ?? 0;
  return published * 0.96 ** Math.max(0, 2016 - year);
}

function drawMileage(
  random: Random,
  market: TypeWorld,
  condition: Condition,
  age: number,
): number | null {
  const spread = random.normal();
  if (!MOTORHOME_TYPES.has(market.type)) return null;
  if (condition === 'new') return Math.round(400 * Math.exp(0.6 * spread));
  return Math.round(usualMiles(age) * Math.exp(0.5 * spread));
}
