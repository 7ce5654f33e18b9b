import type { z } from 'zod';
import { FLOORPLANS_MAX } from '#schemas/api/analysis.ts';
import type { segmentDepth } from '#schemas/api/market.ts';
import { FORECAST_YEARS } from '#schemas/constants.ts';
import type { ModelNodes, TypeEffects, ValuationModel } from '#schemas/valuation-model.ts';
import type { Condition } from '#schemas/vocabulary.ts';
import { monthName } from '../decision/words.ts';
import { curveAt, knotPosition } from '../valuation/age.ts';
import { conditionEffect, excessOf, newShiftOf } from '../valuation/log-price.ts';
import { mileageEffect } from '../valuation/mileage.ts';
import type { MarketAnalysis } from './analyse.ts';
import { groupsOf, type Group, type MarketOf, type NameOfMake, type Segment } from './segments.ts';
import { meanChange, yearChangeOf } from './trend.ts';

export type SegmentDepth = z.output<typeof segmentDepth>;

type Part = Group['parts'][number];

/** Half of an 80% range in standard errors: what `RANGE_LEVEL` is. */
const RANGE_SE = 1.2816;
const MONTHS = 12;

/**
 * The analysis with the depth of each segment.
 * @param analysis of the same snapshot: its segments are the first of the snapshot's groups
 */
export function withDepth(
  analysis: MarketAnalysis,
  snapshot: MarketOf,
  nameOfMake: NameOfMake,
): MarketAnalysis {
  const { model, types, makes, lines } = groupsOf(snapshot, nameOfMake);
  const deepen = (segments: readonly Segment[], level: ModelNodes, groups: readonly Group[]) =>
    segments.map((segment, at) => ({
      ...segment,
      depth: depthOf(snapshot, level, groups[at]?.parts ?? []),
    }));
  return {
    ...analysis,
    byType: deepen(analysis.byType, model.typeNodes, types),
    byMake: deepen(analysis.byMake, model.makes, makes),
    byModel: deepen(analysis.byModel, model.lines, lines),
  };
}

/**
 * A segment's forecast, what moves its prices and its floorplans. Of a name built as several types each
 * figure is the mean by units in log price. Pure.
 * @param level where the parts' nodes are
 */
function depthOf(
  { valuation: model, market }: MarketOf,
  level: ModelNodes,
  parts: readonly Part[],
): SegmentDepth {
  const known = parts.flatMap((part) => {
    const type = model.types[part.type];
    return type === undefined ? [] : [{ ...part, effects: type, age: type.medianAge }];
  });
  const units = known.reduce((sum, part) => sum + part.units, 0);
  const mean = (of: (part: (typeof known)[number]) => number): number =>
    units === 0 ? 0 : known.reduce((sum, part) => sum + part.units * of(part), 0) / units;
  /** Of units of a model year that is new. */
  const sold = (condition: Condition): number =>
    mean(({ effects, node }) => {
      const curve = {
        curves: level.curves,
        offset: node * model.knots.length,
        newShift: newShiftOf(level, node),
      };
      return conditionEffect(effects, condition, curve, knotPosition(model.knots, 0));
    });
  const usedAt = ({ node }: Part, age: number): number =>
    curveAt(level.curves, node * model.knots.length, knotPosition(model.knots, age));
  const loss = (part: (typeof known)[number], years: number): number =>
    usedAt(part, part.age + years) - usedAt(part, part.age);
  const slopeSd = mean(({ node }) => level.slopeSd[node] ?? 0);
  const { index } = market;
  const since = index.firstMonth + index.months - 1 - MONTHS;
  // As the index has it, which every other word on the market's course rests on; not the fit's own months, which
  // take units that have stood for long, and are dear, for a rise at the end.
  const change = meanChange(
    known.map(({ units: own, effects }) => ({
      units: own,
      change: yearChangeOf(market, effects.id),
    })),
  );

  return {
    age: tenth(mean(({ age }) => age)),
    forecast: Array.from({ length: FORECAST_YEARS }, (_, at) => {
      const years = at + 1;
      const log = mean((part) => loss(part, years));
      // Years of the market's random walk, and what is not known of the slope.
      const se = Math.sqrt(model.monthSd ** 2 * MONTHS * years + (slopeSd * years) ** 2);
      return {
        years,
        kept: tenth(100 * Math.exp(log)),
        low: tenth(100 * Math.exp(log - RANGE_SE * se)),
        high: tenth(100 * Math.exp(log + RANGE_SE * se)),
      };
    }),
    drivers: [
      { factor: 'age' as const, label: 'One year older', log: mean((part) => loss(part, 1)) },
      {
        factor: 'new' as const,
        label: 'New instead of used, of the same model year',
        log: sold('new'),
      },
      {
        factor: 'certified' as const,
        label: 'Certified instead of used',
        log: sold('certified'),
      },
      {
        factor: 'mileage' as const,
        label: 'Twice the usual miles',
        log: mean(({ effects, age }) => doubleMiles(model, effects, age)),
      },
      {
        factor: 'market' as const,
        label: `Asking prices of its type since ${monthName((since % MONTHS) + 1)} ${1970 + Math.floor(since / MONTHS)}`,
        log: change?.value ?? 0,
      },
    ]
      .map(({ factor, label, log }) => ({ factor, label, percent: percentOf(log) }))
      .filter(({ percent }) => percent !== 0),
    floorplans: level === model.lines ? floorplansOf(model, parts) : [],
  };
}

/** 0 for what has no odometer. */
function doubleMiles(model: ValuationModel, effects: TypeEffects, age: number): number {
  const at = knotPosition(model.knots, age);
  const miles = 2 * curveAt(effects.usualMileage, 0, at);
  return mileageEffect(
    excessOf(effects, 'used', at, miles),
    effects.mileageBelow,
    effects.mileageAbove,
  );
}

function floorplansOf(
  { floorplans }: ValuationModel,
  parts: readonly Part[],
): SegmentDepth['floorplans'] {
  const lines = new Set(parts.map(({ node }) => node));
  const found = new Map<string, { units: number; log: number }>();
  floorplans.keys.forEach((key, at) => {
    if (!lines.has(floorplans.parent[at] ?? -1)) return;
    const floorplan = key.slice(key.indexOf('#') + 1);
    const other = found.get(floorplan) ?? { units: 0, log: 0 };
    const own = floorplans.units[at] ?? 0;
    const units = other.units + own;
    const sum = other.units * other.log + own * (floorplans.shift[at] ?? 0);
    found.set(floorplan, { units, log: units === 0 ? 0 : sum / units });
  });
  return [...found]
    .map(([floorplan, { units, log }]) => ({ floorplan, units, percent: percentOf(log) }))
    .toSorted((a, b) => b.units - a.units || a.floorplan.localeCompare(b.floorplan))
    .slice(0, FLOORPLANS_MAX);
}

const tenth = (value: number): number => Math.round(10 * value) / 10;
const percentOf = (log: number): number => tenth(100 * (Math.exp(log) - 1));
