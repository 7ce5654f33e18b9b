import { loadCatalogue } from '#domain/catalogue/catalogue.ts';
import { RandomStream, runningSums } from '#ingest/simulator/random.ts';
import { drawLifetime, drawListing, type Listing } from '#ingest/simulator/listing.ts';
import { setStage } from '#ingest/simulator/market.ts';
import { DAY_MS } from '#ingest/simulator/time.ts';
import { trueAsk } from '#ingest/simulator/truth.ts';
import { CYCLE_START, type TypeWorld, type World } from '#ingest/simulator/world.ts';
import type { ActivitySearch } from '#schemas/events/activity.ts';
import type { RawContribution } from '#schemas/events/contribution.ts';
import type { Sighting } from '#schemas/facts.ts';
import type { RvTypeId } from '#schemas/vocabulary.ts';
import { insertContributions, insertSearches } from '#warehouse/queries/activity.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { insertSightings } from '#warehouse/queries/facts.ts';
import { sighting } from './listings.ts';

/** When the market is looked at. */
export const PLANTED_AS_OF = Date.UTC(2026, 10, 20);
/** Units arrive over so many days before; longer than the longest window a story looks at. */
const DAYS = 1_260;
const VISIT_DAYS = 760;
const VISITS = 8_000;
const BUYERS = 400;
const MAKES: readonly string[] = [
  'jayco',
  'winnebago',
  'keystone',
  'airstream',
  'coachmen',
  'heartland',
];
const LINES = 120;
/** Types of which enough are sold to be told of, by share. */
const SHARES: Partial<Record<RvTypeId, number>> = {
  'travel-trailer': 0.26,
  'fifth-wheel': 0.2,
  'class-c': 0.18,
  'class-a': 0.14,
  'toy-hauler': 0.12,
  'class-b': 0.1,
};
/** One curve for all: no type ages otherwise than another, and new units stand above used ones alike. */
const CURVE = {
  discount: 0.12,
  discountPerYear: 0.1,
  usedGap: 0.06,
  earlyDrop: 0.08,
  slope: 0.085,
};

/** How one unit stands on its lot; what is the same for all until something is planted. */
export interface Course {
  days: number;
  /** How likely it is that its price is cut once, and by how much. */
  cutShare: number;
  cut: number;
}

/** What is true of a market. All that is left out does nothing. */
export interface Planted {
  /** The world with its seasons, cycles, regions and curves changed. */
  world?: (world: World) => World;
  /** Undefined for a unit that never came. `chance`: of its own, from 0 to 1. */
  course?: (listing: Listing, course: Course, chance: number) => Course | undefined;
  /** How likely a visit is to be one: 1 unless something is planted. */
  wish?: (visit: { at: number; makeId: string; type: RvTypeId }) => number;
  /** Log of what buyers pay over what was asked. */
  paid?: number;
}

/** Index into a type's cycle. */
export const cycleMonth = (year: number, month: number): number =>
  (year - CYCLE_START) * 12 + month - 1;

/**
 * Fills the warehouse with a simulated market in which nothing is so but what is planted. A price stands
 * until it is cut: a lot does not follow the market by itself.
 */
export async function plantMarket(
  warehouse: Warehouse,
  { units, seed, planted = {} }: { units: number; seed: number; planted?: Planted },
): Promise<void> {
  const stage = setStage({
    seed,
    makes: loadCatalogue().makes.filter(({ id }) => MAKES.includes(id)),
    lines: LINES,
    effects: { season: 0, cycle: 0, region: 0 },
  });
  const plain = plainWorld(stage.world);
  const world = planted.world?.(plain) ?? plain;
  const own = new RandomStream(seed, 'planted');
  const sightings: Sighting[] = [];
  for (let index = 0; index < units; index += 1) {
    const random = own.at(index);
    const firstSeen = PLANTED_AS_OF - DAYS * DAY_MS * random.unit();
    const id = { id: `P-${index}`, index };
    const lifetime = drawLifetime(world, random, firstSeen);
    const listing = drawListing(world, stage.dealers, random, id, lifetime);
    const [days, chance, luck] = [
      Math.min(700, Math.max(5, 130 * Math.exp(0.6 * random.normal()))),
      random.unit(),
      random.unit(),
    ];
    const course = { days, cutShare: 0.25, cut: 0.05 };
    const led = planted.course ? planted.course(listing, course, chance) : course;
    if (led !== undefined) sightings.push(...seenOf(listing, led, luck));
  }
  await insertSightings(warehouse, sightings);
  // The whole lot was looked at in the last full month, in that of a year before, and now.
  for (const day of ['2025-10-31', '2026-10-31', '2026-11-20'])
    await warehouse.command(
      `INSERT INTO ingest_runs (run_id, state, source, coverage, swept_at)
       VALUES ('sweep-${day}', 'loaded', 'test-dealer', 'full', '${day} 00:00:00.000')`,
    );
  await insertSearches(warehouse, visitsOf(world, new RandomStream(seed, 'visits'), planted));
  await insertContributions(
    warehouse,
    purchasesOf(world, new RandomStream(seed, 'buyers'), planted.paid ?? 0),
  );
}

function plainWorld(world: World): World {
  const types = world.types.map((type): TypeWorld => ({
    ...type,
    lines: type.lines.map((line) => ({ ...line, curve: CURVE })),
  }));
  const shares = types.map(({ type, lines }) => (lines.length === 0 ? 0 : (SHARES[type] ?? 0)));
  return { ...world, types, typeSums: runningSums(shares) };
}

/** First seen, cut, and last seen: gone, or still there at the end. */
function seenOf({ unit, dealer, firstSeen, noise, id }: Listing, course: Course, luck: number) {
  const removed = firstSeen + course.days * DAY_MS;
  const isGone = removed <= PLANTED_AS_OF;
  const last = isGone ? removed : PLANTED_AS_OF;
  const cutAt = luck < course.cutShare ? firstSeen + (course.days / 3) * DAY_MS : Infinity;
  const asked = trueAsk(unit, firstSeen) * Math.exp(noise);
  const seen = (at: number, over: Partial<Sighting> = {}): Sighting =>
    sighting({
      source_id: id,
      stock_number: id,
      dealer_key: dealer.host,
      observed_at: instant(at),
      first_seen_at: instant(firstSeen),
      type: unit.line.type,
      maker_id: unit.line.makeId,
      make_id: unit.line.makeId,
      line_id: `${unit.line.makeId}/${unit.line.index}`,
      line_name: unit.line.name,
      floorplan: unit.floorplan.code,
      year: unit.modelYear,
      condition: unit.condition,
      mileage: unit.mileage,
      region: dealer.region,
      state: dealer.state,
      price: Math.max(1, Math.round(asked * (at >= cutAt ? 1 - course.cut : 1))),
      ...over,
    });
  return [
    seen(firstSeen),
    ...(cutAt < last ? [seen(cutAt)] : []),
    seen(last, isGone ? { removed_at: instant(last) } : {}),
  ];
}

/** As many of each type as are sold, and of each make. */
function visitsOf(
  world: World,
  stream: RandomStream,
  { wish = () => 1 }: Planted,
): ActivitySearch[] {
  const makes = [...new Set(world.lines.map(({ makeId }) => makeId))];
  const visits: ActivitySearch[] = [];
  for (let index = 0; visits.length < VISITS; index += 1) {
    const random = stream.at(index);
    const at = PLANTED_AS_OF - VISIT_DAYS * DAY_MS * random.unit();
    const makeId = random.pick(makes);
    const type = world.types[random.weighted(world.typeSums)]?.type ?? 'travel-trailer';
    if (!random.chance(wish({ at, makeId, type }))) continue;
    const id = `visit-${index}`;
    const when = new Date(at).toISOString();
    visits.push({ id, at: when, sample: false, makeId, lineId: '', type, region: '', results: 10 });
  }
  return visits;
}

function purchasesOf(world: World, stream: RandomStream, paid: number): RawContribution[] {
  return Array.from({ length: BUYERS }, (_, number) => {
    const random = stream.at(number);
    const asked = 20_000 + Math.round(60_000 * random.unit());
    const ago = (5 + 900 * random.unit()) * DAY_MS;
    const day = new Date(PLANTED_AS_OF - ago).toISOString().slice(0, 10);
    return {
      contributionId: `contribution-${String(number).padStart(9, '0')}`,
      contributor: number.toString(16).padStart(64, '0'),
      day,
      sample: false,
      make: 'Jayco',
      model: 'Eagle',
      year: 2021,
      type: world.types[random.weighted(world.typeSums)]?.type ?? 'travel-trailer',
      purchasePrice: Math.round(asked * Math.exp(paid + 0.04 * random.normal())),
      purchaseDate: day,
      purchaseType: 'dealer',
      condition: 'used',
      state: 'ID',
      zip3: '837',
      listPrice: asked,
    };
  });
}

const instant = (at: number): string =>
  new Date(at).toISOString().replace('T', ' ').replace('Z', '');
