import { AGE_KNOTS } from '#domain/valuation/age.ts';
import { CENSUS_REGIONS, RV_TYPE_IDS } from '#schemas/vocabulary.ts';
import type { StickerTrend } from './sticker-trend.ts';

const KNOTS = AGE_KNOTS.length;
const TYPES = RV_TYPE_IDS.length;
/** Months between the knots at which types may depart from the market. */
export const SPAN = 6;

/**
 * Where the effects that are common to all names stand among the columns of the design: the pooled
 * age curve, each type's departure from it, condition, sticker, mileage, region and month.
 */
export interface CommonLayout {
  columns: number;
  /** Pooled curve, one column a knot. */
  curve: number;
  /** Departure of a type's curve, KNOTS columns a type; its level too, which no name is above. */
  typeCurve: number;
  /** New: level and change per year of age up to three; pooled, then by type. */
  newPooled: number;
  newByType: number;
  certified: number;
  /** Log size against the type's usual one, by type. */
  sizeByType: number;
  /** Sticker price over used price at age 0: pooled and by type. */
  sticker: number;
  stickerByType: number;
  /** Sticker prices' level, which asking prices share: one column a model year from `firstYear`. */
  modelYear: number;
  firstYear: number;
  modelYears: number;
  /** Mileage below and above what is usual: pooled, then by type. */
  mileage: number;
  mileageByType: number;
  region: number;
  /**
   * Market level at the middle of each month from `firstMonth` on and of the one after the last, towards
   * which the last days lead; straight between two.
   */
  month: number;
  firstMonth: number;
  months: number;
  /** Departure of a type from the market's level, at knots SPAN months apart, the last at the last month. */
  typeMonth: number;
  spans: number;
  /** Waves of the year (`seasonAt`) in the months' levels; types share them. */
  season: number;
}

export function layoutCommon(
  firstMonth: number,
  lastMonth: number,
  firstYear: number,
  lastYear: number,
): CommonLayout {
  let next = 0;
  const take = (columns: number) => {
    next += columns;
    return next - columns;
  };
  const months = lastMonth - firstMonth + 1;
  const modelYears = lastYear - firstYear + 1;
  const spans = Math.ceil((months - 1) / SPAN) + 1;
  const layout = {
    curve: take(KNOTS),
    typeCurve: take(KNOTS * TYPES),
    newPooled: take(2),
    newByType: take(2 * TYPES),
    certified: take(1),
    sizeByType: take(TYPES),
    sticker: take(1),
    stickerByType: take(TYPES),
    modelYear: take(modelYears),
    mileage: take(2),
    mileageByType: take(2 * TYPES),
    region: take(CENSUS_REGIONS.length),
    month: take(months + 1),
    typeMonth: take(TYPES * spans),
    season: take(SEASON_SDS.length),
  };
  return { ...layout, columns: next, firstMonth, months, firstYear, modelYears, spans };
}

/** A Gaussian prior on Σ coefficient · γ: mean and standard deviation. */
export interface Prior {
  terms: readonly (readonly [column: number, coefficient: number])[];
  mean: number;
  sd: number;
}

/**
 * How far a year's rise lies from the trend. With 0.03 instead, dealers seen a year apart, one dearer than the
 * other, made years rise by 6% and RVs keep their value: real travel trailers lost 11% from two to ten years, now
 * 24%; what is left after ten years was off by 3.5% in five simulated markets, now by 3.3%. Values of the
 * day are met as well by either. An effect of each source, or of each dealer, beside the months (0.05) was
 * tried instead and left out: MdAPE of real used units 10.9 rather than 10.7, of those of dealers left out
 * whole 14.3 rather than 14.1.
 */
const STICKER_TREND_SD = 0.01;
/**
 * Over so many years the rise is held to the trend, single ones may be steep, where dealers were not seen for
 * long: what listings seem to say of it there is who is dear. Of two real sources 14 months apart each alone
 * had years rise by 3% and travel trailers lose 50 and 43% in ten years from new, fifth wheels 59 and 49; of
 * both together years rose by 3.6% and they lost 40 and 49%, less than in either. Held so they lose 43 and 51%, and real used units are met by curves alone (three
 * folds) with an MdAPE of 11.36 rather than 11.39. A simulated market, whose years tell the rise, is met with 1.59
 * rather than 1.53, and what is left after ten years there is off by 3.2% rather than 2.9%.
 */
const TREND_YEARS = 12;
const TREND_YEARS_SD = 0.012;
/** Two or three percent between the best month and the worst are usual; cosine and sine of each wave. */
export const SEASON_SDS: readonly number[] = [0.015, 0.015, 0.007, 0.007];
/**
 * How far a type wanders from the market between two knots. What it does beyond the market is carried on
 * flat: by 14 forward backtests of seven simulated markets, and one of the real months, the root mean
 * square error in percent of a type's own level was, one / two / three months ahead (real: one / two)
 *
 *   flat, wandering as here              0.70 / 0.88 / 1.01   1.68 / 1.65
 *   flat, wandering as its months say    0.70 / 0.88 / 1.00   1.65 / 1.65
 *   steps last by 0.7, or not, as likely 0.72 / 0.90 / 1.03   1.80 / 1.75
 *   steps last by 0.7 always             0.71 / 0.91 / 1.06   1.80 / 1.75
 */
const TYPE_SPAN_SD = 0.015;
/** Log price lost per year of age as measured across a series, the stickers' trend in it. */
const PRIOR_YEARLY_LOSS = -0.086;
/**
 * How much the yearly loss changes from a piece of a curve to the next. Young units of one month are all of
 * about the same part of a year, so that their prices tell the curve between its knots and not at them: free to
 * bend there, it rose and fell by turns (real travel trailers by +0.20, -0.22, +0.07 a year from -1 to 2), and
 * every line had a second year that takes nothing. Values of the day are met as well: MdAPE of real used and new
 * units (five folds) 10.6 and 4.5 either way, of a simulated market 1.53 rather than 1.56, of the foreign ones
 * 1.57 and 2.29 rather than 1.59 and 2.28; of real used units by curves alone (three folds) 11.33 free, 11.31 with
 * twice these, 11.39 with these.
 */
const BEND_SDS = {
  early: { pooled: 0.025, ofType: 0.0125 },
  late: { pooled: 0.03, ofType: 0.015 },
};

/**
 * What is believed before the data: curves fall at the usual rate, which differs more early than
 * late, and bend little; types, regions and conditions differ little. How the market's level moves is `walkPriors`.
 */
export function commonPriors(layout: CommonLayout, trend: StickerTrend): Prior[] {
  const priors: Prior[] = [];
  const near = (column: number, mean: number, sd: number) =>
    priors.push({ terms: [[column, 1]], mean, sd });
  const difference = (column: number, mean: number, sd: number) =>
    priors.push({
      terms: [
        [column, -1],
        [column + 1, 1],
      ],
      mean,
      sd,
    });

  /** Change of the yearly loss from a piece of a curve to the next. */
  const bend = (column: number, piece: number, sd: number) => {
    const [from = 0, middle = 0, to = 0] = AGE_KNOTS.slice(piece, piece + 3);
    const [before, after] = [1 / (middle - from), 1 / (to - middle)];
    priors.push({
      terms: [
        [column, before],
        [column + 1, -before - after],
        [column + 2, after],
      ],
      mean: 0,
      sd,
    });
  };

  // The pooled curve's level is that of the market's names: pinned at two years.
  near(layout.curve + AGE_KNOTS.indexOf(2), 0, 0.01);
  eachPiece((piece, years, from) => {
    difference(
      layout.curve + piece,
      (PRIOR_YEARLY_LOSS + trend.rise) * years,
      (from < 5 ? 0.15 : 0.05) * years,
    );
    for (let type = 0; type < TYPES; type += 1)
      difference(
        layout.typeCurve + type * KNOTS + piece,
        0,
        (from < 5 ? 0.05 : 0.03) * Math.sqrt(years),
      );
  });
  // Each piece falls about as fast as the one before it: what the oldest units show goes on past them.
  for (let piece = 0; piece + 2 < KNOTS; piece += 1) {
    const { pooled, ofType } = (AGE_KNOTS[piece] ?? 0) < 4 ? BEND_SDS.early : BEND_SDS.late;
    bend(layout.curve + piece, piece, pooled);
    for (let type = 0; type < TYPES; type += 1)
      bend(layout.typeCurve + type * KNOTS + piece, piece, ofType);
  }
  for (let type = 0; type < TYPES; type += 1) {
    near(layout.typeCurve + type * KNOTS + AGE_KNOTS.indexOf(2), 0, 0.8);
    near(layout.sizeByType + type, 0, 0.3);
    near(layout.newByType + 2 * type, 0, 0.1);
    near(layout.newByType + 2 * type + 1, 0, 0.03);
    near(layout.stickerByType + type, 0, 0.1);
    near(layout.mileageByType + 2 * type, 0, 0.03);
    near(layout.mileageByType + 2 * type + 1, 0, 0.03);
  }
  near(layout.newPooled, 0.1, 0.2);
  near(layout.newPooled + 1, 0, 0.1);
  near(layout.certified, 0.03, 0.05);
  near(layout.sticker, 0.35, 0.2);
  near(layout.modelYear + layout.modelYears - 1, 0, 0.01);
  for (let year = 0; year < layout.modelYears - 1; year += 1)
    difference(layout.modelYear + year, trend.rise, STICKER_TREND_SD);
  // From the calendar year of the last month back: of later model years nothing is held.
  for (
    let year = referenceYear(layout) - layout.firstYear;
    trend.isHeld && year >= TREND_YEARS;
    year -= TREND_YEARS
  )
    priors.push({
      terms: [
        [layout.modelYear + year - TREND_YEARS, -1],
        [layout.modelYear + year, 1],
      ],
      mean: TREND_YEARS * trend.rise,
      sd: TREND_YEARS_SD,
    });
  near(layout.mileage, -0.05, 0.05);
  near(layout.mileage + 1, -0.08, 0.05);
  for (let region = 0; region < CENSUS_REGIONS.length; region += 1)
    near(layout.region + region, 0, 0.04);
  SEASON_SDS.forEach((sd, wave) => near(layout.season + wave, 0, sd));
  near(layout.month + layout.months - 1, 0, 0.001);
  for (let type = 0; type < TYPES; type += 1) {
    const from = layout.typeMonth + type * layout.spans;
    near(from + layout.spans - 1, 0, 0.001);
    for (let span = 0; span < layout.spans - 1; span += 1) difference(from + span, 0, TYPE_SPAN_SD);
  }
  return priors;
}

/** The model year whose start the curves are of: the calendar year of the last month. */
export function referenceYear(layout: CommonLayout): number {
  return yearOfMonth(layout.firstMonth + layout.months - 1);
}

/** Calendar year of a month since January 1970. */
export function yearOfMonth(month: number): number {
  return 1970 + Math.floor(month / 12);
}

/** Two waves of the year at a month since January 1970, as cosine and sine of each. */
export function seasonAt(month: number): number[] {
  const at = (2 * Math.PI * (month % 12)) / 12;
  return [Math.cos(at), Math.sin(at), Math.cos(2 * at), Math.sin(2 * at)];
}

/** The market's step from a month of the layout to the next, less what the season does. */
export function monthStep(layout: CommonLayout, month: number): Prior['terms'] {
  const before = seasonAt(layout.firstMonth + month);
  const after = seasonAt(layout.firstMonth + month + 1);
  return [
    [layout.month + month, -1],
    [layout.month + month + 1, 1],
    ...after.map((value, wave): [number, number] => [
      layout.season + wave,
      (before[wave] ?? 0) - value,
    ]),
  ];
}

function eachPiece(visit: (piece: number, years: number, from: number) => void): void {
  for (let piece = 0; piece + 1 < KNOTS; piece += 1) {
    const from = AGE_KNOTS[piece] ?? 0;
    visit(piece, (AGE_KNOTS[piece + 1] ?? from) - from, from);
  }
}
