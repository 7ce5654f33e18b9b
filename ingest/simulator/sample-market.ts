import type { ActivityAnalysis, ActivitySearch } from '#schemas/events/activity.ts';
import type { RawContribution } from '#schemas/events/contribution.ts';
import { analyses, searches } from './activity.ts';
import { contributions } from './contributions.ts';
import {
  drawLifetime,
  drawListing,
  observationAt,
  observations,
  OBSERVATIONS_PER_LISTING,
  relist,
  type Lifetime,
  type Listing,
  type Observation,
} from './listing.ts';
import { setStage, writeDown, type Stage } from './market.ts';
import { RandomStream } from './random.ts';
import type { SimulatedRecord } from './record.ts';
import { calendarYears, DAY_MS, monthsBefore } from './time.ts';

/**
 * The sample market: what the product shows until real listings have come in. One endless market of
 * which `now` decides the part that is seen: listings arrive day by day and stand for their time, so
 * at any instant some 70,000 stand. Whoever asks again later sees the same market, moved on.
 */
export interface SampleMarket {
  /** Every listing that stands at `now`, and ever fewer of the removed ones the longer ago. */
  listings: Iterable<SimulatedRecord>;
  searches: Iterable<ActivitySearch>;
  analyses: Iterable<ActivityAnalysis>;
  contributions: Iterable<RawContribution>;
}

const SEED = 20_260_101;
/** New listings on a day of a middling season. With the mean time on the lot this keeps 67,510 standing all year. */
const ARRIVALS_A_DAY = 515;
/** More arrive in spring, fewer in autumn, by this share. */
const ARRIVAL_SEASON = 0.07;
/** Longer than any listing stands. */
const LONGEST_DAYS = 910;
const HISTORY_MONTHS = 130;
/** Shares of the removed listings that are told of, by months since they were first seen. */
const KEPT = [
  { months: 24, share: 0.04 },
  { months: 60, share: 0.012 },
  { months: HISTORY_MONTHS, share: 0.006 },
] as const;
/** One unit in so many is offered by two dealers at once. */
const TWICE_OFFERED = 0.02;
/** One listing in so many is told of twice, as it was first seen and as it stands. */
const TOLD_TWICE = 8;
/** The sites were last looked at within so many days before now. */
const ROUND_DAYS = 1.5;
/** Listings of one day are numbered below this. */
const DAY_STRIDE = 4_096;

const SEARCHES = 3_200;
const ANALYSES = 1_400;
const CONTRIBUTIONS = 1_500;

/** The whole sample as it stands at `now` (milliseconds UTC): at most 120,000 events, all four kinds together. */
export function sampleMarket({ now }: { now: number }): SampleMarket {
  const stage = sampleStage();
  return {
    listings: { [Symbol.iterator]: () => standing(stage, now) },
    searches: { [Symbol.iterator]: () => searches(stage, SEARCHES, now) },
    analyses: { [Symbol.iterator]: () => analyses(stage, ANALYSES, now) },
    contributions: { [Symbol.iterator]: () => contributions(stage, CONTRIBUTIONS, now) },
  };
}

/**
 * What happened on the sample market after `since` and up to `now`: new listings, price cuts, removals.
 * What stands unchanged is not repeated, so a run of these has coverage `partial`. Those of listings that arrived on
 * one day come together: what is drawn between two turns of the event loop.
 */
export function* sampleChangesByDay({
  since,
  now,
}: {
  since: number;
  now: number;
}): Generator<SimulatedRecord[], void, undefined> {
  const stage = sampleStage();
  const stillThere = (listing: Lifetime): boolean =>
    listing.removed > since && listing.firstSeen <= now;
  for (let day = dayOf(since) - LONGEST_DAYS; day <= dayOf(now); day += 1) {
    const changes: SimulatedRecord[] = [];
    for (const listing of arrivals(stage, day, arrivalCount(day), stillThere))
      changes.push(
        ...writeDown(
          stage,
          listing,
          observations(listing, now).filter((seen) => seen.at > since),
        ),
      );
    yield changes;
  }
}

function sampleStage(): Stage {
  return setStage({ seed: SEED, faults: { grossErrors: 0.01, dirt: 0.5 } });
}

function* standing(stage: Stage, now: number): Generator<SimulatedRecord, void, undefined> {
  const today = dayOf(now);
  const keep = new RandomStream(SEED, 'kept');
  for (let day = dayOf(monthsBefore(now, HISTORY_MONTHS)); day <= today; day += 1) {
    const arrived = arrivalCount(day);
    // The first few of a day are told of even when they are gone.
    const kept = Math.floor(arrived * keptShare(now, day) + keep.at(day).unit());
    const mayStand = today - day <= LONGEST_DAYS;
    const wanted = (listing: Lifetime, number: number): boolean =>
      listing.firstSeen <= now && (listing.removed > now || number < kept);
    for (const listing of arrivals(stage, day, mayStand ? arrived : kept, wanted))
      yield* writeDown(stage, listing, told(stage, listing, now));
  }
}

/** Of a removed listing its end; of one that stands its state, and sometimes the price it came with. */
function told(stage: Stage, listing: Listing, now: number): Observation[] {
  const seen = observations(listing, now);
  if (listing.removed <= now) return seen.slice(-1);
  const round =
    stage.sightings
      .at(listing.index * OBSERVATIONS_PER_LISTING + OBSERVATIONS_PER_LISTING - 2)
      .unit() *
    ROUND_DAYS *
    DAY_MS;
  const last = observationAt(listing, Math.max(listing.firstSeen, now - round));
  const [first] = seen;
  if (listing.index % TOLD_TWICE !== 0 || first === undefined || first.at === last.at)
    return [last];
  // Without a cut the price stands as it is: a lot does not follow the market by itself.
  return [seen.length > 1 ? first : { ...first, price: last.price }, last];
}

/** The wanted ones among the first `count` listings of a day; what is not wanted is not drawn in full. */
function* arrivals(
  stage: Stage,
  day: number,
  count: number,
  wanted: (listing: Lifetime, number: number) => boolean,
): Generator<Listing, void, undefined> {
  for (let number = 0; number < count; number += 1) {
    const index = day * DAY_STRIDE + number;
    const offeredTwice = secondOffer(stage, day, number);
    if (offeredTwice !== null) {
      if (wanted(offeredTwice, number)) yield offeredTwice;
      continue;
    }
    const random = stage.listings.at(index);
    const lifetime = drawLifetime(stage.world, random, (day + random.unit()) * DAY_MS);
    if (wanted(lifetime, number))
      yield drawListing(stage.world, stage.dealers, random, identity(day, number), lifetime);
  }
}

/** The unit of the listing before, offered the same day by another dealer. */
function secondOffer(stage: Stage, day: number, number: number): Listing | null {
  const isSecond = (which: number): boolean =>
    which > 0 && stage.relistings.at(day * DAY_STRIDE + which).chance(TWICE_OFFERED);
  if (!isSecond(number) || isSecond(number - 1)) return null;
  const random = stage.listings.at(day * DAY_STRIDE + number - 1);
  const lifetime = drawLifetime(stage.world, random, (day + random.unit()) * DAY_MS);
  const before = drawListing(
    stage.world,
    stage.dealers,
    random,
    identity(day, number - 1),
    lifetime,
  );
  const again = stage.listings.at(day * DAY_STRIDE + number);
  return relist(stage.world, stage.dealers, again, identity(day, number), before, before.firstSeen);
}

function identity(day: number, number: number): { id: string; index: number } {
  return { id: `sample-${day}-${number}`, index: day * DAY_STRIDE + number };
}

function dayOf(instant: number): number {
  return Math.floor(instant / DAY_MS);
}

function arrivalCount(day: number): number {
  return Math.round(
    ARRIVALS_A_DAY *
      (1 + ARRIVAL_SEASON * Math.cos(2 * Math.PI * (calendarYears(day * DAY_MS) - 0.27))),
  );
}

function keptShare(now: number, day: number): number {
  return KEPT.find(({ months }) => day * DAY_MS >= monthsBefore(now, months))?.share ?? 0;
}
