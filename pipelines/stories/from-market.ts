import { VISITS_AT_ONCE, yearBeforeSeen } from '#domain/market/visits.ts';
import {
  ALL,
  type Contrast,
  type Figure,
  type MarketFacts,
  type MeasuredSeason,
  type TypeOrAll,
} from '#schemas/market-facts.ts';
import { CENSUS_REGIONS, type RvTypeId } from '#schemas/vocabulary.ts';
import type { Comparison, Measure, PriceSeries, Season, StoryFacts, Subject } from './facts.ts';
import { counted, share } from '../market/contrasts.ts';
import { widerBy } from './statistics/normal.ts';
import { LEAST_MONTH_N } from './measures.ts';
import { MARKET, makeSubject, placeSubject, regionSubject, typeSubject } from './subjects.ts';

const YEAR = 12;
/** The market's facts as stories are told of them. `makeName`: what people call a make. */
export function storyFacts(market: MarketFacts, makeName: (id: string) => string): StoryFacts {
  return {
    prices: priceSeries(market.index),
    seasons: seasons(market),
    comparisons: [
      ...contrasted(market.contrasts ?? []),
      ...newOverUsed(market.index.newPremium),
      ...regions(market.index.regions),
      ...makesLookedFor(market.demand, makeName),
      ...typesLookedFor(market),
      ...purchases(market.purchases ?? []),
    ],
  };
}

const subjectOf = (type: TypeOrAll): Subject => (type === ALL ? MARKET : typeSubject(type));
const calendarMonth = (month: number): number => ((month % YEAR) + YEAR) % YEAR;

/**
 * Series whose season is not known are left out: a season would be told as a trend. In its first days the
 * running month has hardly a unit; until it has, the one before is the last, else each month would begin
 * without a trend. Errors of a change stay those up to the running month, which are no smaller.
 */
function priceSeries({ firstMonth, series }: MarketFacts['index']): PriceSeries[] {
  return series.flatMap(
    ({ type, n, raw, rawSe, level, levelSe, season, dealers, withoutDealers }) => {
      if (season === null) return [];
      const months = n.length - Number((n.at(-1) ?? 0) < LEAST_MONTH_N);
      const { value } = season;
      const withoutSeason = (levels: Float32Array) =>
        Array.from(
          levels.subarray(0, months),
          (level, at) => level - (value[calendarMonth(firstMonth + at)] ?? 0),
        );
      return [
        {
          subject: subjectOf(type),
          first: firstMonth,
          level: withoutSeason(raw),
          course: [...level.subarray(0, months)],
          errors: [...rawSe.subarray(0, months)],
          changeError: [...levelSe.subarray(0, months)],
          n: [...n.subarray(0, months)],
          ...(dealers &&
            withoutDealers && {
              dealers: {
                equal: [...dealers.subarray(0, months)],
                without: withoutDealers.map(withoutSeason),
              },
            }),
        },
      ];
    },
  );
}

function seasons({ index, supply, demand }: MarketFacts): Season[] {
  const of = (
    of: Season['of'],
    type: TypeOrAll,
    season: MeasuredSeason | null,
    n: number,
  ): Season[] =>
    season === null
      ? []
      : [
          {
            of,
            subject: subjectOf(type),
            effects: season.value,
            errors: season.waveSe,
            n: season.counted ?? n,
            ...(season.dealers && { dealers: season.dealers }),
          },
        ];
  return [
    ...index.series.flatMap(({ type, season, n }) => of('price', type, season, total(n))),
    ...supply.series.flatMap(({ type, season, firstSeen }) =>
      of('supply', type, season, total(firstSeen)),
    ),
    ...demand.series.flatMap(({ type, season, searches, analyses }) =>
      of('visits', type, season, total(searches) + total(analyses)),
    ),
  ];
}

/** What is compared dealer by dealer; older snapshots have none. */
function contrasted(contrasts: readonly Contrast[]): Comparison[] {
  return contrasts.flatMap((contrast): Comparison[] => {
    const { measure, type, region, condition, place, own, others, error, clusters } = contrast;
    if (measure === 'on-offer') return [];
    const where =
      place === undefined
        ? region !== ALL && { region: regionSubject(region) }
        : { region: placeSubject(place.state), through: place.through };
    return [
      {
        measure: measure === 'supply' && region !== ALL ? 'supply-in-region' : measure,
        subject: subjectOf(type),
        ...where,
        ...(condition !== undefined && condition !== 'unknown' && { condition }),
        now: own,
        reference: others,
        apart: { error, clusters },
      },
    ];
  });
}

function newOverUsed(types: MarketFacts['index']['newPremium']): Comparison[] {
  const behind = new Map(types.map(({ type, dealers }) => [type, dealers]));
  return againstOthers(
    'gap',
    types.map(({ newUnits, usedUnits, se, dealers, ...rest }) => ({
      ...rest,
      // The difference is judged by its dealers itself.
      se: dealers === undefined ? se : se / widerBy(dealers),
      n: Math.min(newUnits, usedUnits),
    })),
  ).map((gap) => {
    const clusters = behind.get(gap.subject.id as RvTypeId);
    const error = Math.hypot(gap.now.error, gap.reference.error);
    return clusters === undefined ? gap : { ...gap, apart: { error, clusters } };
  });
}

function purchases(groups: NonNullable<MarketFacts['purchases']>): Comparison[] {
  const paid = groups.map(({ contributors, ...rest }) => ({ ...rest, n: contributors }));
  const all = paid.find(({ type }) => type === ALL);
  const ofTypes = againstOthers(
    'paid-for-type',
    paid.filter(({ type }) => type !== ALL),
  );
  if (all === undefined) return ofTypes;
  const { value, se: error, n } = all;
  const asked = { value: 0, error: 0, n };
  return [
    { measure: 'paid', subject: MARKET, now: { value, error, n }, reference: asked },
    ...ofTypes,
  ];
}

/** Each type against the mean of the others, which counts each by how well it is known. */
function againstOthers(
  measure: Measure,
  types: readonly { type: TypeOrAll; value: number; se: number; n: number }[],
): Comparison[] {
  const known = types.filter(({ se }) => se > 0);
  if (known.length < 2) return [];
  return known.map(({ type, value, se, n }) => {
    const others = known.filter((other) => other.type !== type);
    const weight = others.reduce((sum, other) => sum + 1 / other.se ** 2, 0);
    return {
      measure,
      subject: subjectOf(type),
      now: { value, error: se, n },
      reference: {
        value: others.reduce((sum, other) => sum + other.value / other.se ** 2, 0) / weight,
        error: Math.sqrt(1 / weight),
        n: total(others.map((other) => other.n)),
      },
    };
  });
}

/** Levels are told against the mean of all, itself among them: from that of the others each is so much further. */
const FROM_OTHERS = CENSUS_REGIONS.length / (CENSUS_REGIONS.length - 1);

function regions(found: MarketFacts['index']['regions']): Comparison[] {
  const units = total(found.map((region) => region.units));
  return found.map(({ region, units: n, value, se, dealers: clusters }) => ({
    measure: 'region',
    subject: MARKET,
    region: regionSubject(region),
    now: { value: FROM_OTHERS * value, error: FROM_OTHERS * se, n },
    reference: { value: 0, error: 0, n: units - n },
    ...(clusters !== undefined && { apart: { error: FROM_OTHERS * se, clusters } }),
  }));
}

function makesLookedFor(
  demand: MarketFacts['demand'],
  makeName: (id: string) => string,
): Comparison[] {
  const { makes } = demand;
  const visits = makes.map(({ searches, analyses }) => searches + analyses);
  const now = total(visits);
  const before = total(makes.map(({ visitsBefore }) => visitsBefore));
  if (now === 0) return [];
  const subjects = makes.map(({ makeId }) => makeSubject(makeId, makeName(makeId)));
  const found: Comparison[] = before === 0 || !yearBeforeSeen(demand) ? [] : makes.flatMap((make, at) => {
    const subject = subjects[at];
    if (subject === undefined) return [];
    return [
      {
        measure: 'interest',
        subject,
        now: visitShare(visits[at] ?? 0, now),
        reference: visitShare(make.visitsBefore, before),
      } as const,
    ];
  }); // prettier-ignore
  const [subject, other] = subjects;
  if (subject && other)
    found.push({
      measure: 'popular',
      subject,
      other,
      now: shareOfMany(visits[0] ?? 0, now),
      reference: shareOfMany(visits[1] ?? 0, now),
    });
  return found;
}

/** Searches and analyses of the last twelve full months, against the twelve before and against what is on offer. */
function typesLookedFor({ demand, contrasts }: MarketFacts): Comparison[] {
  const visits = demand.series.map(({ type, searches, analyses }) => {
    const months = searches.map((count, at) => count + (analyses[at] ?? 0));
    const end = months.length - 1;
    return {
      type,
      now: total(months.slice(end - YEAR, end)),
      before: total(months.slice(end - 2 * YEAR, end - YEAR)),
      /** Visits were counted before the first of these months, so that all of it was seen. */
      whole: (months[end - 2 * YEAR - 1] ?? 0) > 0,
    };
  });
  const types = visits.filter(({ type }) => type !== ALL);
  const now = total(types.map((visit) => visit.now));
  const before = total(types.map((visit) => visit.before));
  const found: Comparison[] = [];
  for (const visit of now === 0 ? [] : types) {
    const subject = subjectOf(visit.type);
    const interest = visitShare(visit.now, now);
    if (before > 0 && yearBeforeSeen(demand))
      found.push({
        measure: 'interest',
        subject,
        now: interest,
        reference: visitShare(visit.before, before),
      });
    const offered = contrasts?.find((of) => of.measure === 'on-offer' && of.type === visit.type);
    if (offered !== undefined)
      found.push({
        measure: 'appetite',
        subject,
        now: interest,
        reference: offered.own,
        apart: {
          error: Math.hypot(interest.error, offered.error),
          clusters: offered.clusters,
        },
      });
  }
  const all = visits.find(({ type }) => type === ALL);
  if (all?.whole && all.now > 0 && all.before > 0)
    found.push({
      measure: 'visits',
      subject: MARKET,
      now: visitCount(all.now),
      reference: visitCount(all.before),
    });
  return found;
}

const total = (counts: Iterable<number>): number => {
  let sum = 0;
  for (const count of counts) sum += count;
  return sum;
};

/** Of searches and analyses: people come back, so that several are as one. */
function visitShare(part: number, whole: number): Figure {
  const { error, ...rest } = share(part, whole);
  return { ...rest, error: Math.sqrt(VISITS_AT_ONCE) * error };
}

/** One of many shares of the same whole: what one has the other has not, which counting each alone allows for. */
const shareOfMany = (part: number, whole: number): Figure => ({
  ...visitShare(part, whole),
  error: Math.sqrt(VISITS_AT_ONCE * Math.max(1, part)) / whole,
});

function visitCount(visits: number): Figure {
  const { error, ...rest } = counted(visits);
  return { ...rest, error: Math.sqrt(VISITS_AT_ONCE) * error };
}
