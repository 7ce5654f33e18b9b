import { slugOf } from '#domain/names/text.ts';
import type { ActivityAnalysis, ActivitySearch } from '#schemas/events/activity.ts';
import { drawLifetime, drawListing, type Listing } from './listing.ts';
import type { Stage } from './market.ts';
import { RandomStream, type Random } from './random.ts';
import { calendarYears, DAY_MS, isoInstant } from './time.ts';
import { trueAsk } from './truth.ts';

/** Within the retention of the activity topics. */
const ACTIVITY_DAYS = 730;

/** What people looked for in the two years before `now`, as events, in the order of their number. */
export function* searches(
  stage: Stage,
  count: number,
  now: number,
): Generator<ActivitySearch, void, undefined> {
  for (const { random, index, at, listing } of visits(stage, 'search', count, now)) {
    const asksMake = random.chance(0.75);
    yield {
      ...subject(`sample-search-${index}`, random, at, listing, asksMake),
      results: Math.round(asksMake ? 400 * random.unit() ** 2 : random.between(200, 4_000)),
    };
  }
}

/** What people had valued in the two years before `now`. The value is near what the unit is worth. */
export function* analyses(
  stage: Stage,
  count: number,
  now: number,
): Generator<ActivityAnalysis, void, undefined> {
  for (const { random, index, at, listing } of visits(stage, 'analysis', count, now))
    yield {
      ...subject(`sample-analysis-${index}`, random, at, listing, true),
      year: listing.unit.modelYear,
      condition: listing.unit.condition,
      value: Math.round(trueAsk(listing.unit, at) * Math.exp(0.03 * random.normal())),
    };
}

interface Visit {
  random: Random;
  index: number;
  at: number;
  /** A unit such as stand on the market then. */
  listing: Listing;
}

function* visits(
  stage: Stage,
  purpose: string,
  count: number,
  now: number,
): Generator<Visit, void, undefined> {
  const stream = new RandomStream(stage.world.seed, purpose);
  for (let index = 0; index < count; index += 1) {
    const random = stream.at(index);
    const at = visitedAt(random, now);
    const listing = drawListing(
      stage.world,
      stage.dealers,
      random,
      { id: '', index },
      drawLifetime(stage.world, random, at),
    );
    yield { random, index, at, listing };
  }
}

/** More visits in spring than in autumn: of two instants in the off season one is mostly passed over. */
function visitedAt(random: Random, now: number): number {
  let at = now;
  for (let attempt = 0; attempt < 8; attempt += 1) {
    at = now - random.unit() * ACTIVITY_DAYS * DAY_MS;
    const wish = 0.7 + 0.3 * Math.cos(2 * Math.PI * (calendarYears(at) - 0.3));
    if (random.chance(wish)) break;
  }
  return at;
}

function subject(id: string, random: Random, at: number, listing: Listing, asksMake: boolean) {
  const { line } = listing.unit;
  const asksLine = asksMake && random.chance(0.5);
  return {
    id,
    at: isoInstant(at),
    sample: true,
    makeId: asksMake ? line.makeId : '',
    lineId: asksLine ? `${line.makeId}/${slugOf(line.name)}` : '',
    type: line.type,
    region: random.chance(0.6) ? listing.dealer.region : '',
  };
}
