import { loadCatalogue } from '#domain/catalogue/catalogue.ts';
import { inventDealers, type Dealer } from './dealers.ts';
import { drawHandwriting, shownPrice, type Faults } from './dirt.ts';
import {
  drawLifetime,
  drawListing,
  observations,
  OBSERVATIONS_PER_LISTING,
  relist,
  type Listing,
  type Observation,
} from './listing.ts';
import type { NamedMake } from './names.ts';
import { RandomStream } from './random.ts';
import { toRecord, type SimulatedRecord } from './record.ts';
import { DAY_MS, isoDate, monthsBefore } from './time.ts';
import { retainedAfterTenYears, trueAsk } from './truth.ts';
import { createWorld, type Effects, type World } from './world.ts';

export interface MarketOptions {
  /** How many listings. Listing number i is the same whatever the number, months and instants being equal. */
  listings: number;
  /** First sightings lie in so many months before `asOf`. */
  months: number;
  /** Any whole number; another one is another market. */
  seed: number;
  /** End of what is seen, milliseconds UTC; nothing is observed later. */
  asOf: number;
  /** Instant the truth is stated for; `asOf` unless given. Later tests a forecast of the market. */
  truthAt?: number;
  /** Makes to choose from; those of the catalogue unless given. */
  makes?: readonly NamedMake[];
  /** How many makes at most, 190 unless given. */
  makeCount?: number;
  /** How many model lines, 2,490 unless given; at least one for each make. */
  lines?: number;
  faults?: Partial<Faults>;
  effects?: Partial<Effects>;
}

/** The market the valuation is measured on: 5% of rows grossly wrong, and the usual dirt. */
export const DEFAULT_FAULTS: Faults = { grossErrors: 0.05, dirt: 1 };
export const DEFAULT_EFFECTS: Effects = { season: 1, cycle: 1, region: 1 };
export const DEFAULT_MAKES = 190;
export const DEFAULT_LINES = 2_490;
export const THIN_LINES_SHARE = 0.3;
const DEALERS = 1_500;
const RELISTED_SHARE = 0.04;

/** What nobody on the market sees: of one listing's unit, noise-free. */
export interface Truth {
  id: string;
  /** Calendar date. */
  asOf: string;
  /** Noise-free asking price of the unit as listed (new, used, certified; its miles), US dollars. */
  value: number;
  /** Share of that value the unit keeps over the next ten years. */
  retained10: number;
}

/** A listing with all its sightings up to the end, earliest first, and the truth about it. */
export interface SimulatedListing {
  records: SimulatedRecord[];
  truth: Truth;
}

/**
 * A market with known truth, listing by listing. Pure: the same options give the same listings. Holds
 * the lines and dealers in memory, never the listings. First sightings are spread evenly over the months.
 */
export function* simulateMarket(
  options: MarketOptions,
): Generator<SimulatedListing, void, undefined> {
  const stage = setStage(options);
  const start = monthsBefore(options.asOf, options.months);
  const draw = (index: number): Listing => {
    const random = stage.listings.at(index);
    const firstSeen = start + (options.asOf - start) * random.unit();
    return drawListing(
      stage.world,
      stage.dealers,
      random,
      identity(options.seed, index),
      drawLifetime(stage.world, random, firstSeen),
    );
  };
  for (let index = 0; index < options.listings; index += 1)
    yield present(stage, again(stage, index, options.asOf, draw) ?? draw(index), options);
}

function identity(seed: number, index: number): { id: string; index: number } {
  return { id: `m${seed}-${index}`, index };
}

/** Everything drawn once for a market. */
export interface Stage {
  world: World;
  dealers: readonly Dealer[];
  faults: Faults;
  listings: RandomStream;
  relistings: RandomStream;
  handwriting: RandomStream;
  sightings: RandomStream;
}

export type StageOptions = Pick<
  MarketOptions,
  'seed' | 'makes' | 'makeCount' | 'lines' | 'faults' | 'effects'
>;

export function setStage(options: StageOptions): Stage {
  const { seed, lines = DEFAULT_LINES, makeCount = DEFAULT_MAKES } = options;
  const makes = new RandomStream(seed, 'makes')
    .at(0)
    .shuffled(options.makes ?? loadCatalogue().makes)
    .slice(0, makeCount);
  return {
    world: createWorld({
      seed,
      makes,
      lines,
      thinShare: THIN_LINES_SHARE,
      effects: { ...DEFAULT_EFFECTS, ...options.effects },
    }),
    dealers: inventDealers(new RandomStream(seed, 'dealers').at(0), DEALERS),
    faults: { ...DEFAULT_FAULTS, ...options.faults },
    listings: new RandomStream(seed, 'listing'),
    relistings: new RandomStream(seed, 'relisting'),
    handwriting: new RandomStream(seed, 'handwriting'),
    sightings: new RandomStream(seed, 'sighting'),
  };
}

/** The unit of the listing before, some time after it was taken off, with another dealer; null where there is none. */
function again(
  stage: Stage,
  index: number,
  asOf: number,
  draw: (index: number) => Listing,
): Listing | null {
  const isRelisting = (number: number): boolean =>
    number > 0 && stage.relistings.at(number).chance(RELISTED_SHARE);
  // Not a relisting of a relisting: each listing then follows from its own number and the one before.
  if (!isRelisting(index) || isRelisting(index - 1)) return null;
  const before = draw(index - 1);
  const random = stage.relistings.at(index + 2 ** 40);
  const firstSeen = before.removed + random.between(3, 40) * DAY_MS;
  if (firstSeen >= asOf) return null;
  return relist(
    stage.world,
    stage.dealers,
    random,
    identity(stage.world.seed, index),
    before,
    firstSeen,
  );
}

function present(stage: Stage, listing: Listing, options: MarketOptions): SimulatedListing {
  const truthAt = options.truthAt ?? options.asOf;
  return {
    records: writeDown(stage, listing, observations(listing, options.asOf)),
    truth: {
      id: listing.id,
      asOf: isoDate(truthAt),
      value: Math.round(trueAsk(listing.unit, truthAt) * 100) / 100,
      retained10: Math.round(retainedAfterTenYears(listing.unit, truthAt) * 1e6) / 1e6,
    },
  };
}

export function writeDown(
  stage: Stage,
  listing: Listing,
  seen: readonly Observation[],
): SimulatedRecord[] {
  const { unit, index } = listing;
  const handwriting = drawHandwriting(
    stage.handwriting.at(index),
    unit.line.type,
    unit.condition,
    stage.faults,
  );
  return seen.map((observation) => {
    const random = stage.sightings.at(index * OBSERVATIONS_PER_LISTING + observation.number);
    return toRecord(
      listing,
      observation,
      shownPrice(random, observation.price, stage.faults),
      handwriting,
    );
  });
}
