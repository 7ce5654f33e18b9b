import type { PriceIndex } from '#schemas/market-facts.ts';
import type { ValuationModel } from '#schemas/valuation-model.ts';
import type { Condition } from '#schemas/vocabulary.ts';
import { curveAt, knotPosition } from './age.ts';
import { calibrationFor, correctedAt } from './calibrated.ts';
import { asUsed, detailOf, type RvFacts } from './detail.ts';
import { modelYearEffect, sumOf, type LogParts } from './log-price.ts';
import { marketEffect, yearBefore } from './market-level.ts';
import type { IndexedModel } from './model-index.ts';
import type { Place } from './place.ts';

export interface ExplanationEntry {
  factor: string;
  label: string;
  /** Dollars; the first is where the sum starts. */
  amount: number;
}

const monthName = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/**
 * How the value comes about, in steps that sum to it: what a typical RV of the type is worth at its
 * usual age, then what this make and model, its age, condition, mileage, region and the market of the
 * last year, or of as much of it as is known, did. Trees are asked anew at every step, and what it comes
 * to is corrected anew, so that each has its part of both. Each amount is the change of the rounded
 * running value, so nothing is lost in rounding. A step that changed nothing is left out.
 */
export function explain(
  index: IndexedModel,
  place: Place,
  parts: LogParts,
  facts: RvFacts,
  labels: { type: string; name: string },
  value: number,
  priceIndex: PriceIndex | undefined,
): ExplanationEntry[] {
  const { model } = index;
  const usual = model.types[place.type]?.medianAge ?? 0;
  const usualAt = knotPosition(model.knots, usual);
  // A unit of the usual age is of another model year, which started from another sticker price.
  const usualYear = modelYearEffect(model, facts.modelYear + facts.age - usual);
  const typical = curveAt(model.typeNodes.curves, place.type * model.knots.length, usualAt);
  const sameAge = curveAt(place.curves, place.offset, usualAt) + place.shift;
  let known: RvFacts = {
    ...asUsed(facts),
    modelYear: facts.modelYear + facts.age - usual,
    age: usual,
    region: '',
  };
  let detail = 0;
  const detailWith = (more: Partial<RvFacts>) => {
    known = { ...known, ...more };
    const before = detail;
    detail = detailOf(model, place, known);
    return detail - before;
  };
  const { modelYear, age, condition, mileage, region } = facts;
  const since = yearBefore(model, facts.month);
  const marketBefore =
    marketEffect(model, place.type, since) +
    beyondIndex(model, place.type, since, facts.month, priceIndex);

  const steps: [factor: string, label: string, log: number][] = [
    ['name', labels.name, sameAge - typical + detailWith({})],
    [
      'age',
      `Model year ${modelYear}, ${yearsOld(age)}`,
      parts.curve + parts.modelYear - sameAge - usualYear + detailWith({ modelYear, age }),
    ],
    ['condition', 'Condition', parts.condition + detailWith({ condition })],
    ['mileage', 'Mileage', parts.mileage + detailWith({ mileage })],
    ['region', 'Region', parts.region + detailWith({ region })],
    [
      'market',
      `Market since ${monthName.format(Date.UTC(1970, since))}`,
      parts.market - marketBefore,
    ],
  ];
  const corrected = (as: Condition, estimate: number) =>
    correctedAt(calibrationFor(model, as), estimate);
  const whole = sumOf(parts);
  // What a new unit is worth more because it is worth that much as a certified one.
  const lift = whole - corrected(condition, whole - parts.correction);
  let log = typical + usualYear + marketBefore;
  let as: { condition: Condition; lift: number } = { condition: 'used', lift: 0 };
  const dollars = () => Math.round(Math.exp(corrected(as.condition, log) + as.lift));
  let running = dollars();
  const entries: ExplanationEntry[] = [
    {
      factor: 'typical',
      label: `Typical used ${labels.type}, ${yearsOld(usual)}`,
      amount: running,
    },
  ];
  steps.forEach(([factor, label, change], at) => {
    log += change;
    if (factor === 'condition') as = { condition, lift };
    const next = at === steps.length - 1 ? value : dollars();
    if (next !== running) entries.push({ factor, label, amount: next - running });
    running = next;
  });
  return entries;
}

/** With one decimal, as both ages stand beside each other: that of a model year counts from its New Year. */
const yearsOld = (age: number): string => `${Math.max(0, age).toFixed(1)} years old`;

const YEAR = 12;

/**
 * By how much more the fit's own months changed over the year than the index says, which every other word on
 * the market's course rests on: the fit takes units that have stood for long, and are dear, for a rise at the
 * end. That is of what is offered now, so it belongs to where the sum starts. 0 where the index tells no year.
 */
function beyondIndex(
  model: ValuationModel,
  type: number,
  since: number,
  month: number,
  priceIndex: PriceIndex | undefined,
): number {
  const series = priceIndex?.series.find((one) => one.type === model.types[type]?.id);
  const now = Math.min(Math.round(month), model.months.first + model.months.count - 1);
  if (priceIndex === undefined || series?.yearChange == null || now - since !== YEAR) return 0;
  const levelIn = (of: number) => series.level[of - priceIndex.firstMonth] ?? 0;
  const ofFit = marketEffect(model, type, now) - marketEffect(model, type, since);
  return ofFit - (levelIn(now) - levelIn(since));
}
