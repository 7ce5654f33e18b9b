import type { Snapshot } from '#schemas/snapshot.ts';
import type { ModelNodes, ValuationModel } from '#schemas/valuation-model.ts';
import { medianSorted } from 'simple-statistics';

export type Check = Snapshot['checks'][number];

/** Facts are never deleted: a market that shrank to less than this share has lost some. */
const UNITS_KEPT = 0.8;
/** A type with so many units before must still be there. */
const SEGMENT_UNITS = 20;
/** Lines with so many units in both runs are compared, when there are so many of them; else the types. */
const COMPARED_UNITS = 30;
const COMPARED_LINES = 20;
/** A type of so many used units is compared by itself too: its lines may be too few to move the median of all. */
const TYPE_USED_UNITS = 100;
/** Median change of their values past which something broke: markets do not move so between runs. */
const JUMP_MAX = 0.15;
/** Values are compared while the units changed by no more than this share, from the same sources. */
const SAME_MARKET = 0.2;
/** Natural log of $100 and $10 million: no RV's value lies outside. */
const LOG_VALUE_MIN = Math.log(100);
const LOG_VALUE_MAX = Math.log(10_000_000);

/** What must hold before a snapshot is served; `before` is the last one of its kind, where there is one. */
export function checkSnapshot(snapshot: Snapshot, before: Snapshot | undefined): Check[] {
  const { valuation } = snapshot;
  const checks = [plausible(valuation), monotone(valuation), calibrated(valuation)];
  if (before === undefined) return checks;
  return [
    ...checks,
    complete(snapshot, before),
    segments(valuation, before.valuation),
    jumps(snapshot, before),
  ];
}

/** Comparisons with the last snapshot: a market may really have changed so much, and a person can say so. */
const UNITS_KEPT_CHECK = 'units kept';
const TYPES_CHECK = 'no type missing';
const JUMP_CHECK = 'no jump';
const OF_CHANGE: readonly string[] = [UNITS_KEPT_CHECK, TYPES_CHECK, JUMP_CHECK];

/**
 * The checks that keep a snapshot back. Where a person accepts the change, those that compare it with
 * the last one do not; what must hold of any snapshot must hold of this one too.
 */
export function failedOf(
  checks: readonly Check[],
  { changeAccepted }: { changeAccepted: boolean },
): { name: string; detail: string }[] {
  return checks
    .filter(({ name, passed }) => !passed && !(changeAccepted && OF_CHANGE.includes(name)))
    .map(({ name, detail }) => ({ name, detail }));
}

const levels = (model: ValuationModel): ModelNodes[] => [
  model.typeNodes,
  model.makers,
  model.makes,
  model.families,
  model.lines,
];

/** Every value of every curve is a number an RV could cost. */
function plausible(model: ValuationModel): Check {
  const count = (values: Float32Array, isWrong: (value: number) => boolean) =>
    values.reduce((wrong, value) => wrong + Number(isWrong(value)), 0);
  const wrong =
    levels(model).reduce(
      (sum, { curves }) => sum + count(curves, (v) => !(v > LOG_VALUE_MIN && v < LOG_VALUE_MAX)),
      0,
    ) + count(model.floorplans.shift, (shift) => !(Math.abs(shift) < 3));
  return check('plausible values', wrong === 0, `${wrong} values are no price of an RV`);
}

/** No curve rises with age. */
function monotone(model: ValuationModel): Check {
  const knots = model.knots.length;
  let rising = 0;
  for (const { curves } of levels(model))
    for (let at = 1; at < curves.length; at += 1)
      if (at % knots !== 0 && (curves[at] ?? 0) > (curves[at - 1] ?? 0)) rising += 1;
  return check('values never rise with age', rising === 0, `${rising} pieces of curves rise`);
}

/** Corrections and scales are numbers and quantiles ascend, so that every range has a width and holds its estimate. */
function calibrated(model: ValuationModel): Check {
  const both = [model.calibration.new, model.calibration.used];
  const numbers = both.flatMap((calibration) => [
    ...calibration.bySupport.flat(),
    ...calibration.correction.added,
    ...[calibration.named, calibration.unnamed].flatMap((own) => Object.values(own).flat()),
  ]);
  const bad = numbers.filter((value) => !Number.isFinite(value)).length;
  const falling = both
    .flatMap(({ quantiles }) => quantiles)
    .filter((row) =>
      row.some((value, at) => !Number.isFinite(value) || value < (row[at - 1] ?? -Infinity)),
    ).length;
  return check(
    'ranges',
    bad + falling === 0,
    `${bad} corrections or scales are no numbers, ${falling} rows of quantiles do not ascend`,
  );
}

function complete(snapshot: Snapshot, before: Snapshot): Check {
  const { units } = snapshot.totals;
  return check(
    UNITS_KEPT_CHECK,
    units >= UNITS_KEPT * before.totals.units,
    `${units} units, ${before.totals.units} before`,
  );
}

function segments(model: ValuationModel, before: ValuationModel): Check {
  const present = new Set(model.types.map(({ id }) => id));
  const missing = before.types
    .filter(({ id, units }) => units >= SEGMENT_UNITS && !present.has(id))
    .map(({ id }) => id);
  return check(TYPES_CHECK, missing.length === 0, `missing: ${missing.join(', ') || 'none'}`);
}

/**
 * Lines known well before and now, at five years of age, and where there are too few of them the types; besides,
 * each type that is known well.
 * Only of nearly the same market: another source, or many more units, replaces what was extrapolated
 * before, and that may move values far.
 */
function jumps(snapshot: Snapshot, before: Snapshot): Check {
  const grown = difference(snapshot, before);
  if (grown !== undefined) return check(JUMP_CHECK, true, `not compared: ${grown}`);
  const lines = changesOf(snapshot.valuation, before.valuation, ({ lines: level }) => level);
  const ofTypes = lines.length < COMPARED_LINES;
  const changes = ofTypes
    ? changesOf(snapshot.valuation, before.valuation, ({ typeNodes }) => typeNodes)
    : lines;
  if (changes.length === 0)
    return check(JUMP_CHECK, true, `${lines.length} lines and no type are too few to compare`);
  const median = medianSorted(changes);
  // Where all jumped, each type did.
  const jumped = median > JUMP_MAX ? [] : jumpedTypes(snapshot.valuation, before.valuation);
  const by = (change: number) => Math.exp(change).toFixed(3);
  return check(
    JUMP_CHECK,
    median <= JUMP_MAX && jumped.length === 0,
    [
      `values of ${changes.length} ${ofTypes ? 'type' : 'line'}${changes.length === 1 ? '' : 's'} rose or fell by a factor of ${by(median)} in the median`,
      ...jumped.map(({ id, change }) => `of ${id} by ${by(change)}`),
    ].join(', '),
  );
}

/** Types known well before and now, by about as many used units, whose own curve jumped. */
function jumpedTypes(
  now: ValuationModel,
  before: ValuationModel,
): { id: string; change: number }[] {
  const atBefore = new Map(before.types.map(({ id }, at) => [id, at]));
  return now.types.flatMap(({ id }, at) => {
    const then = atBefore.get(id) ?? -1;
    const used = now.typeNodes.usedUnits[at] ?? 0;
    const usedBefore = before.typeNodes.usedUnits[then] ?? 0;
    const isSame = Math.abs(used - usedBefore) <= SAME_MARKET * usedBefore;
    if (Math.min(used, usedBefore) < TYPE_USED_UNITS || !isSame) return [];
    const change = Math.abs(
      valueOf(now.typeNodes, at, now.knots) - valueOf(before.typeNodes, then, before.knots),
    );
    return change > JUMP_MAX ? [{ id, change }] : [];
  });
}

/** By how much, in log, values changed of what is known well in both; ascending. */
function changesOf(
  now: ValuationModel,
  before: ValuationModel,
  levelOf: (model: ValuationModel) => ModelNodes,
): number[] {
  const valuesBefore = wellKnown(levelOf(before), before.knots);
  return [...wellKnown(levelOf(now), now.knots)]
    .map(([key, value]) => Math.abs(value - (valuesBefore.get(key) ?? Number.NaN)))
    .filter((change) => !Number.isNaN(change))
    .toSorted((a, b) => a - b);
}

/** How the market differs too much to be compared, where it does. */
function difference(snapshot: Snapshot, before: Snapshot): string | undefined {
  const names = new Set(snapshot.sources.map(({ source }) => source));
  const changed = names.symmetricDifference(new Set(before.sources.map(({ source }) => source)));
  if (changed.size > 0) return `sources changed (${[...changed].toSorted().join(', ')})`;
  const units = snapshot.totals.units;
  const unitsBefore = before.totals.units;
  return Math.abs(units - unitsBefore) <= SAME_MARKET * unitsBefore
    ? undefined
    : `${units} units, ${unitsBefore} before`;
}

function wellKnown(level: ModelNodes, knots: readonly number[]): Map<string, number> {
  const values = new Map<string, number>();
  level.keys.forEach((key, node) => {
    if ((level.units[node] ?? 0) >= COMPARED_UNITS) values.set(key, valueOf(level, node, knots));
  });
  return values;
}

/** Log price of a node at five years of age. */
function valueOf({ curves }: ModelNodes, node: number, knots: readonly number[]): number {
  return curves[node * knots.length + Math.max(0, knots.indexOf(5))] ?? Number.NaN;
}

const check = (name: string, passed: boolean, detail: string): Check => ({ name, passed, detail });
