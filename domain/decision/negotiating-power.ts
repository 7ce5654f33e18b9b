import { NEGOTIATION_FACTORS, type BuyingDecision } from '#schemas/api/analysis.ts';
import { ALL } from '#schemas/market-facts.ts';
import type { BuyersMarket } from './inputs.ts';
import { readSeason } from './season.ts';
import { capitalised, count, percent, shareInWords } from './words.ts';

type Factor = BuyingDecision['factors'][number];
type FactorName = Factor['factor'];

const LABELS: Record<FactorName, string> = {
  price_position: 'Price position',
  days_on_market: 'Days on market of such RVs',
  price_cuts: 'Price cuts',
  supply: 'Supply',
  season: 'Season',
};

/** Shares of the whole. Who asks more than others has the most to give, so the price weighs most. */
const WEIGHTS: Record<FactorName, number> = {
  price_position: 0.4,
  days_on_market: 0.2,
  price_cuts: 0.15,
  supply: 0.15,
  season: 0.1,
};

/** A part as far as it is known; its score is 0 (no room to bargain) to 1. */
interface Reading {
  score: number;
  detail: string;
}
type Readings = Record<FactorName, Reading | undefined>;

/** What the market alone says, whatever is asked. */
export interface MarketReading {
  readings: Omit<Readings, 'price_position'>;
  /** −1 (no room to bargain) to 1, 0 where nothing is known; without the season, which has its own word. */
  room: number;
  /** Share of the market's facts that are known, by weight. */
  known: number;
}

export function readMarket(market: BuyersMarket): MarketReading {
  const { daysOnMarket, priceCuts, supply, season } = market;
  const readings = {
    days_on_market: daysOnMarket && {
      score: against(daysOnMarket.now, daysOnMarket.usual),
      detail: `Half of such RVs have been on offer for ${count(daysOnMarket.now)} days or more ${daysOnMarket.where}; for ${daysOnMarket.condition === ALL ? '' : `${daysOnMarket.condition} `}RVs of all types it is ${count(daysOnMarket.usual)}.`,
    },
    price_cuts: priceCuts && {
      score: against(priceCuts.now, priceCuts.usual),
      detail: `Of RVs of the type whose price was seen again ${shareInWords(priceCuts.now)} had it cut, usually by ${percent(priceCuts.depth)}; of all RVs on the same sites it is ${shareInWords(priceCuts.usual)}.`,
    },
    supply: supply && {
      score: byDoublings(supply.change / Math.LN2),
      detail: `${count(supply.now)} RVs of the type, new and used, are on offer ${supply.where}, ${supplyInWords(supply)}.`,
    },
    season: season && readSeason(season),
  };
  const bargaining = ['days_on_market', 'price_cuts', 'supply'] as const;
  let room = 0;
  let weights = 0;
  for (const name of bargaining) {
    weights += WEIGHTS[name];
    room += WEIGHTS[name] * (2 * (readings[name]?.score ?? 0.5) - 1);
  }
  const facts = [...bargaining, 'season'] as const;
  const weightOf = (names: readonly FactorName[]) =>
    names.reduce((sum, name) => sum + WEIGHTS[name], 0);
  return {
    readings,
    room: room / weights,
    known: weightOf(facts.filter((name) => readings[name] !== undefined)) / weightOf(facts),
  };
}

/** How often something is against what is usual: a quarter at least, so that none is no infinity. */
function against(now: number, usual: number): number {
  return usual > 0 ? byDoublings(Math.log2(Math.max(now, usual / 4) / usual)) : 0.5;
}

/** Half as much is 0, as much 0.5, twice as much 1. */
const byDoublings = (doublings: number): number => Math.min(1, Math.max(0, 0.5 + doublings / 2));

const USUAL_SUPPLY = {
  year: 'a year ago',
  share: 'the region’s share of all RVs would be',
};

/** A change that rounds to none is not given a direction. */
function supplyInWords({ change, against }: NonNullable<BuyersMarket['supply']>): string {
  const more = Math.exp(change) - 1;
  if (Math.abs(more) < 0.005) return `as many as ${USUAL_SUPPLY[against]}`;
  return `${percent(more)} ${more > 0 ? 'more' : 'fewer'} than ${USUAL_SUPPLY[against]}`;
}

/**
 * How strong the buyer's hand is, from 0 to 10. It never falls as the asking price rises: the more of
 * those like it ask less, the more there is to argue with. Unknown parts leave their weight to the others.
 */
export function negotiatingPower(
  { pricePosition, abstained }: Pick<BuyingDecision, 'pricePosition' | 'abstained'>,
  market: MarketReading,
): Pick<BuyingDecision, 'negotiatingPower' | 'factors'> {
  const readings: Readings = {
    price_position: {
      score: pricePosition,
      // A share of the spread around the estimate, which is no count of listings where there are too few.
      detail: abstained
        ? 'Against our estimate alone: too few are near enough to compare with.'
        : `${capitalised(shareInWords(pricePosition))} of RVs like it ask less.`,
    },
    ...market.readings,
  };
  const weightKnown = NEGOTIATION_FACTORS.filter((name) => readings[name] !== undefined).reduce(
    (sum, name) => sum + WEIGHTS[name],
    0,
  );
  let power = 0;
  let sumMax = 0;
  const factors = NEGOTIATION_FACTORS.map((factor): Factor => {
    const reading = readings[factor];
    const label = LABELS[factor];
    if (reading === undefined)
      return { factor, label, known: false, points: 0, pointsMax: 0, detail: 'Not known yet.' };
    const max = (10 * WEIGHTS[factor]) / weightKnown;
    // Differences of rounded sums: together they are ten.
    const pointsMax = tenths(sumMax + max) - tenths(sumMax);
    sumMax += max;
    // Each by itself, and their sum is the power: no part depends on another.
    const points = Math.round(pointsMax * reading.score);
    power += points;
    return {
      factor,
      label,
      known: true,
      points: points / 10,
      pointsMax: pointsMax / 10,
      detail: reading.detail,
    };
  });
  return { negotiatingPower: power / 10, factors };
}

const tenths = (points: number): number => Math.round(10 * points);
