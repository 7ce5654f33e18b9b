import { monthOf } from '#domain/valuation/age.ts';
import {
  ALL,
  COVERED,
  type MeasuredLog,
  type MarketFacts,
  type PriceIndex,
  type RegionOrAll,
  type TypeOrAll,
} from '#schemas/market-facts.ts';
import { CONTRIBUTORS_MIN } from '#schemas/constants.ts';
import { CENSUS_REGIONS, RV_TYPE_IDS } from '#schemas/vocabulary.ts';
import type { Warehouse } from '#warehouse/client.ts';
import {
  marketVisits,
  purchasesAgainstAsks,
  type Visits,
} from '#warehouse/queries/market-demand.ts';
import {
  arrivals,
  coverageByMonth,
  daysOnMarket,
  priceCuts,
  sourceCuts,
  type PriceCutRow,
} from '#warehouse/queries/market-supply.ts';
import type { MarketTables } from '#warehouse/queries/market-tables.ts';
import { collectContrasts, deeperCuts, noSurerThanDealers } from './collect-contrasts.ts';
import { calendarSeason, countSeason } from './count-season.ts';
import { countDays, daysByGroup } from './days-by-group.ts';
import { placesOf, registeredChanges, toldPlaces } from './registered-places.ts';
import { stepContributions } from './step-contributions.ts';
import { usualCuts } from './usual-cuts.ts';

const HISTORY_MONTHS = 120;
const YEAR = 12;
const TYPES: readonly TypeOrAll[] = [ALL, ...RV_TYPE_IDS];
const REGIONS: readonly RegionOrAll[] = [ALL, ...CENSUS_REGIONS];

/**
 * What the market is besides values, from grouped scans of a market's tables and of what people looked
 * for. `asOf`: milliseconds since 1970 of the instant the market is valued at; `now`: when that is done.
 */
export async function collectFacts(
  warehouse: Warehouse,
  tables: MarketTables,
  { index, asOf, now, sample }: { index: PriceIndex; asOf: number; now: Date; sample: boolean },
): Promise<MarketFacts> {
  await stepContributions(warehouse, { sample, now });
  const months = HISTORY_MONTHS;
  const firstMonth = monthOf(asOf) - months + 1;
  // People look for RVs and buy them after the newest listing was seen, too.
  const demandAsOf = now.getTime();
  const bySource = await sourceCuts(warehouse, tables);
  const coverage = new Float32Array(months);
  for (const { month, share } of await coverageByMonth(warehouse, tables))
    if (month >= firstMonth && month < firstMonth + months) coverage[month - firstMonth] = share;
  const days = await countDays(daysOnMarket(warehouse, tables, { sample }));
  const onOffer = {
    firstMonth,
    months,
    coverage,
    series: await supply(warehouse, tables, coverage, firstMonth),
  };
  // Files of real registrations say nothing of a simulated market.
  const registered = sample ? [] : await toldPlaces(warehouse, now.getTime());
  const contrasts = await collectContrasts(warehouse, tables, { days, supply: onOffer, sample });
  return {
    index,
    supply: { ...onOffer, series: noSurerThanDealers(onOffer.series, contrasts) },
    priceCuts: (await priceCuts(warehouse, tables))
      .map(cutsOf)
      .filter(({ type }) => TYPES.includes(type))
      .map((cuts) => ({
        ...cuts,
        usual: usualCuts(bySource, cuts.type),
        deeper: deeperCuts(contrasts, cuts.type),
      })),
    daysOnMarket: daysByGroup(days),
    demand: demandOf(await marketVisits(warehouse, { sample, asOf: demandAsOf }), {
      firstMonth: monthOf(demandAsOf) - months + 1,
      months,
      asOf: demandAsOf,
    }),
    purchases: (
      await purchasesAgainstAsks(warehouse, {
        sample,
        asOf: demandAsOf,
        contributorsMin: CONTRIBUTORS_MIN,
      })
    ).flatMap(({ type, ...paid }) =>
      TYPES.filter((known) => known === type).map((known) => ({ type: known, ...paid })),
    ),
    registrations: placesOf(registered),
    contrasts: [...contrasts, ...registeredChanges(registered)],
  };
}

interface Flow {
  firstSeen: Int32Array<ArrayBuffer>;
  /** Units that were last on offer in the month. */
  gone: Int32Array;
  now: number;
}

async function supply(
  warehouse: Warehouse,
  tables: MarketTables,
  coverage: Float32Array,
  firstMonth: number,
): Promise<MarketFacts['supply']['series']> {
  const months = coverage.length;
  const flows = new Map<string, Flow>();
  const add = (type: string, region: string, from: number, to: number | null, units: number) => {
    const key = `${type} ${region}`;
    const flow = flows.get(key) ?? {
      firstSeen: new Int32Array(months),
      gone: new Int32Array(months),
      now: 0,
    };
    flows.set(key, flow);
    const last = months - 1;
    const came = Math.min(last, from - firstMonth);
    flow.firstSeen[came] = (flow.firstSeen[came] ?? 0) + units;
    if (to === null) flow.now += units;
    else {
      const went = Math.min(last, Math.max(came, to - firstMonth));
      flow.gone[went] = (flow.gone[went] ?? 0) + units;
    }
  };
  for await (const rows of arrivals(warehouse, tables, firstMonth))
    for (const { type, region, from, to, units } of rows)
      for (const ofType of [ALL, type])
        for (const inRegion of region === '' ? [ALL] : [ALL, region])
          add(ofType, inRegion, from, to, units);

  return TYPES.flatMap((type) =>
    REGIONS.flatMap((region) => {
      const flow = flows.get(`${type} ${region}`);
      if (flow === undefined) return [];
      const onOffer = standing(flow);
      return [
        {
          type,
          region,
          firstSeen: flow.firstSeen,
          onOffer,
          now: flow.now,
          yearChange: supplyChange(onOffer, coverage),
          // The first month holds all that is older, the last one is not over.
          season:
            region === ALL
              ? countSeason(flow.firstSeen.subarray(1, months - 1), firstMonth + 1)
              : null,
        },
      ];
    }),
  );
}

function standing({ firstSeen, gone }: Flow): Int32Array<ArrayBuffer> {
  let units = 0;
  return firstSeen.map((came, month) => {
    units += came;
    const onOffer = units;
    units -= gone[month] ?? 0;
    return onOffer;
  });
}

/** The last full month against that of a year before, where both were wholly collected. */
function supplyChange(onOffer: Int32Array, coverage: Float32Array): MeasuredLog | null {
  const now = onOffer.length - 2;
  const then = now - YEAR;
  const units = (month: number) => onOffer[month] ?? 0;
  const covered = (month: number) => (coverage[month] ?? 0) >= COVERED;
  if (then < 0 || !covered(now) || !covered(then) || units(now) === 0 || units(then) === 0)
    return null;
  return {
    value: Math.log(units(now) / units(then)),
    se: Math.sqrt(1 / units(now) + 1 / units(then)),
  };
}

function cutsOf(row: PriceCutRow): MarketFacts['priceCuts'][number] {
  const [p25, median, p75] = row.gap;
  const any = row.withCut > 0;
  return {
    type: row.type as TypeOrAll,
    units: row.units,
    withCut: row.withCut,
    cameDown: row.cameDown,
    medianCut: any ? row.medianCut : null,
    // A unit whose price was cut and raised again has no gap.
    gap: any && Number.isFinite(median) ? { p25, median, p75 } : null,
  };
}

/** What people looked for, by type and month. */
export function demandOf(
  visits: Visits,
  { firstMonth, months, asOf }: { firstMonth: number; months: number; asOf: number },
): MarketFacts['demand'] {
  const oldest = Math.min(...visits.byMonth.map(({ month }) => month));
  const twoYears = oldest <= firstMonth + months - 1 - 2 * YEAR;
  const series = TYPES.flatMap((type) => {
    const isOfType = (row: { type: string }) => type === ALL || row.type === type;
    const rows = visits.byMonth.filter(isOfType);
    if (rows.length === 0) return [];
    const searches = new Int32Array(months);
    const analyses = new Int32Array(months);
    for (const row of rows) {
      const at = row.month - firstMonth;
      if (at < 0 || at >= months) continue;
      searches[at] = (searches[at] ?? 0) + row.searches;
      analyses[at] = (analyses[at] ?? 0) + row.analyses;
    }
    const recent = new Int32Array(YEAR);
    const before = new Int32Array(YEAR);
    for (const row of visits.byCalendar.filter(isOfType)) {
      const at = row.calendarMonth - 1;
      recent[at] = (recent[at] ?? 0) + row.visits;
      before[at] = (before[at] ?? 0) + row.visitsBefore;
    }
    const season = twoYears ? calendarSeason({ before, recent }, asOf) : null;
    return [{ type, searches, analyses, season }];
  });
  return { firstMonth, months, series, makes: visits.byMake };
}
