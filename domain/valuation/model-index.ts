import type { ModelNodes, ValuationModel } from '#schemas/valuation-model.ts';
import { RV_TYPE_IDS, type RvTypeId } from '#schemas/vocabulary.ts';
import { withUnlistedTypes } from './unlisted-types.ts';

/** A name in the model: one type's node, found by id. */
export interface NodeRef {
  /** Index into `model.types`. */
  type: number;
  /** Index into the level's columns. */
  node: number;
  units: number;
}

/** A model with its names looked up once, so that an estimate costs a few map reads. */
export interface IndexedModel {
  /** With types that nobody lists. */
  model: ValuationModel;
  /** Index into `model.types` by type. */
  typeIndex: ReadonlyMap<RvTypeId, number>;
  /** Type with the most units: what is assumed where nothing else says. */
  usualType: number;
  /** By maker, make, family or line id: its nodes, most units first. */
  makers: ReadonlyMap<string, readonly NodeRef[]>;
  makes: ReadonlyMap<string, readonly NodeRef[]>;
  families: ReadonlyMap<string, readonly NodeRef[]>;
  lines: ReadonlyMap<string, readonly NodeRef[]>;
  /** Floorplan nodes of a line node, by code. */
  floorplansOf: ReadonlyMap<number, ReadonlyMap<string, number>>;
  /** Median sticker price by `line key|year` or `line key#floorplan|year`. */
  stickers: ReadonlyMap<string, number>;
}

export function indexModel(fitted: ValuationModel): IndexedModel {
  const model = withUnlistedTypes(fitted);
  const typeIndex = new Map(model.types.map(({ id }, at) => [id, at]));
  const nodes = (level: ModelNodes) => byId(level, typeIndex);
  const floorplansOf = new Map<number, Map<string, number>>();
  model.floorplans.keys.forEach((key, node) => {
    const line = model.floorplans.parent[node] ?? -1;
    const codes = floorplansOf.get(line) ?? new Map<string, number>();
    floorplansOf.set(line, codes.set(key.slice(key.indexOf('#') + 1), node));
  });
  return {
    model,
    typeIndex,
    usualType: model.types.reduce(
      (most, { units }, at) => (units > (model.types[most]?.units ?? 0) ? at : most),
      0,
    ),
    makers: nodes(model.makers),
    makes: nodes(model.makes),
    families: nodes(model.families),
    lines: nodes(model.lines),
    floorplansOf,
    stickers: new Map(model.stickers.keys.map((key, at) => [key, model.stickers.msrp[at] ?? 0])),
  };
}

function byId(level: ModelNodes, typeIndex: ReadonlyMap<RvTypeId, number>): Map<string, NodeRef[]> {
  const found = new Map<string, NodeRef[]>();
  level.keys.forEach((key, node) => {
    const colon = key.indexOf(':');
    const id = RV_TYPE_IDS[Number(key.slice(0, colon))];
    const type = id === undefined ? undefined : typeIndex.get(id);
    if (type === undefined) return;
    const name = key.slice(colon + 1);
    const refs = found.get(name) ?? [];
    refs.push({ type, node, units: level.units[node] ?? 0 });
    found.set(name, refs);
  });
  for (const refs of found.values()) refs.sort((a, b) => b.units - a.units || a.type - b.type);
  return found;
}
