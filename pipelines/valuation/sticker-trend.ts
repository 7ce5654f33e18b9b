import { medianSorted } from 'simple-statistics';
import { monthOf } from '#domain/valuation/age.ts';
import { isSticker } from './stickers.ts';
import { newestRows, NONE, type UnitTable } from './unit-table.ts';

/** How sticker prices rise from a model year to the next. */
export interface StickerTrend {
  /** Log rise a year, and the standard deviation of what is known of it. */
  rise: number;
  sd: number;
  /** Whether asking prices are kept from telling another rise over many years. */
  isHeld: boolean;
}

/**
 * Log rise of sticker prices per model year before any listing says more. Age, model year and month
 * cannot be told apart by asking prices alone (one is the difference of the others): stickers of new
 * units over several years tell the trend, and else this belief does. Of real travel trailers a year of age and
 * model takes 8%. New cars' prices rose by 2% a year from 2015 to 2025, quality taken out (US consumer price
 * index); real listings of 2014 to 2026 seem to say 3.6%.
 */
const BELIEVED = { rise: 0.03, sd: 0.01 };
/** How much single years are believed to differ from it, as if so many had been seen. */
const YEARS = { sd: 0.01, count: 2 };
/** Makes with stickers of two years in a row; what fewer print is not the market's step between them. */
const STEP_MAKES_MIN = 5;
/** Steps that can be seen to agree; fewer tell of a year or two, and not of the many that curves go over. */
const STEPS_MIN = 3;
/**
 * Months in which a unit's dealer must have been seen, of half of all units, so that asking prices may tell the
 * rise: of dealers seen now and then, others each time, they tell who is dear.
 */
const WATCHED_MONTHS = 12;
const MS_PER_DAY = 86_400_000;
/** Standard error of a median over that of a mean, and standard deviation over median deviation. */
const OF_MEDIAN = Math.sqrt(Math.PI / 2);
const OF_DEVIATION = 1.4826;

/**
 * The rise that stickers show: the steps between model years of the same floorplans, each a median over makes,
 * as draws around a rise that is believed to be usual. Steps that agree tell it; steps that do not leave the belief
 * (0% one year and 10% the next, in real listings, which have too few besides), and so do steps that agree on what
 * is beyond it: of four years, on less than -2% or more than 8% a year.
 *
 * Of a foreign market (`logistic`) whose stickers rise by 0, 1.5, 3 and 5% a year, what is left after ten years
 * was off by 26, 13, 5 and 13% with the belief alone, and by 5% with what stickers show.
 */
export function stickerTrend(table: UnitTable): StickerTrend {
  const seen = stickerSteps(table);
  const steps = seen.length < STEPS_MIN ? [] : seen;
  const isHeld = monthsWatched(table) < WATCHED_MONTHS;
  const precision = 1 / BELIEVED.sd ** 2;
  let { rise } = BELIEVED;
  let told = 0;
  let variance = YEARS.sd ** 2;
  for (let pass = 0; pass < 20; pass += 1) {
    const weights = steps.map(({ se }) => 1 / (variance + se ** 2));
    told = weights.reduce((sum, weight) => sum + weight, 0);
    const sum = steps.reduce((all, step, at) => all + (weights[at] ?? 0) * step.rise, 0);
    rise = (precision * BELIEVED.rise + sum) / (precision + told);
    const squares = steps.reduce(
      (all, step) => all + Math.max(0, (step.rise - rise) ** 2 - step.se ** 2),
      YEARS.count * YEARS.sd ** 2,
    );
    variance = squares / (YEARS.count + steps.length);
  }
  return { rise, sd: 1 / Math.sqrt(precision + told), isHeld };
}

/** From each model year to the next: the median log rise of makes, each of its floorplans that have stickers of both. */
function stickerSteps(table: UnitTable): { rise: number; se: number }[] {
  const byYear = new Map<number, Map<number, number[]>>();
  for (const { make, years } of stickersByFloorplan(table))
    for (const [year, before] of years) {
      const after = years.get(year + 1);
      if (after === undefined) continue;
      const byMake = entryOf(byYear, year, () => new Map<number, number[]>());
      entryOf(byMake, make, () => []).push(median(after) - median(before));
    }
  // In the order of the years, so that sums over them do not depend on that of the rows.
  return [...byYear]
    .filter(([, byMake]) => byMake.size >= STEP_MAKES_MIN)
    .toSorted(([a], [b]) => a - b)
    .map(([, byMake]) => {
      const rises = [...byMake.values()].map(median);
      const rise = median(rises);
      const deviation = median(rises.map((one) => Math.abs(one - rise)));
      return { rise, se: (OF_MEDIAN * OF_DEVIATION * deviation) / Math.sqrt(rises.length) };
    });
}

/** Log sticker prices by model year of every floorplan, or line where none is told. */
function stickersByFloorplan(
  table: UnitTable,
): Iterable<{ make: number; years: Map<number, number[]> }> {
  const byFloorplan = new Map<string, { make: number; years: Map<number, number[]> }>();
  for (const row of newestRows(table, (own) => isSticker(table, own))) {
    const line = table.line[row] ?? NONE;
    if (line === NONE) continue;
    const { years } = entryOf(byFloorplan, `${line}/${table.floorplan[row]}`, () => ({
      make: table.make[row] ?? NONE,
      years: new Map<number, number[]>(),
    }));
    entryOf(years, table.year[row] ?? 0, () => []).push(Math.log(table.msrp[row] ?? Number.NaN));
  }
  return byFloorplan.values();
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = create();
  map.set(key, value);
  return value;
}

/** Months in which its dealer was seen, for the median unit; none where nobody says whose it is. */
function monthsWatched(table: UnitTable): number {
  const seen = new Map<number, Set<number>>();
  for (let row = 0; row < table.rows; row += 1) {
    const dealer = table.dealer[row] ?? NONE;
    if (dealer === NONE) continue;
    const months = seen.get(dealer) ?? new Set();
    seen.set(dealer, months.add(monthOf((table.day[row] ?? 0) * MS_PER_DAY)));
  }
  const counts = Array.from(
    newestRows(table, () => true),
    (row) => seen.get(table.dealer[row] ?? NONE)?.size ?? 0,
  );
  return counts.length === 0 ? 0 : median(counts);
}

function median(values: readonly number[]): number {
  return medianSorted(values.toSorted((a, b) => a - b));
}
