import { VISITS_AT_ONCE, yearBeforeSeen } from '#domain/market/visits.ts';
import {
  ALL,
  type Days,
  type MarketFacts,
  type MeasuredSeason,
  type RegionOrAll,
  type TypeOrAll,
} from '#schemas/market-facts.ts';
import type {
  Comparison,
  Estimate,
  Measure,
  PriceSeries,
  Season,
  StoryFacts,
  Subject,
} from './facts.ts';
import { LEAST_MONTH_N } from './measures.ts';
import { MARKET, makeSubject, regionSubject, typeSubject } from './subjects.ts';

const YEAR = 12;
/** Standard error of a median over that of a mean, and quartile distance over standard deviation, of normals. */
const MEDIAN_COST = 1.2533;
const QUARTILES = 1.349;
/** Days are whole: a median is no surer than this, in days. */
const DAY_ERROR = 0.3;

/** The market's facts as stories are told of them. `makeName`: what people call a make. */
export function storyFacts(market: MarketFacts, makeName: (id: string) => string): StoryFacts {
  return {
    prices: priceSeries(market.index),
    seasons: seasons(market),
    comparisons: [
      ...daysOnMarket(market.daysOnMarket),
      ...priceCuts(market.priceCuts),
      ...newOverUsed(market.index.newPremium),
      ...regions(market.index.regions),
      ...supply(market.supply),
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
  return series.flatMap(({ type, n, raw, rawSe, levelSe, season }) => {
    if (season === null) return [];
    const months = n.length - Number((n.at(-1) ?? 0) < LEAST_MONTH_N);
    const { value } = season;
    return [
      {
        subject: subjectOf(type),
        first: firstMonth,
        level: Array.from(
          raw.subarray(0, months),
          (level, at) => level - (value[calendarMonth(firstMonth + at)] ?? 0),
        ),
        errors: [...rawSe.subarray(0, months)],
        changeError: [...levelSe.subarray(0, months)],
        n: [...n.subarray(0, months)],
      },
    ];
  });
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

function daysOnMarket(groups: MarketFacts['daysOnMarket']): Comparison[] {
  const find = (type: TypeOrAll, condition: 'new' | 'used', region: RegionOrAll) =>
    medianDays(
      groups.find(
        (group) => group.type === type && group.condition === condition && group.region === region,
      )?.onOffer,
    );
  const seen = [...new Set(groups.map(({ type }) => type))];
  const places = [...new Set(groups.map(({ region }) => region))].filter((place) => place !== ALL);
  const found: Comparison[] = [];
  const add = (
    rest: Pick<Comparison, 'measure' | 'subject' | 'region' | 'condition'>,
    now: Estimate | undefined,
    reference: Estimate | undefined,
  ) => {
    if (now && reference) found.push({ ...rest, now, reference });
  };
  add({ measure: 'days-of-new', subject: MARKET }, find(ALL, 'new', ALL), find(ALL, 'used', ALL));
  for (const condition of ['new', 'used'] as const) {
    const all = find(ALL, condition, ALL);
    for (const type of seen)
      if (type !== ALL)
        add(
          { measure: 'days', subject: subjectOf(type), condition },
          find(type, condition, ALL),
          all,
        );
    for (const place of places) {
      const region = regionSubject(place);
      add(
        { measure: 'days-in-region', subject: MARKET, region, condition },
        find(ALL, condition, place),
        all,
      );
    }
  }
  return found;
}

/** Log of the median, with the error that the quartiles and the rounding to days give. */
function medianDays(days: Days | null | undefined): Estimate | undefined {
  if (!days || days.median < 1 || days.p25 < 1) return undefined;
  const spread = Math.log(days.p75 / days.p25) / QUARTILES;
  return {
    value: Math.log(days.median),
    error: Math.hypot((MEDIAN_COST * spread) / Math.sqrt(days.units), DAY_ERROR / days.median),
    n: days.units,
  };
}

function priceCuts(groups: MarketFacts['priceCuts']): Comparison[] {
  const all = groups.find(({ type }) => type === ALL);
  if (all === undefined) return [];
  return groups.flatMap((group): Comparison[] => {
    if (group.type === ALL) return [];
    const { usual } = group;
    if (usual === undefined) return [];
    const subject = subjectOf(group.type);
    const depth = medianCut(group);
    const usualDepth = medianCut(all);
    return [
      {
        measure: 'cuts',
        subject,
        now: share(group.withCut, group.units),
        reference: { value: usual.share, error: usual.se, n: usual.units },
      },
      ...(depth && usualDepth
        ? [
            {
              measure: 'cut-depth',
              subject,
              now: depth,
              reference: { ...usualDepth, value: usual.depth },
            } as const,
          ]
        : []),
    ];
  });
}

function medianCut({ gap, cameDown }: MarketFacts['priceCuts'][number]): Estimate | undefined {
  if (gap === null) return undefined;
  const spread = Math.max(0.005, gap.p75 - gap.p25) / QUARTILES;
  return { value: gap.median, error: (MEDIAN_COST * spread) / Math.sqrt(cameDown), n: cameDown };
}

function newOverUsed(types: MarketFacts['index']['newPremium']): Comparison[] {
  return againstOthers(
    'gap',
    types.map(({ newUnits, usedUnits, ...rest }) => ({
      ...rest,
      n: Math.min(newUnits, usedUnits),
    })),
  );
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

function regions(found: MarketFacts['index']['regions']): Comparison[] {
  const units = found.reduce((sum, region) => sum + region.units, 0);
  return found.map(({ region, units: n, value, se }) => ({
    measure: 'region',
    subject: MARKET,
    region: regionSubject(region),
    now: { value, error: se, n },
    reference: { value: 0, error: 0, n: units },
  }));
}

/** The last full month against that of a year before, where the facts say that both were wholly seen. */
function supply({ months, series }: MarketFacts['supply']): Comparison[] {
  return series.flatMap(({ type, region, onOffer, yearChange }): Comparison[] => {
    if (yearChange === null) return [];
    const subject = subjectOf(type);
    const pair = {
      now: counted(onOffer[months - 2] ?? 0),
      reference: counted(onOffer[months - 2 - YEAR] ?? 0),
    };
    return region === ALL
      ? [{ measure: 'supply', subject, ...pair }]
      : [{ measure: 'supply-in-region', subject, region: regionSubject(region), ...pair }];
  });
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
        now: share(visits[at] ?? 0, now, VISITS_AT_ONCE),
        reference: share(make.visitsBefore, before, VISITS_AT_ONCE),
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
function typesLookedFor({ demand, supply }: MarketFacts): Comparison[] {
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
  const onOffer = new Map(
    supply.series.filter(({ region }) => region === ALL).map(({ type, now }) => [type, now]),
  );
  const offered = onOffer.get(ALL) ?? 0;
  const found: Comparison[] = [];
  for (const visit of now === 0 ? [] : types) {
    const subject = subjectOf(visit.type);
    const interest = share(visit.now, now, VISITS_AT_ONCE);
    if (before > 0 && yearBeforeSeen(demand))
      found.push({
        measure: 'interest',
        subject,
        now: interest,
        reference: share(visit.before, before, VISITS_AT_ONCE),
      });
    if (offered > 0)
      found.push({
        measure: 'appetite',
        subject,
        now: interest,
        reference: share(onOffer.get(visit.type) ?? 0, offered),
      });
  }
  const all = visits.find(({ type }) => type === ALL);
  if (all?.whole && all.now > 0 && all.before > 0)
    found.push({
      measure: 'visits',
      subject: MARKET,
      now: counted(all.now, VISITS_AT_ONCE),
      reference: counted(all.before, VISITS_AT_ONCE),
    });
  return found;
}

const total = (counts: Iterable<number>): number => {
  let sum = 0;
  for (const count of counts) sum += count;
  return sum;
};

/** A share as it is, its error from one that is never quite 0 or 1. */
function share(part: number, whole: number, burst = 1): Estimate {
  const near = (part + 0.5) / (whole + 1);
  return {
    value: whole === 0 ? 0 : part / whole,
    error: Math.sqrt((burst * near * (1 - near)) / Math.max(1, whole)),
    n: whole,
  };
}

/** One of many shares of the same whole: what one has the other has not, which counting each alone allows for. */
const shareOfMany = (part: number, whole: number): Estimate => ({
  ...share(part, whole, VISITS_AT_ONCE),
  error: Math.sqrt(VISITS_AT_ONCE * Math.max(1, part)) / Math.max(1, whole),
});

const counted = (units: number, burst = 1): Estimate => ({
  value: Math.log(Math.max(1, units)),
  error: Math.sqrt(burst / Math.max(1, units)),
  n: units,
});
