import type { ModelNodes, SupportLevel } from '#schemas/valuation-model.ts';
import type { RvTypeId } from '#schemas/vocabulary.ts';
import type { ResolvedName } from '../names/resolved-name.ts';
import { familyOf } from './family.ts';
import { floorplanCurve, nodeCurve, type CurveRef } from './log-price.ts';
import type { IndexedModel, NodeRef } from './model-index.ts';
import { floorplanFeet } from './size.ts';

/** What is known of a name at each level, counted in units. */
export interface Support {
  model: number;
  line: number;
  make: number;
  type: number;
}

/** Where an RV stands in the model, and how well it is known there. */
export interface Place extends CurveRef {
  level: SupportLevel;
  /** Units at that level. */
  units: number;
  support: Support;
  /** Index into the model's lines, or -1. */
  line: number;
  slopeSd: number;
}

/** What an RV is, where the market has no unit of its kind. */
export interface MissingType {
  missingType: RvTypeId;
}

/** How much a name's yearly log slope may differ from its type's: a name nothing is known of. */
const UNKNOWN_SLOPE_SD = 0.02;

/**
 * The deepest known place of a name: its floorplan, else line, else family of lines, else make, else
 * type. Where a name is built as several types, a floorplan known as one of them decides, then the
 * types the name or the text gives, then the type with the most units.
 * @returns undefined where neither the make nor a type is known; the type where it is known but the
 * market has no unit of it
 */
export function findPlace(
  index: IndexedModel,
  name: ResolvedName,
  namedType: RvTypeId | undefined,
): Place | MissingType | undefined {
  if (name.makeId === '' && namedType === undefined) return undefined;
  const said = namedType === undefined ? [] : [namedType];
  const lines = index.lines.get(name.lineId) ?? [];
  const built = lines.find(({ node }) => index.floorplansOf.get(node)?.has(name.floorplan));
  const line = built ?? preferred(index, lines, said);
  if (line !== undefined) return atLine(index, name, line);

  // The types of a line are its own; those of a make are all it builds, and say little of one model.
  const types = said.length > 0 || name.basis !== 'catalogue' ? said : name.types;
  const missing = missingType(index, types);
  if (missing !== undefined) return missing;
  const at = (level: ModelNodes, ref: NodeRef, as: SupportLevel) =>
    atNode(index, name, level, ref, as);
  const { model } = index;
  const family = name.lineId === '' ? [] : (index.families.get(familyOf(name.lineId)) ?? []);
  const ofFamily = preferred(index, family, types);
  if (ofFamily !== undefined) return at(model.families, ofFamily, 'family');

  const makes = index.makes.get(name.makeId) ?? [];
  const make = preferred(index, makes, types);
  // A make that builds several types leaves open which one an unknown model is.
  const sure = types.length > 0 || makes.length === 1;
  if (make !== undefined) return at(model.makes, make, sure ? 'make' : 'make-guess');

  const likely = types.length > 0 ? types : name.types;
  const maker = preferred(index, index.makers.get(name.makerId) ?? [], likely);
  if (maker !== undefined) return at(model.makers, maker, 'type');
  const unlisted = missingType(index, likely);
  if (unlisted !== undefined) return unlisted;
  const type = knownTypes(index, likely)[0] ?? index.usualType;
  return at(model.typeNodes, { type, node: type, units: 0 }, 'type');
}

function atLine(index: IndexedModel, name: ResolvedName, line: NodeRef): Place {
  const floorplan = index.floorplansOf.get(line.node)?.get(name.floorplan);
  const place = atNode(index, name, index.model.lines, line, 'line');
  place.line = line.node;
  place.support.line = line.units;
  if (floorplan === undefined) return place;
  const units = index.model.floorplans.units[floorplan] ?? 0;
  return {
    ...place,
    ...floorplanCurve(index.model, floorplan, line.type),
    level: 'model',
    units,
    support: { ...place.support, model: units },
  };
}

function atNode(
  index: IndexedModel,
  name: ResolvedName,
  level: ModelNodes,
  ref: NodeRef,
  as: SupportLevel,
): Place {
  const { model } = index;
  const ofType = model.types[ref.type]?.units ?? 0;
  const ofMake = index.makes.get(name.makeId)?.find(({ type }) => type === ref.type)?.units ?? 0;
  return {
    ...nodeCurve(level, ref.node, ref.type, model.knots.length, floorplanFeet(name.floorplan)),
    level: as,
    units: as === 'type' ? ofType : ref.units,
    support: { model: 0, line: as === 'family' ? ref.units : 0, make: ofMake, type: ofType },
    line: -1,
    slopeSd: as === 'type' ? UNKNOWN_SLOPE_SD : (level.slopeSd[ref.node] ?? 0),
  };
}

function preferred(
  index: IndexedModel,
  refs: readonly NodeRef[],
  types: readonly RvTypeId[],
): NodeRef | undefined {
  for (const type of knownTypes(index, types)) {
    const match = refs.find((ref) => ref.type === type);
    if (match !== undefined) return match;
  }
  return refs[0];
}

function knownTypes(index: IndexedModel, types: readonly RvTypeId[]): number[] {
  return types.map((type) => index.typeIndex.get(type)).filter((type) => type !== undefined);
}

/** The first of the types, where the market has units of none of them. */
function missingType(index: IndexedModel, types: readonly RvTypeId[]): MissingType | undefined {
  const [first] = types;
  if (first === undefined || knownTypes(index, types).length > 0) return undefined;
  return { missingType: first };
}
