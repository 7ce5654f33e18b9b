import { CENSUS_REGIONS } from '#schemas/vocabulary.ts';
import { drawNormals } from '../../stories/statistics/draw-normals.ts';
import { drawMarket, LAST_DAY, type TrueUnit } from '../../valuation/testing/market.ts';

/** A dealer of a drawn history; what it does is its own, and no market's. */
export interface DealerOverTime {
  name: string;
  region: string;
  /** What three of four of its units are of. */
  type: string;
  /** What it sells beside the others of its region. */
  size: number;
  /** In log, by which all it asks is off; from a day on by `repriced` more. */
  priced: number;
  repriced: number;
  repricedOn: number;
  /** Days between which it is there. */
  from: number;
  to: number;
}

export interface HistoryLike {
  units: number;
  seed: number;
  dealers: number;
  /** Changes the dealers before they sell. */
  change?: (dealers: DealerOverTime[]) => void;
  /** What the market adds to log price on a day. */
  lift?: (day: number) => number;
}

const TYPES = ['class-c', 'travel-trailer', 'fifth-wheel'] as const;
/** A trend of 36 months and a step within 36 want so many. */
export const HISTORY_DAYS = 1_500;
const DAYS_A_YEAR = 365.2425;
/** What the drawn market's units lose in a year, and its regions ask apart; here these shall not. */
const YEARLY_LOSS = 0.075;
const REGION_STEP = 0.02;
/** Stickers rise as the fit believes; new units show them. */
export const STICKER_TREND = 0.03;
export const STICKER_YEAR = 2026;
const NEW_OVER_STICKER = 0.8;
const OWN_SHARE = 0.75;
const PRICED_SD = 0.04;
const REPRICED_SD = 0.05;

/**
 * A history whose dealers come and go, ask more or less for all they have, and put it all up or down one
 * day; besides `lift` nothing is so. Same arguments, same history.
 */
export function historyOfDealers(like: HistoryLike): TrueUnit[] {
  const normal = drawNormals(like.seed);
  // Two normals' angle is uniform.
  const uniform = () => Math.atan2(normal(), normal()) / (2 * Math.PI) + 0.5;
  const dealers = drawDealers(like.dealers, normal, uniform);
  like.change?.(dealers);
  return drawMarket(like).map((unit, at) => {
    const current = at % 3 === 0;
    const day = LAST_DAY - (current ? (at * 31) % 25 : (at * 7919) % HISTORY_DAYS);
    const years = (unit.day - day) / DAYS_A_YEAR;
    const year = unit.year - Math.round(years);
    const dealer = pick(dealers, { ...unit, day }, uniform());
    const stickers = STICKER_TREND * (year - STICKER_YEAR);
    const region = (CENSUS_REGIONS as readonly string[]).indexOf(unit.region);
    const more =
      // Nearly as old then as drawn; the rest of a year is priced in.
      YEARLY_LOSS * (years - Math.round(years)) -
      REGION_STEP * (region - 1.5) +
      stickers +
      dealer.priced +
      (day >= dealer.repricedOn ? dealer.repriced : 0) +
      (like.lift?.(day) ?? 0);
    const sticker = Math.round((unit.truth / NEW_OVER_STICKER) * Math.exp(stickers));
    return {
      ...unit,
      day,
      year,
      current,
      price: Math.round((unit.price ?? 1) * Math.exp(more)),
      msrp: unit.condition === 'new' ? sticker : null,
      dealer: dealer.name,
    };
  });
}

/** One of each region is ten times as large and always there; of the others a quarter comes, a quarter goes. */
function drawDealers(
  dealers: number,
  normal: () => number,
  uniform: () => number,
): DealerOverTime[] {
  const regions = CENSUS_REGIONS.length;
  return Array.from({ length: dealers }, (_, at) => {
    const round = Math.floor(at / regions);
    const some = LAST_DAY - HISTORY_DAYS * uniform();
    return {
      name: `dealer-${at}`,
      region: CENSUS_REGIONS[at % regions] ?? '',
      type: TYPES[(at + round) % TYPES.length] ?? '',
      size: (round === 0 ? 10 : 1) * Math.exp(0.7 * normal()),
      priced: PRICED_SD * normal(),
      repriced: round % 2 === 1 ? REPRICED_SD * normal() : 0,
      repricedOn: LAST_DAY - HISTORY_DAYS * uniform(),
      from: round > 0 && round % 4 === 2 ? some : -Infinity,
      to: round > 0 && round % 4 === 3 ? some : Infinity,
    };
  });
}

/** Who sells a unit, by size and what it sells most of. `chance`: from 0 to 1. */
function pick(
  dealers: readonly DealerOverTime[],
  { region, day, type }: TrueUnit,
  chance: number,
): DealerOverTime {
  const sellsOf = (dealer: DealerOverTime) =>
    dealer.size * (dealer.type === type ? OWN_SHARE : (1 - OWN_SHARE) / (TYPES.length - 1));
  const there = dealers.filter(
    (dealer) => dealer.region === region && dealer.from <= day && day <= dealer.to,
  );
  let left = chance * there.reduce((sum, dealer) => sum + sellsOf(dealer), 0);
  const found = there.find((dealer) => (left -= sellsOf(dealer)) <= 0) ?? there.at(-1);
  if (found === undefined) throw new RangeError(`Nobody sells in the ${region} on day ${day}.`);
  return found;
}
