import { ALL, type MarketFacts } from '#schemas/market-facts.ts';
import { changeInWords, count, monthName, percent } from '../decision/words.ts';
import { cheapMonths, dearMonths, span } from './buy-timing.ts';
import { cutsOverall } from './cuts.ts';
import { daysOnOffer, halfStood, knownOfMost, WATCHED_MONTHS, watchedMonths } from './days.ts';
import type { Insights } from './financing.ts';
import { canBeTold, isSure, marginOf, trendOf, yearChangeOf } from './trend.ts';

type Signal = Insights['marketTimingSignals'][number];
type Strength = Signal['strength'];

/** From these sizes on a signal is strong or moderate. Days and shares as usual on dealers' lots. */
const PRICE_CHANGE = [0.05, 0.02] as const;
const SUPPLY_CHANGE = [0.15, 0.05] as const;
const DAYS = [120, 60] as const;
const CUT_SHARE = [0.25, 0.1] as const;
const SEASON = [0.02, 0.01] as const;

const strengthOf = (size: number, [strong, moderate]: readonly [number, number]): Strength =>
  size >= strong ? 'strong' : size >= moderate ? 'moderate' : 'weak';

/** A change that rounds to none is given no direction. */
const inWords = (log: number, none: string, some: (size: string) => string): string => {
  const size = percent(Math.expm1(log));
  return size === percent(0) ? none : some(size);
};

/** What speaks for buying now or later; only signals the market has data for. `month`: from 0. */
export function timingSignals(facts: MarketFacts, month: number): Signal[] {
  return [prices(facts), supply(facts), days(facts), cuts(facts), season(facts, month)].filter(
    (signal) => signal !== undefined,
  );
}

function prices(facts: MarketFacts): Signal | undefined {
  const change = yearChangeOf(facts, ALL);
  if (change === null) return undefined;
  const trend = trendOf(change);
  const size = changeInWords(Math.expm1(change.value));
  return {
    signal: 'Asking prices against a year ago',
    strength: trend === 'stable' ? 'weak' : strengthOf(Math.abs(change.value), PRICE_CHANGE),
    impact: `${size} like for like (give or take ${percent(marginOf(change))})`,
    actionRecommendation: !canBeTold(change)
      ? 'Whether prices rise or fall cannot be told yet: choose by the unit, not by the trend.'
      : {
          improving: 'Prices rise: waiting has cost money over the last year.',
          declining: 'Prices fall: a seller who waits gets less, so name that in a talk.',
          stable: 'No clear change: nothing is lost by taking the time to compare.',
        }[trend],
  };
}

function supply({ supply: { series } }: MarketFacts): Signal | undefined {
  const whole = series.find(({ type, region }) => type === ALL && region === ALL);
  if (!whole?.yearChange) return undefined;
  const { value } = whole.yearChange;
  const more = value > 0;
  const howMany = inWords(value, 'As many', (size) => `${size} ${more ? 'more' : 'fewer'}`);
  const size = `${howMany} units on offer, ${count(whole.now)} now`;
  if (!isSure(whole.yearChange))
    return {
      signal: 'Supply against a year ago',
      strength: 'weak',
      impact: `${size}, within the error`,
      actionRecommendation:
        'Whether there is more or less to choose from cannot be told: supply is no reason to wait.',
    };
  return {
    signal: 'Supply against a year ago',
    strength: strengthOf(Math.abs(value), SUPPLY_CHANGE),
    impact: size,
    actionRecommendation: more
      ? 'More to choose from: ask several dealers for the same model.'
      : 'Less to choose from: widen the search to other regions.',
  };
}

function days(facts: MarketFacts): Signal | undefined {
  const stood = daysOnOffer(facts);
  if (stood === null) return undefined;
  const { median, p75 } = stood;
  const isOfMost = knownOfMost(facts, stood.units);
  const strength = isOfMost ? strengthOf(median, DAYS) : 'weak';
  const isQuick = isOfMost && strength === 'weak' && watchedMonths(facts) >= WATCHED_MONTHS;
  return {
    signal: 'Days on the market',
    strength,
    impact: `${halfStood(facts, stood)}, a quarter for ${count(p75)}`,
    actionRecommendation: isQuick
      ? 'Units go quickly: decide soon on a fair one.'
      : `Ask how long a unit has stood: from ${count(p75)} days on a dealer wants it gone.`,
  };
}

function cuts(facts: MarketFacts): Signal | undefined {
  const all = cutsOverall(facts);
  if (all === undefined || all.medianCut === null) return undefined;
  const share = all.withCut / all.units;
  return {
    signal: 'Price cuts',
    strength: strengthOf(share, CUT_SHARE),
    impact: `${percent(share)} of units whose price was seen again cut it, by ${percent(all.medianCut)} a time in the median`,
    actionRecommendation: 'Follow a unit for some weeks: a first cut shows that more can be had.',
  };
}

function season({ index, demand }: MarketFacts, month: number): Signal | undefined {
  const own = index.series.find(({ type }) => type === ALL)?.season;
  if (!own) return seasonOfBuyers(demand, month);
  const now = own.value[month] ?? 0;
  const cheap = cheapMonths(own);
  const dear = dearMonths(own);
  const side = inWords(now, 'at', (size) => `${size} ${now < 0 ? 'below' : 'above'}`);
  const where = `${monthName(month + 1)} is ${side} the year's average`;
  if (cheap === undefined)
    return {
      signal: 'Season',
      strength: 'weak',
      impact: `${where}, within the error`,
      actionRecommendation: 'No month is clearly cheaper: the season is no reason to wait.',
    };
  return {
    signal: 'Season',
    strength: strengthOf(Math.abs(now), SEASON),
    impact: where,
    actionRecommendation: cheap.months.includes(month)
      ? `This is the cheapest part of the year: buy now${dear === undefined ? '' : ` rather than from ${span(dear)}`}.`
      : `Asking prices are lowest from ${span(cheap.months)}.`,
  };
}

/** Until prices were seen for two years: when people look is known from visits, where they tell a season. */
function seasonOfBuyers({ series }: MarketFacts['demand'], month: number): Signal | undefined {
  const visits = series.find(({ type }) => type === ALL)?.season;
  const quiet = visits && cheapMonths(visits);
  const busy = visits && dearMonths(visits);
  if (!quiet || !busy) return undefined;
  const advice = quiet.months.includes(month)
    ? 'Few others look now: an offer meets little competition.'
    : `An offer meets least competition from ${span(quiet.months)}.`;
  return {
    signal: 'Season of buyers',
    strength: 'weak',
    impact: `Fewest look from ${span(quiet.months)}, most from ${span(busy)}`,
    actionRecommendation: `${advice} Whether prices follow cannot be told yet.`,
  };
}
