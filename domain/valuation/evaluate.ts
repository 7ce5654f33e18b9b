import { RANGE_LEVEL } from '#schemas/constants.ts';
import {
  FLOORPLANS_MAX,
  type AnalysisDepth,
  type AnalysisRequest,
  type PlannedValuation,
  type Valuation,
} from '#schemas/api/analysis.ts';
import type { Snapshot } from '#schemas/snapshot.ts';
import { RV_TYPES, STATES, type RvTypeId } from '#schemas/vocabulary.ts';
import type { ResolvedName } from '../names/resolved-name.ts';
import type { NameResolver } from '../names/resolve.ts';
import { SUGGESTIONS } from '../names/search.ts';
import { ageAt, curveAt, knotPosition } from './age.ts';
import {
  calibrationFor,
  confidenceOf,
  correctedAt,
  rangeEnds,
  residualScale,
  widened,
} from './calibrated.ts';
import { comparablesIn } from './comparables.ts';
import { logPriceOf } from './corrected.ts';
import { asUsed, detailOf, type RvFacts } from './detail.ts';
import { driversOf } from './drivers.ts';
import { explain } from './explanation.ts';
import { sumOf, type LogParts } from './log-price.ts';
import { marketEffect, marketVariance, monthsAhead, monthsBefore } from './market-level.ts';
import { indexModel, type IndexedModel } from './model-index.ts';
import { momentOf, momentWithin, type Moment } from './moment.ts';
import { namedType } from '../names/named-type.ts';
import { atFloorplan, findPlace, stickerOf, type Place } from './place.ts';
import { priceDistribution, type PriceDistribution } from './price-distribution.ts';
import { noMarketData, outOfRange, unknownMake, type Refusal } from './refusal.ts';
import { forecast } from './schedule.ts';
import { floorplanFeet } from './size.ts';
import { lineStatus, linesOnOffer } from './known-lines.ts';

/**
 * What is valued. Without `asOf` it is valued at the snapshot's instant. `listingId` is the listing that asks for it,
 * if any: it is none of its own comparables.
 */
export type ValuationRequest = AnalysisRequest & {
  asOf?: string | undefined;
  listingId?: string | undefined;
};

/** The value alone: what the bulk command needs for each row. Whole dollars. */
export interface ValueEstimate {
  value: number;
  low: number;
  high: number;
  /** Calibrated probability that the price is within 15% of the value. */
  confidence: number;
  dataPoints: number;
  basis: Valuation['basis'];
}

/** A value, and where any other price would lie among those of its like. */
export interface ValueWithPrices {
  valuation: PlannedValuation;
  prices: PriceDistribution;
}

interface More {
  /** With the line's floorplans, and what moves the value. */
  depth?: boolean;
}

export interface Evaluator {
  estimate(request: ValuationRequest): ValueEstimate | Refusal;
  value(request: ValuationRequest, more?: More): PlannedValuation | Refusal;
  valueWithPrices(request: ValuationRequest, more?: More): ValueWithPrices | Refusal;
}

/** Parts of the resolver that valuing needs. */
export type Names = Pick<NameResolver, 'resolve' | 'resolveMake' | 'suggest'>;

/** Parts of a snapshot that valuing needs; its lines make suggestions better and no value another. */
export type ValuedSnapshot = Pick<Snapshot, 'valuation' | 'asOf' | 'createdAt' | 'comparables'> &
  Partial<Pick<Snapshot, 'lines' | 'market'>>;

/** Names repeat: so many of them are kept resolved. */
const PLACES_KEPT = 20_000;
const REGION_OF = new Map<string, string>(STATES.map(({ code, region }) => [code, region]));
const TYPE_NAMES = new Map(RV_TYPES.map(({ id, name }) => [id, name]));

interface Named {
  name: ResolvedName;
  place: Place;
  /** As the catalogue writes it; the words asked for where it does not know the make. */
  makeName: string;
}

/**
 * Values RVs from one snapshot: pure, without I/O, the same answer for the same request. Building it
 * costs milliseconds; an estimate costs a few microseconds.
 */
export function createEvaluator(snapshot: ValuedSnapshot, names: Names): Evaluator {
  const index = indexModel(snapshot.valuation);
  const market = {
    index,
    snapshot,
    names,
    comparablesOf: comparablesIn(index, snapshot.comparables),
  };
  const today = momentOf(Date.parse(snapshot.asOf));
  const newestYear = new Date(snapshot.createdAt).getUTCFullYear();
  const known = new Map<string, Named | Refusal>();

  function nameOf(request: ValuationRequest, hasMiles: boolean): Named | Refusal {
    const key = `${request.make}\n${request.model}\n${hasMiles}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const found = findName(index, names, request, hasMiles);
    if (known.size >= PLACES_KEPT) known.clear();
    known.set(key, found);
    return found;
  }

  function appraise(
    request: ValuationRequest,
    hasMiles = showsMiles(request),
  ): Appraisal | Refusal {
    if (snapshot.valuation.types.length === 0) return noMarketData();
    const moment = request.asOf === undefined ? today : momentWithin(request.asOf, today);
    if ('refused' in moment) return moment;
    const latest = request.asOf === undefined ? newestYear : moment.year;
    const wrong = outOfRange(request.year, request.mileage, latest);
    if (wrong !== undefined) return wrong;
    const named = nameOf(request, hasMiles);
    return 'refused' in named ? named : appraiseNamed(index, named, request, moment);
  }

  function depthOf(appraisal: Appraisal): AnalysisDepth {
    const { request } = appraisal;
    const drivers = driversOf(request, (other) => {
      // The same RV: its first miles do not make a motorhome of it.
      const changed = appraise({ ...request, ...other }, showsMiles(request));
      return 'refused' in changed ? undefined : changed.estimate.value;
    });
    return { floorplans: floorplansOf(index, appraisal), drivers };
  }

  const planned = (appraisal: Appraisal, { depth = false }: More = {}): PlannedValuation => ({
    ...complete(market, appraisal),
    ...(depth && { depth: depthOf(appraisal) }),
  });

  return {
    estimate(request) {
      const appraisal = appraise(request);
      return 'refused' in appraisal ? appraisal : appraisal.estimate;
    },
    value(request, more) {
      const appraisal = appraise(request);
      return 'refused' in appraisal ? appraisal : planned(appraisal, more);
    },
    valueWithPrices(request, more) {
      const appraisal = appraise(request);
      if ('refused' in appraisal) return appraisal;
      const { named, parts, scale } = appraisal;
      const calibration = calibrationFor(index.model, request.condition);
      return {
        valuation: planned(appraisal, more),
        prices: priceDistribution(calibration, named.place.level, scale, Math.exp(sumOf(parts))),
      };
    },
  };
}

/** 0 is what many a form sends for none. */
const showsMiles = ({ mileage = 0 }: ValuationRequest): boolean => mileage > 0;

interface Appraisal {
  request: ValuationRequest;
  named: Named;
  moment: Moment;
  parts: LogParts;
  facts: RvFacts;
  scale: number;
  ends: { low: number; high: number };
  estimate: ValueEstimate;
}

function findName(
  index: IndexedModel,
  names: Names,
  { make, model }: ValuationRequest,
  hasMiles: boolean,
): Named | Refusal {
  const name = names.resolve({ make, model });
  const named = namedType(`${make} ${model}`);
  const place = findPlace(index, name, { named, hasMiles });
  if (place === undefined) return unknownMake(make, names.suggest({ make, model, makeId: '' }));
  return { name, place, makeName: names.resolveMake(name.makeId)?.name ?? make };
}

function appraiseNamed(
  index: IndexedModel,
  named: Named,
  request: ValuationRequest,
  moment: Moment,
): Appraisal {
  const { place } = named;
  const calibration = calibrationFor(index.model, request.condition);
  const facts = {
    modelYear: request.year,
    age: ageAt(moment.instant, request.year),
    condition: request.condition,
    mileage: request.mileage,
    region: REGION_OF.get(request.state?.toUpperCase() ?? '') ?? '',
    month: moment.month,
    day: moment.day,
    feet: floorplanFeet(named.name.floorplan),
  };
  const parts = logPriceOf(index.model, place, facts);
  const price = Math.exp(sumOf(parts));
  const basis = basisOf(place);
  const ofListed = residualScale(calibration, {
    support: place.level,
    units: place.units,
    type: place.type,
    age: facts.age,
    value: price,
  });
  const ahead = monthsAhead(index.model, facts.month);
  const scale =
    ahead > 0
      ? // As of a day to come, the market may have moved and the RV lost more or less than is thought.
        widened(
          calibration.later * ofListed,
          marketVariance(index.model, ahead) + (place.slopeSd * (ahead / 12)) ** 2,
        )
      : // Before the data begin the market stood elsewhere, by as much as it moves in so many months.
        widened(ofListed, monthsBefore(index.model, facts.month) * index.model.monthSd ** 2);
  const ends = rangeEnds(calibration, place.level, scale);
  return {
    request,
    named,
    moment,
    parts,
    facts,
    scale,
    ends,
    estimate: {
      value: Math.round(price),
      low: Math.floor(price * Math.exp(ends.low)),
      high: Math.ceil(price * Math.exp(ends.high)),
      confidence: Math.round(1000 * confidenceOf(calibration, place.level, scale)) / 1000,
      dataPoints: place.support[basis],
      basis,
    },
  };
}

/** The same RV as each floorplan of its line, most units first. */
function floorplansOf(
  index: IndexedModel,
  { named, request, moment }: Appraisal,
): AnalysisDepth['floorplans'] {
  const { name, place } = named;
  return [...(index.floorplansOf.get(place.line) ?? [])]
    .map(([floorplan, node]) => {
      const own = {
        ...named,
        name: { ...name, floorplan },
        place: atFloorplan(index, place, node),
      };
      const { value, low, high } = appraiseNamed(index, own, request, moment).estimate;
      return { floorplan, units: own.place.units, value, low, high };
    })
    .toSorted((a, b) => b.units - a.units || a.floorplan.localeCompare(b.floorplan))
    .slice(0, FLOORPLANS_MAX);
}

function basisOf(place: Place): Valuation['basis'] {
  if (place.level === 'make-guess') return 'make';
  return place.level === 'family' || place.level === 'line-guess' ? 'line' : place.level;
}

interface Market {
  index: IndexedModel;
  snapshot: ValuedSnapshot;
  names: Names;
  comparablesOf: ReturnType<typeof comparablesIn>;
}

function complete(market: Market, appraisal: Appraisal): Valuation {
  const { index, snapshot } = market;
  const { request, named, estimate, parts, facts, ends } = appraisal;
  const { name, place, makeName } = named;
  const { model } = index;
  const type = typeOf(index, place);
  const typeName = TYPE_NAMES.get(type) ?? type;
  const status = lineStatus(place, name, snapshot.lines);
  const calibration = calibrationFor(model, request.condition);
  const ahead = monthsAhead(model, facts.month);
  const { comparables, own } = market.comparablesOf({
    place,
    floorplan: name.floorplan,
    listingId: request.listingId,
    year: request.year,
    condition: request.condition,
    mileage: request.mileage,
    instant: appraisal.moment.instant,
    // Listings are set against each other without what trees say: of both about the same.
    logPrice: correctedAt(calibration, sumOf(parts) - parts.detail - parts.correction),
    makeName,
    lineName: name.lineName,
  });
  const countsJudged =
    own !== undefined && (estimate.basis !== 'model' || own.floorplan === name.floorplan);
  return {
    currentMarketValue: estimate.value,
    originalMSRP: stickerOf(index, place, name.floorplan, request.year),
    depreciationSchedule: forecast({
      fromYear: appraisal.moment.year,
      today: estimate.value,
      logPriceIn: logPriceLater(index, appraisal),
      low: ends.low,
      high: ends.high,
      scale: appraisal.scale,
      later: ahead > 0 ? 1 : calibration.later,
      ahead: ahead / 12,
      levelSd: model.monthSd * Math.sqrt(12),
      slopeSd: place.slopeSd,
    }),
    confidence: estimate.confidence,
    confidenceMeasured:
      model.accuracy[request.condition === 'new' ? 'new' : 'used'].overall.figures !== null,
    dataPoints: estimate.dataPoints,
    ...(countsJudged && { countsJudged }),
    range: { low: estimate.low, high: estimate.high, level: RANGE_LEVEL },
    basis: estimate.basis,
    support: { ...place.support },
    resolved: {
      makeId: name.makeId,
      make: makeName,
      lineId: name.lineId,
      line: name.lineName,
      lineStatus: status,
      floorplan: name.floorplan,
      type,
    },
    comparables,
    explanation: explain(
      index,
      place,
      parts,
      facts,
      { type: typeName, name: nameLabel(makeName, name, place) },
      estimate.value,
      snapshot.market?.index,
    ),
    asOf: appraisal.moment.iso,
    priceKind: 'asking',
    suggestions: status === 'unknown' ? suggestionsFor(market, appraisal) : [],
  };
}

/** Only as much of the name as the market has listings of. */
function nameLabel(makeName: string, name: ResolvedName, place: Place): string {
  const basis = basisOf(place);
  const known = basis === 'make' || basis === 'type' ? [] : [name.lineName, name.floorplan];
  return [makeName, ...known].filter(Boolean).join(' ');
}

/** Names like the one asked for; of a make that has none like it, its lines with most listings. */
function suggestionsFor(
  { index, snapshot, names }: Market,
  { request, named }: Appraisal,
): string[] {
  const { makeId } = named.name;
  const lines = linesOnOffer(index, makeId, snapshot.lines);
  const { make, model } = request;
  const like = names.suggest({ make, model, makeId, linesOf: () => lines });
  return like.length > 0
    ? like
    : lines.slice(0, SUGGESTIONS).map((line) => `${named.makeName} ${line}`);
}

/**
 * Log price so many years from now: along the curve and with the market as it goes on, all else as today. Who
 * buys new owns a used RV next year; who drives more than usual goes on doing so.
 */
function logPriceLater(
  { model }: IndexedModel,
  { named: { place }, parts, facts }: Appraisal,
): (years: number) => number {
  const { modelYear, region } = parts;
  const isNew = facts.condition === 'new';
  const mileage = isNew ? 0 : parts.mileage;
  const detail = isNew ? detailOf(model, place, asUsed(facts)) : parts.detail;
  const stays = place.shift + modelYear + region + mileage + detail;
  const used = calibrationFor(model, 'used');
  return (years) => {
    const at = knotPosition(model.knots, facts.age + years);
    const market = marketEffect(model, place.type, facts.month + 12 * years);
    return correctedAt(used, stays + market + curveAt(place.curves, place.offset, at));
  };
}

function typeOf(index: IndexedModel, place: Place): RvTypeId {
  const type = index.model.types[place.type];
  if (type === undefined) throw new RangeError(`The model has no type ${place.type}.`);
  return type.id;
}
