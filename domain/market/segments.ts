import type { z } from 'zod';
import type { segment } from '#schemas/api/market.ts';
import { DEPRECIATION_RATE_YEARS } from '#schemas/constants.ts';
import type { Snapshot } from '#schemas/snapshot.ts';
import type { ModelNodes, ValuationModel } from '#schemas/valuation-model.ts';
import { RV_TYPES, RV_TYPE_IDS } from '#schemas/vocabulary.ts';
import { curveAt, knotPosition } from '../valuation/age.ts';
import { calibrationFor, confidenceOf, residualScale } from '../valuation/calibrated.ts';
import { buyTiming, meanSeason } from './buy-timing.ts';
import {
  isKnown,
  keptAtLeast,
  keptAtMost,
  lostPercent,
  meanRetention,
  retentionOf,
  steepAge,
  yearlyLosses,
  type Retention,
} from './retention.ts';
import { meanChange, trendOf, yearChangeOf } from './trend.ts';

export type Segment = z.output<typeof segment>;

/** What naming and judging segments needs of a snapshot. */
export type MarketOf = Pick<Snapshot, 'valuation' | 'market' | 'lines'>;
export type NameOfMake = (makeId: string) => string;

/** Segments of one kind that are told of, best first. */
const SEGMENTS_MAX = 50;
const PERFORMERS_MAX = 3;
/** Years of age that a line's losses are told of together: when new, and then ever longer. */
const SPANS = [
  [1, 1],
  [2, 3],
  [4, 6],
  [7, 10],
] as const;

const TYPE_NAMES = new Map<string, string>(RV_TYPES.map(({ id, name }) => [id, name]));
export const typeName = (id: string): string => TYPE_NAMES.get(id) ?? id;

/** One name of the market with all it is built as. */
export interface Group {
  name: string;
  /** Nodes of its level, each with its type. */
  parts: readonly { type: number; node: number; units: number }[];
  retention: Retention;
}

export interface Segments {
  byType: Segment[];
  byMake: Segment[];
  byModel: Segment[];
  /** Of all types those that keep most and least. */
  ofTypes: Performers;
}

/** Segments by type, make and model line, best retention first; nothing of an empty market. */
export function segmentsOf(snapshot: MarketOf, nameOfMake: NameOfMake): Segments {
  const groups = groupsOf(snapshot, nameOfMake);
  const { model, types, makes, lines } = groups;
  const typeSegments = types.map((group) => {
    const [part] = group.parts;
    const within = narrowed(groups, part?.type ?? 0);
    return complete(snapshot, group, {
      ...performers(within, group.retention),
      timing: (season) => buyTiming(season),
      lines: linesOf(model, (line) => typeOfLine(model, line) === part?.type),
    });
  });
  const makeSegments = makes.slice(0, SEGMENTS_MAX).map((group) => {
    const nodes = new Set(group.parts.map(({ node }) => node));
    const own = linesOf(model, (line) => nodes.has(makeOfLine(model, line)));
    const ids = new Set(own.map((line) => idOf(model.lines, line)));
    return complete(snapshot, group, {
      ...performers(
        lines.filter(({ id }) => ids.has(id)),
        group.retention,
      ),
      timing: (season) => `${bestAge(model, model.makes, group)} ${sentence(buyTiming(season))}`,
      lines: own,
    });
  });
  const lineSegments = lines.slice(0, SEGMENTS_MAX).map((group) =>
    complete(snapshot, group, {
      ...yearsOf(model, model.lines, group),
      timing: (season) => `${bestAge(model, model.lines, group)} ${sentence(buyTiming(season))}`,
      lines: group.parts.map(({ node }) => node),
    }),
  );
  return {
    byType: typeSegments,
    byMake: makeSegments,
    byModel: lineSegments,
    ofTypes: performers(types, meanRetention(types.map(({ retention }) => retention))),
  };
}

interface Groups {
  model: ValuationModel;
  types: Group[];
  makes: Group[];
  lines: (Group & { id: string })[];
}

/** All groups with enough units, each list by what its groups keep at least, best first. */
export function groupsOf(snapshot: MarketOf, nameOfMake: NameOfMake): Groups {
  const model = snapshot.valuation;
  const lineNames = new Map(snapshot.lines.map(({ id, name }) => [id, name]));
  const lineName = (id: string) =>
    `${nameOfMake(id.slice(0, id.indexOf('/')))} ${lineNames.get(id) ?? id.slice(id.indexOf('/') + 1)}`;
  return {
    model,
    types: ranked(gather(model, model.typeNodes, typeName)),
    makes: ranked(gather(model, model.makes, nameOfMake)),
    lines: ranked(gather(model, model.lines, lineName)),
  };
}

function gather(
  model: ValuationModel,
  level: ModelNodes,
  nameOf: (id: string) => string,
): (Group & { id: string })[] {
  const typeIndex = new Map(model.types.map(({ id }, at) => [RV_TYPE_IDS.indexOf(id), at]));
  const byId = new Map<string, { type: number; node: number; units: number }[]>();
  level.keys.forEach((key, node) => {
    const type = typeIndex.get(Number.parseInt(key, 10));
    const units = level.units[node] ?? 0;
    if (type === undefined || units === 0) return;
    const id = level === model.typeNodes ? (model.types[type]?.id ?? '') : idOf(level, node);
    byId.set(id, [...(byId.get(id) ?? []), { type, node, units }]);
  });
  return [...byId]
    .filter(([id]) => id !== '' && !id.endsWith('/'))
    .map(([id, parts]) => ({
      id,
      name: nameOf(id),
      parts,
      retention: meanRetention(
        parts.map(({ node, type }) =>
          retentionOf(model, level, node, type, DEPRECIATION_RATE_YEARS),
        ),
      ),
    }))
    .filter(({ retention }) => isKnown(retention));
}

/** `4:winnebago/minnie` → `winnebago/minnie` */
const idOf = (level: ModelNodes, node: number): string => {
  const key = level.keys[node] ?? '';
  return key.slice(key.indexOf(':') + 1);
};

export function ranked<G extends Pick<Group, 'name' | 'retention'>>(groups: readonly G[]): G[] {
  return groups.toSorted(
    (a, b) =>
      keptAtLeast(b.retention) - keptAtLeast(a.retention) ||
      b.retention.units - a.retention.units ||
      a.name.localeCompare(b.name),
  );
}

interface Performers {
  bestPerformers: string[];
  worstPerformers: string[];
}

/**
 * Best and worst of a ranked list: of those that lose no more than all of them together, and of those that
 * lose more, as both are shown. The worst are those that surely keep least.
 */
export function performers(
  kept: readonly Pick<Group, 'name' | 'retention'>[],
  together: Retention,
): Performers {
  const each = Math.min(PERFORMERS_MAX, Math.max(1, Math.floor(kept.length / 2)));
  const losesMore = ({ retention }: Pick<Group, 'retention'>) =>
    Math.round(rateOf(retention)) > Math.round(rateOf(together));
  const best = kept.filter((group) => !losesMore(group)).slice(0, each);
  const worst = kept
    .filter(losesMore)
    .toSorted((a, b) => keptAtMost(a.retention) - keptAtMost(b.retention))
    .slice(0, each);
  return {
    bestPerformers: best.map(({ name }) => name),
    worstPerformers: worst.map(({ name }) => name),
  };
}

/** Percent lost, to a tenth; screens show it whole. */
const rateOf = (retention: Retention): number => Math.round(10 * lostPercent(retention)) / 10;

/** Makes as they are within one type: by their nodes of that type alone. */
function narrowed({ model, makes }: Groups, type: number): Group[] {
  return ranked(
    makes.flatMap((group) => {
      const parts = group.parts.filter((part) => part.type === type);
      const retention = meanRetention(
        parts.map(({ node }) =>
          retentionOf(model, model.makes, node, type, DEPRECIATION_RATE_YEARS),
        ),
      );
      return isKnown(retention) ? [{ ...group, parts, retention }] : [];
    }),
  );
}

function complete(
  { valuation, market }: MarketOf,
  group: Group,
  own: Performers & {
    timing: (season: ReturnType<typeof meanSeason>) => string;
    lines: readonly number[];
  },
): Segment {
  const parts = group.parts.map(({ type, units }) => {
    const id = valuation.types[type]?.id ?? 'travel-trailer';
    const series = market.index.series.find((one) => one.type === id);
    return { units, change: yearChangeOf(market, id), season: series?.season ?? null };
  });
  return {
    segment: group.name,
    marketTrend: trendOf(meanChange(parts)),
    averageDepreciationRate: rateOf(group.retention),
    bestPerformers: own.bestPerformers,
    worstPerformers: own.worstPerformers,
    recommendedBuyTiming: own.timing(meanSeason(parts)),
    dataPoints: group.retention.units,
    confidence: confidenceIn(valuation, own.lines),
  };
}

/**
 * Calibrated probability that the price of a used unit of these lines is within 15% of its estimate:
 * the mean over the lines by units, at the age that is usual for their type.
 */
export function confidenceIn(model: ValuationModel, lines: readonly number[]): number {
  const calibration = calibrationFor(model, 'used');
  let sum = 0;
  let units = 0;
  for (const line of lines) {
    const type = typeOfLine(model, line);
    const age = model.types[type]?.medianAge ?? 5;
    const own = model.lines.units[line] ?? 0;
    const value = Math.exp(
      curveAt(model.lines.curves, line * model.knots.length, knotPosition(model.knots, age)),
    );
    const scale = residualScale(calibration, {
      support: 'line-guess',
      units: own,
      type,
      age,
      value,
    });
    sum += own * confidenceOf(calibration, 'line-guess', scale);
    units += own;
  }
  return units === 0 ? 0 : Math.round((1000 * sum) / units) / 1000;
}

function linesOf(model: ValuationModel, wanted: (line: number) => boolean): number[] {
  return Array.from(model.lines.keys.keys()).filter(wanted);
}

const makeOfLine = (model: ValuationModel, line: number): number =>
  model.families.parent[model.lines.parent[line] ?? -1] ?? -1;

function typeOfLine(model: ValuationModel, line: number): number {
  const id = RV_TYPE_IDS[Number.parseInt(model.lines.keys[line] ?? '', 10)];
  return model.types.findIndex((type) => type.id === id);
}

/** Years in which a group loses little and much, of the first ten: spans, since a single year's loss is noise. */
function yearsOf(model: ValuationModel, level: ModelNodes, group: Group): Performers {
  const losses = lossesOf(model, level, group);
  const spans = SPANS.map(([from, to]) => {
    const loss = meanLoss(losses.slice(from - 1, to));
    return { from, to, loss, percent: Math.round(100 * loss) };
  }).toSorted((a, b) => a.loss - b.loss);
  const each = spans.length / 2;
  const best = spans.slice(0, each);
  const most = best.at(-1)?.percent ?? 0;
  const name = ({ from, to, percent }: (typeof spans)[number]) =>
    from === to
      ? `Year ${from} (loses ${percent}%)`
      : `Years ${from}–${to} (lose ${percent}% a year)`;
  return {
    bestPerformers: best.map(name),
    // One that is said to lose no more than the best is not among the worst.
    worstPerformers: spans
      .slice(each)
      .filter(({ percent }) => percent > most)
      .toReversed()
      .map(name),
  };
}

/** What a year takes in the mean of some years. */
function meanLoss(losses: readonly number[]): number {
  const kept = losses.reduce((product, loss) => product * (1 - loss), 1);
  return 1 - kept ** (1 / losses.length);
}

/** Years after buying used that are told of; later ones take less. */
const YEARS_AFTER = 3;

/** From which age on a year takes less than the usual year of the first ten. */
function bestAge(model: ValuationModel, level: ModelNodes, group: Group): string {
  const losses = lossesOf(model, level, group);
  const age = steepAge(losses);
  const first = 1 - losses.slice(0, age).reduce((kept, loss) => kept * (1 - loss), 1);
  const after = losses.slice(age, age + YEARS_AFTER);
  const [of, take] =
    age === 1 ? ['1 year', 'first year takes'] : [`${age} years`, `first ${age} years take`];
  return `Buy it used from an age of ${of}: the ${take} ${Math.round(100 * first)}% of the new price, each of the next ${after.length} about ${Math.round(100 * meanLoss(after))}% of what is left.`;
}

const lossesOf = (model: ValuationModel, level: ModelNodes, group: Group): number[] =>
  yearlyLosses((years) =>
    meanRetention(
      group.parts.map(({ node, type }) => retentionOf(model, level, node, type, years)),
    ),
  );

const sentence = (text: string): string => `${text}.`;
