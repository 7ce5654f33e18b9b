import { leftoverYears } from '#domain/valuation/age.ts';
import type { Estimate, MeasuredSeason, PriceIndex, PriceSeries } from '#schemas/market-facts.ts';
import { ALL } from '#schemas/market-facts.ts';
import { CENSUS_REGIONS, LISTING_CONDITIONS, RV_TYPE_IDS } from '#schemas/vocabulary.ts';
import { contrastOf, contrastSe } from '../valuation/contrast.ts';
import type { Design } from '../valuation/design.ts';
import type { Fit } from '../valuation/fit.ts';
import { NONE, type UnitTable } from '../valuation/unit-table.ts';
import { decompose, type Beliefs, type Decomposed } from './decompose.ts';
import { monthCells, type MonthCells } from './month-cells.ts';
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
/** The premium of a new unit is stated for this age in years. */
const PREMIUM_AGE = 1;

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
  const drift = driftSe(design, fit);
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

const split = (
  firstMonth: number,
  { mean, se, shared }: MonthCells,
  beliefs: Beliefs,
): Decomposed => decompose({ firstMonth, mean, se, shared }, beliefs);

/** What a type does beyond the market: a thin type then moves with the market, and is as unsure as it is thin. */
function departure(
  firstMonth: number,
  own: MonthCells,
  all: Decomposed,
  beliefs: Beliefs,
): Decomposed {
  const mean = own.mean.map((value, month) => value - (all.fitted[month] ?? 0));
  return decompose({ firstMonth, mean, se: own.se, shared: own.shared }, beliefs);
}

function together(all: Decomposed, own: Decomposed): Decomposed {
  const add = (a: Float64Array, b: Float64Array) => a.map((value, at) => value + (b[at] ?? 0));
  return {
    level: add(all.level, own.level),
    levelSe: all.levelSe.map((se, at) => Math.hypot(se, own.levelSe[at] ?? 0)),
    fitted: add(all.fitted, own.fitted),
    season: bothSeasons(all.season, own.season),
    yearChange: bothEstimates(all.yearChange, own.yearChange),
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

function bothEstimates(all: Estimate | null, own: Estimate | null): Estimate | null {
  if (all === null || own === null) return null;
  return { value: all.value + own.value, se: Math.hypot(all.se, own.se) };
}

function toSeries(
  type: PriceSeries['type'],
  cells: MonthCells,
  parts: Decomposed,
  drift: number,
): PriceSeries {
  const last = parts.level.length - 1;
  const withDrift = (se: number, months: number) => Math.hypot(se, (drift * months) / 12);
  return {
    type,
    n: cells.n,
    raw: Float32Array.from(cells.mean),
    rawSe: Float32Array.from(cells.se),
    level: Float32Array.from(parts.level),
    levelSe: Float32Array.from(parts.levelSe, (se, month) => withDrift(se, last - month)),
    season: parts.season,
    yearChange: parts.yearChange && {
      value: parts.yearChange.value,
      se: withDrift(parts.yearChange.se, 12),
    },
  };
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

function regions(design: Design, fit: Fit, table: UnitTable): PriceIndex['regions'] {
  const columns = CENSUS_REGIONS.map((_, at) => design.layout.region + at);
  const { level, ofRows, ofDealers } = regionLevels(design, fit, table);
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
  })).filter(({ units }) => units > 0);
}

function newPremiums(design: Design, fit: Fit, table: UnitTable): PriceIndex['newPremium'] {
  const { layout } = design;
  const years = leftoverYears(PREMIUM_AGE);
  const weights = [1, years, 1, years];
  const kinds = LISTING_CONDITIONS.length;
  const units = countUnits(
    table,
    (row) => {
      const type = design.types[row] ?? NONE;
      const condition = table.condition[row] ?? NONE;
      return type === NONE || condition === NONE ? NONE : type * kinds + condition;
    },
    RV_TYPE_IDS.length * kinds,
  );
  return RV_TYPE_IDS.map((type, at) => {
    const columns = [
      layout.newPooled,
      layout.newPooled + 1,
      layout.newByType + 2 * at,
      layout.newByType + 2 * at + 1,
    ];
    return {
      type,
      newUnits: units[at * kinds + LISTING_CONDITIONS.indexOf('new')] ?? 0,
      usedUnits: units[at * kinds + LISTING_CONDITIONS.indexOf('used')] ?? 0,
      value: columns.reduce((sum, c, i) => sum + (weights[i] ?? 0) * (fit.common[c] ?? 0), 0),
      se: contrastSe(fit, columns, weights),
    };
  }).filter(({ newUnits, usedUnits }) => newUnits > 0 && usedUnits > 0);
}

/** Distinct units by a group of their rows; a unit counts where its first row stands. */
function countUnits(
  table: UnitTable,
  groupOf: (row: number) => number,
  groups: number,
): Int32Array {
  const counts = new Int32Array(groups);
  const counted = new Uint8Array(table.units);
  for (let row = 0; row < table.rows; row += 1) {
    const unit = table.unit[row] ?? 0;
    const group = groupOf(row);
    if (counted[unit] === 1 || group === NONE) continue;
    counted[unit] = 1;
    counts[group] = (counts[group] ?? 0) + 1;
  }
  return counts;
}
