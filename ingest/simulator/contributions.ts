import { createHash } from 'node:crypto';
import type { RawContribution } from '#schemas/events/contribution.ts';
import { MARKET_CONDITIONS, PURCHASE_TYPES, SEASONS } from '#schemas/vocabulary.ts';
import { askAt, drawLifetime, drawListing } from './listing.ts';
import type { Stage } from './market.ts';
import { RandomStream, type Random } from './random.ts';
import { DAY_MS, isoDate } from './time.ts';

const PURCHASE_DAYS = 1_095;
/** What buyers pay below the last ask, in log: about 6%. An assumption; no source gives it. */
const BELOW_ASK = 0.06;

/** Purchases of the three years before `now` that buyers shared, as events. Nobody shared more than three. */
export function* contributions(
  stage: Stage,
  count: number,
  now: number,
): Generator<RawContribution, void, undefined> {
  const { seed } = stage.world;
  const stream = new RandomStream(seed, 'contribution');
  for (let index = 0; index < count; index += 1) {
    const random = stream.at(index);
    // Bought, then shared up to forty days later; both before now.
    const bought = now - random.between(1, PURCHASE_DAYS) * DAY_MS;
    const shared = Math.min(now, bought + random.between(0, 40) * DAY_MS);
    const lifetime = drawLifetime(stage.world, random, bought - 30 * DAY_MS);
    const listing = drawListing(stage.world, stage.dealers, random, { id: '', index }, lifetime);
    const { unit, dealer } = listing;
    const ask = askAt(listing, bought);
    const price = Math.max(500, Math.round(ask * Math.exp(-BELOW_ASK + 0.03 * random.normal())));
    yield {
      contributionId: digest(`contribution-${seed}-${index}`).toString('base64url').slice(0, 22),
      contributor: digest(`contributor-${seed}-${Math.floor(index * 0.9)}`).toString('hex'),
      day: isoDate(shared),
      sample: true,
      make: unit.line.make,
      model: `${unit.line.name} ${unit.floorplan.code}`,
      year: unit.modelYear,
      type: unit.line.type,
      purchasePrice: price,
      purchaseDate: isoDate(bought),
      purchaseType: purchaseType(random),
      condition: unit.condition,
      state: dealer.state,
      zip3: dealer.zip.slice(0, 3),
      ...(unit.mileage === null ? {} : { mileage: unit.mileage }),
      ...(random.chance(0.8) ? { listPrice: ask } : {}),
      ...(random.chance(0.2) ? { tradeInValue: Math.round(ask * random.between(0.1, 0.5)) } : {}),
      ...(random.chance(0.5)
        ? { financingRate: Math.round(random.between(0.0675, 0.13) * 1e4) / 1e4 }
        : {}),
      ...(random.chance(0.5) ? { downPayment: Math.round(price * random.between(0.1, 0.2)) } : {}),
      ...(random.chance(0.6) ? { marketConditions: random.pick(MARKET_CONDITIONS) } : {}),
      ...(random.chance(0.6) ? { seasonality: seasonOf(bought) } : {}),
    };
  }
}

function purchaseType(random: Random): RawContribution['purchaseType'] {
  return random.chance(0.7) ? 'dealer' : random.pick(PURCHASE_TYPES);
}

/** March to May is spring, and so on. */
function seasonOf(instant: number): (typeof SEASONS)[number] {
  return SEASONS[Math.floor(((new Date(instant).getUTCMonth() + 10) % 12) / 3)] ?? 'winter';
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
