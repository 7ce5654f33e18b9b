import type { ValuationModel } from '#schemas/valuation-model.ts';
import { AGE_KNOTS } from '#domain/valuation/age.ts';
import { accuracyOf } from './accuracy.ts';
import { calibrate } from './calibrate.ts';
import { composeModel } from './compose.ts';
import { crossFit } from './cross-fit.ts';
import { buildDesign, type Design } from './design.ts';
import { fitPrices, type Fit } from './fit.ts';
import { laterWidths } from './later-units.ts';
import { latestRows } from './latest-rows.ts';
import { growNameTrees, noTrees, servedTrees } from './name-trees.ts';
import { medianStickers } from './stickers.ts';
import type { UnitTable } from './unit-table.ts';

/** So many units give every quantile to a fraction of a percent; more would only take time. */
const JUDGED_MAX = 30_000;

/**
 * The valuation model of a market: fitted, calibrated and scored on its own held-out units. Pure and
 * synchronous; seconds for a hundred thousand units, so it belongs into a thread of its own.
 */
export function fitModel(table: UnitTable): ValuationModel {
  return fitWhole(table)?.valuation ?? emptyModel();
}

/** The same with the fit it is made of; undefined for a market without a single price. */
export function fitWhole(
  table: UnitTable,
): { valuation: ValuationModel; design: Design; fit: Fit } | undefined {
  const design = buildDesign(table);
  if (design.rows === 0) return undefined;
  const fit = fitPrices(design);
  const composition = composeModel(design, fit, table);
  const { model } = composition;
  const types = model.types.map(({ id }) => id);
  const latest = latestRows(design, table, JUDGED_MAX);
  const heldOut = crossFit(design, table, fit, types, latest);
  const [ofNew = [], ofUsed = []] = [true, false].map((isNew) =>
    heldOut.residuals.filter((residual) => residual.isNew === isNew),
  );
  const ofListed = {
    new: calibrate(ofNew, types.length),
    used: calibrate(ofUsed, types.length),
  };
  const later = laterWidths(design, table, fit, types, latest, ofListed, heldOut.share);
  const calibration = {
    new: { ...ofListed.new, later: later.new },
    used: { ...ofListed.used, later: later.used },
  };
  const trees = heldOut.share === 0 ? undefined : growNameTrees(design, table, composition, latest);
  const valuation = {
    ...model,
    trees: trees === undefined ? noTrees() : servedTrees(design, composition, trees, heldOut.share),
    stickers: medianStickers(table, design.types),
    calibration,
    accuracy: accuracyOf(heldOut, types),
    fit: {
      rows: design.rows,
      units: table.units,
      iterations: fit.iterations,
      settled: fit.settled,
    },
  };
  return { valuation, design, fit };
}

/** The model of a market without a single price: values nothing. */
export function emptyModel(): ValuationModel {
  const level = () => ({
    keys: [],
    parent: new Int32Array(0),
    units: new Int32Array(0),
    usedUnits: new Int32Array(0),
    curves: new Float32Array(0),
    newShift: new Float32Array(0),
    slopeSd: new Float32Array(0),
    earlySlopeSd: new Float32Array(0),
    feet: new Float32Array(0),
    sizeSlope: new Float32Array(0),
  });
  return {
    knots: [...AGE_KNOTS],
    types: [],
    typeNodes: level(),
    makers: level(),
    makes: level(),
    families: level(),
    lines: level(),
    floorplans: {
      keys: [],
      parent: new Int32Array(0),
      units: new Int32Array(0),
      shift: new Float32Array(0),
    },
    regions: {},
    months: {
      first: 0,
      count: 0,
      level: new Float32Array(0),
      season: new Float32Array(12),
      ahead: { step: 0, stepSd: 0, persistence: 0, newSd: 0 },
    },
    modelYears: { first: 2000, level: new Float32Array(0), perYear: 0 },
    trees: noTrees(),
    monthSd: 0,
    stickers: { keys: [], msrp: new Int32Array(0) },
    calibration: { new: calibrate([], 0), used: calibrate([], 0) },
    accuracy: accuracyOf({ residuals: [], atNewDealers: [] }, []),
    fit: { rows: 0, units: 0, iterations: 0, settled: true },
  };
}
