import type { ModelNodes, SupportLevel } from '#schemas/valuation-model.ts';
import { MOTORHOME_TYPES, type RvTypeId } from '#schemas/vocabulary.ts';
import type { ResolvedName } from '../names/resolved-name.ts';
import { familyOf, modelLine } from './family.ts';
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
  /** Index into the columns of the level. */
  node: number;
  /** Index into the model's lines, or -1. */
  line: number;
  /** Standard deviation of its yearly log slope. */
  slopeSd: number;
}

/**
 * By how much the yearly log slope of a name that nobody lists differs from that of what it stands with, as a
 * standard deviation: lines of a family by 0.01, families of a make by as much, makes of a type by 0.014.
 * Believed before the data; real listings say 0.012, 0.008 and 0.013.
 */
const UNLISTED_SLOPE_SD: Readonly<Record<SupportLevel, number>> = {
  model: 0,
  line: 0,
  'line-guess': 0,
  family: 0.01,
  make: 0.014,
  'make-guess': 0.014,
  type: 0.02,
};

/** What is known of an RV's type besides its name. */
export interface TypeHints {
  /** In the words that were typed. */
  named: RvTypeId | undefined;
  /** Miles are told, which only what drives has. */
  hasMiles: boolean;
}

/**
 * The deepest known place of a name: its floorplan, else line, else family of lines, else make, else
 * maker, else type. Where a name is built as several types, a floorplan known as one of them decides,
 * then the type the text gives, then the types the catalogue gives the name, then the one with the
 * most units. Where miles are told, a motorhome goes before what is towed if the name leaves both
 * open. A line stands where it is listed, whatever type it is called; above it an RV is never valued as a
 * type that it is not.
 * @returns undefined where neither the make nor a type is known
 */
export function findPlace(
  index: IndexedModel,
  name: ResolvedName,
  { named, hasMiles }: TypeHints,
): Place | undefined {
  const said = named === undefined ? [] : [named];
  const mostUnits = (refs: readonly NodeRef[], types: readonly RvTypeId[]) =>
    likeliest(index, refs, types, hasMiles);
  const lines = index.lines.get(modelLine(name)) ?? [];
  const built = lines.find(({ node }) => index.floorplansOf.get(node)?.has(name.floorplan));
  const line = built ?? mostUnits(lines, said) ?? lines[0];
  if (line !== undefined) return atLine(index, name, line);

  const { model } = index;
  const at = (level: ModelNodes, ref: NodeRef, as: SupportLevel) =>
    atNode(index, name, level, ref, as);
  // The types of a line are its own; those of a make are all it builds, and leave open which one an
  // unknown model is.
  const own = said.length > 0 || name.basis !== 'catalogue' ? said : name.types;
  const family = name.lineId === '' ? [] : (index.families.get(familyOf(name.lineId)) ?? []);
  const ofFamily = mostUnits(family, own);
  if (ofFamily !== undefined) return at(model.families, ofFamily, 'family');

  const types = own.length > 0 ? own : name.types;
  const makes = index.makes.get(name.makeId) ?? [];
  const make = mostUnits(makes, types);
  const sure = own.length > 0 || types.length === 1 || makes.length === 1;
  if (make !== undefined) return at(model.makes, make, sure ? 'make' : 'make-guess');
  const maker = mostUnits(index.makers.get(name.makerId) ?? [], types);
  if (maker !== undefined) return at(model.makers, maker, 'type');
  const first =
    (hasMiles ? types.find((type) => MOTORHOME_TYPES.has(type)) : undefined) ?? types[0];
  if (first === undefined && name.makeId === '') return undefined;
  const type = (first === undefined ? undefined : index.typeIndex.get(first)) ?? index.usualType;
  return at(model.typeNodes, { type, node: type, units: 0 }, 'type');
}

function atLine(index: IndexedModel, name: ResolvedName, line: NodeRef): Place {
  const floorplans = index.floorplansOf.get(line.node);
  const floorplan = floorplans?.get(name.floorplan);
  // Which of its floorplans it is has been left open, also by a code that nobody lists and that tells no length.
  const isOpen = floorplans !== undefined && floorplanFeet(name.floorplan) === undefined;
  const place = atNode(index, name, index.model.lines, line, isOpen ? 'line-guess' : 'line');
  place.line = line.node;
  place.support.line = line.units;
  if (floorplan === undefined) return place;
  return atFloorplan(index, place, floorplan);
}

/** A floorplan of the line that a place is at, or at a floorplan of. */
export function atFloorplan({ model }: IndexedModel, place: Place, floorplan: number): Place {
  const units = model.floorplans.units[floorplan] ?? 0;
  return {
    ...place,
    ...floorplanCurve(model, floorplan, place.type),
    level: 'model',
    node: floorplan,
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
    node: ref.node,
    units: as === 'type' ? ofType : ref.units,
    support: { model: 0, line: as === 'family' ? ref.units : 0, make: ofMake, type: ofType },
    line: -1,
    slopeSd: Math.hypot(UNLISTED_SLOPE_SD[as], level.slopeSd[ref.node] ?? 0),
  };
}

/** Of a name's nodes the one with the most units of these types, of any type where none is given. */
function likeliest(
  { model, typeIndex }: IndexedModel,
  refs: readonly NodeRef[],
  types: readonly RvTypeId[],
  hasMiles: boolean,
): NodeRef | undefined {
  const possible =
    types.length === 0
      ? refs
      : refs.filter((ref) => types.some((type) => typeIndex.get(type) === ref.type));
  const drives = ({ type }: NodeRef) => {
    const id = model.types[type]?.id;
    return id !== undefined && MOTORHOME_TYPES.has(id);
  };
  return (hasMiles ? possible.find(drives) : undefined) ?? possible[0];
}

/** The sticker price the market showed for it: of its floorplan and year, else its line and year. */
export function stickerOf(
  index: IndexedModel,
  place: Place,
  floorplan: string,
  year: number,
): number | null {
  const line = index.model.lines.keys[place.line];
  if (line === undefined) return null;
  return (
    index.stickers.get(`${line}#${floorplan}|${year}`) ??
    index.stickers.get(`${line}|${year}`) ??
    null
  );
}
