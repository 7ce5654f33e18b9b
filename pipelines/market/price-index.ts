import { waveErrors } from '#domain/market/waves.ts';
import type {
  MeasuredLog,
  MeasuredSeason,
  PriceIndex,
  PriceSeries,
} from '#schemas/market-facts.ts';
import { ALL } from '#schemas/market-facts.ts';
import { CENSUS_REGIONS, RV_TYPE_IDS } from '#schemas/vocabulary.ts';
import { contrastOf, contrastSe } from '../valuation/contrast.ts';
import { KIND, type Design } from '../valuation/design.ts';
import type { Fit } from '../valuation/fit.ts';
import { NONE, type UnitTable } from '../valuation/unit-table.ts';
import { decompose, type Beliefs, type Decomposed, type Parts } from './decompose.ts';
import { jackknife, jackknifeErrors } from './jackknife.ts';
import { LEAST_CLUSTERS } from '../stories/measures.ts';
import { widerBy } from '../stories/statistics/normal.ts';
import { monthCells, type MonthCells } from './month-cells.ts';
import { countUnits } from './count-units.ts';
import { newPremiums } from './new-premiums.ts';
import { regionLevels } from './region-levels.ts';

/** Seasons of ±2–3% are assumed in the trade; none was measured on a mix-adjusted index. */
const SEASON_SD = 0.02;
/** A type departs from the market by less than the market moves. */
const TYPE_SHARE = 0.6;
const LEVEL_SD = 0.2;
/** Steps no smaller than this are possible however quiet the market was. */
const WALK_SD_MIN = 0.002;
/** Drift of the months is told from drift of ages and model years over so many months. */
const DRIFT_MONTHS = 36;
/** Stickers tell how model years rise where so many of each of so many years are shown. */
const STICKERS_MIN = 20;
const STICKER_YEARS_MIN = 3;
/**
 * Else the rise is believed and not seen, and the real one may lie so far from it in every year: in drawn
 * histories whose stickers did not rise, two of four were told to fall by 10% in three years.
 */
const UNSEEN_RISE_SD = 0.01;
const YEAR = 12;

/**
 * The market's months, regions and conditions as the fit has them, with standard errors. Pure, and small
 * beside the fit: it belongs into the fit's thread.
 */
export function priceIndex(design: Design, fit: Fit, table: UnitTable): PriceIndex {
  const { layout } = design;
  const cells = monthCells(design, fit, table);
  const walkSd = Math.max(WALK_SD_MIN, fit.spread.monthSd);
  const market = { levelSd: LEVEL_SD, walkSd, seasonSd: SEASON_SD };
  const all = split(layout.firstMonth, cells.all, market);
  const drift = Math.hypot(
    driftSe(design, fit),
    seesStickersRise(design, table) ? 0 : UNSEEN_RISE_SD,
  );
  const series = [toSeries(ALL, cells.all, all, drift)];
  RV_TYPE_IDS.forEach((type, at) => {
    const own = cells.byType[at];
    if (own === undefined || !own.n.some((n) => n > 0)) return;
    const beliefs = {
      levelSd: LEVEL_SD,
      walkSd: TYPE_SHARE * walkSd,
      seasonSd: TYPE_SHARE * SEASON_SD,
    };
    series.push(
      toSeries(type, own, together(all, departure(layout.firstMonth, own, all, beliefs)), drift),
    );
  });
  return {
    firstMonth: layout.firstMonth,
    months: layout.months,
    series,
    regions: regions(design, fit, table),
    newPremium: newPremiums(design, fit, table),
  };
}

export function emptyPriceIndex(): PriceIndex {
  return { firstMonth: 0, months: 0, series: [], regions: [], newPremium: [] };
}

const split = (firstMonth: number, cells: MonthCells, beliefs: Beliefs): Decomposed =>
  decompose({ firstMonth, ...cells }, beliefs);

/** What a type does beyond the market: a thin type then moves with the market, and is as unsure as it is thin. */
function departure(
  firstMonth: number,
  own: MonthCells,
  all: Decomposed,
  beliefs: Beliefs,
): Decomposed {
  const less = (values: Float64Array, fitted: Float64Array | undefined) =>
    values.map((value, month) => value - (fitted?.[month] ?? 0));
  const without = own.without.map((values, group) => less(values, all.without[group]?.fitted));
  return decompose({ firstMonth, ...own, mean: less(own.mean, all.fitted), without }, beliefs);
}

function together(all: Decomposed, own: Decomposed): Decomposed {
  const add = (a: Float64Array, b: Float64Array) => a.map((value, at) => value + (b[at] ?? 0));
  const both = (a: Parts, b: Parts): Parts => ({
    level: add(a.level, b.level),
    fitted: add(a.fitted, b.fitted),
    calendar: add(a.calendar, b.calendar),
  });
  return {
    ...both(all, own),
    without: all.without.flatMap((parts, group) => {
      const ofOwn = own.without[group];
      return ofOwn === undefined ? [] : [both(parts, ofOwn)];
    }),
    levelSe: all.levelSe.map((se, at) => Math.hypot(se, own.levelSe[at] ?? 0)),
    season: bothSeasons(all.season, own.season),
    yearChange: bothChanges(all.yearChange, own.yearChange),
  };
}

function bothSeasons(
  all: MeasuredSeason | null,
  own: MeasuredSeason | null,
): MeasuredSeason | null {
  if (all === null || own === null) return null;
  return {
    value: all.value.map((value, at) => value + (own.value[at] ?? 0)),
    se: all.se.map((se, at) => Math.hypot(se, own.se[at] ?? 0)),
    waveSe: [Math.hypot(all.waveSe[0], own.waveSe[0]), Math.hypot(all.waveSe[1], own.waveSe[1])],
  };
}

function bothChanges(all: MeasuredLog | null, own: MeasuredLog | null): MeasuredLog | null {
  if (all === null || own === null) return null;
  return { value: all.value + own.value, se: Math.hypot(all.se, own.se) };
}

/** The same, no surer than its dealers, of which as many equal ones would say as much, are alike in each figure. */
function byDealers(parts: Decomposed, dealers: number): Decomposed {
  const levels = jackknifeErrors(
    parts.level,
    parts.without.map(({ level }) => level),
  );
  const calendars = parts.without.map(({ calendar }) => calendar);
  const months = jackknifeErrors(parts.calendar, calendars);
  const waves = waveErrors(jackknife(parts.calendar, calendars));
  const { season, yearChange } = parts;
  const back = parts.level.length - 1 - YEAR;
  return {
    ...parts,
    levelSe: parts.levelSe.map((se, month) => Math.max(se, levels[month] ?? 0)),
    season: season && {
      ...season,
      se: season.se.map((se, month) => Math.max(se, months[month] ?? 0)),
      dealers: { equal: dealers, waveSe: waves },
    },
    yearChange: yearChange && { ...yearChange, se: Math.max(yearChange.se, levels[back] ?? 0) },
  };
}

function toSeries(
  type: PriceSeries['type'],
  cells: MonthCells,
  decomposed: Decomposed,
  drift: number,
): PriceSeries {
  const parts = byDealers(decomposed, cells.dealers[0] ?? 0);
  const last = parts.level.length - 1;
  const withDrift = (se: number, months: number) => Math.hypot(se, (drift * months) / YEAR);
  return {
    type,
    n: cells.n,
    raw: Float32Array.from(cells.mean),
    rawSe: Float32Array.from(cells.se),
    level: Float32Array.from(parts.level),
    levelSe: Float32Array.from(parts.levelSe, (se, month) => withDrift(se, last - month)),
    season: parts.season,
    yearChange: yearChangeOf(parts.yearChange, cells, withDrift),
    dealers: Float32Array.from(cells.dealers),
    withoutDealers: cells.without.map((mean) => Float32Array.from(mean)),
  };
}

/** Null of a year that hangs on fewer dealers than are a market; else so wide that 1.96 errors hold 95 of 100. */
function yearChangeOf(
  change: MeasuredLog | null,
  { dealers }: MonthCells,
  withDrift: (se: number, months: number) => number,
): MeasuredLog | null {
  const behind = dealers.at(-1 - YEAR) ?? 0;
  if (change === null || behind < LEAST_CLUSTERS) return null;
  return { value: change.value, se: withDrift(change.se, YEAR) * widerBy(behind) };
}

/**
 * Standard error of the months' common slope, per year. Age is calendar time less model year, so asking
 * prices alone cannot tell a market that falls from units that age faster: the fit's covariance says how
 * well its stickers and priors can, and no change over time is surer than that.
 */
function driftSe(design: Design, fit: Fit): number {
  const { month, months } = design.layout;
  const count = Math.min(months, DRIFT_MONTHS);
  if (count < 2 || fit.covarianceOf === undefined) return 0;
  const columns = Array.from({ length: count }, (_, at) => month + months - count + at);
  const centre = (count - 1) / 2;
  const norm = columns.reduce((sum, _, at) => sum + (at - centre) ** 2, 0);
  return (
    12 *
    contrastSe(
      fit,
      columns,
      columns.map((_, at) => (at - centre) / norm),
    )
  );
}

function seesStickersRise(design: Design, table: UnitTable): boolean {
  const ofYear = new Map<number, number>();
  for (let row = 0; row < design.rows; row += 1) {
    if (design.kind[row] !== KIND.sticker) continue;
    const year = table.year[design.source[row] ?? 0] ?? 0;
    ofYear.set(year, (ofYear.get(year) ?? 0) + 1);
  }
  const shown = [...ofYear.values()].filter((stickers) => stickers >= STICKERS_MIN);
  return shown.length >= STICKER_YEARS_MIN;
}

function regions(design: Design, fit: Fit, table: UnitTable): PriceIndex['regions'] {
  const columns = CENSUS_REGIONS.map((_, at) => design.layout.region + at);
  const { level, ofRows, ofDealers, dealers } = regionLevels(design, fit, table);
  const mean = level.reduce((sum, own) => sum + own, 0) / columns.length;
  const units = countUnits(table, (row) => table.region[row] ?? NONE, CENSUS_REGIONS.length);
  const seOfRegion = (weights: readonly number[]) =>
    Math.max(
      contrastSe(fit, columns, weights),
      contrastOf(ofRows, weights),
      contrastOf(ofDealers, weights),
    );
  return CENSUS_REGIONS.map((region, at) => ({
    region,
    units: units[at] ?? 0,
    value: (level[at] ?? 0) - mean,
    se: seOfRegion(columns.map((_, other) => Number(other === at) - 1 / columns.length)),
    dealers: dealers[at] ?? 0,
  })).filter(({ units }) => units > 0);
}
