import type { RvTypeId } from '#schemas/vocabulary.ts';
import type { Random } from './random.ts';

/** A make whose lines the market sells. Types may be empty where nothing is known. */
export interface NamedMake {
  id: string;
  name: string;
  types: readonly RvTypeId[];
  lines: readonly { name: string; types: readonly RvTypeId[] }[];
}

const FIRST = (
  'Alder Amber Ash Aster Birch Bramble Briar Brindle Clover Copper Dusk Ember Fern Flint Frost Gorse Hazel Heather ' +
  'Ivy Juniper Larch Linden Marl Mist Moss Nettle Osprey Pebble Plover Quill Rowan Rush Saffron Sedge Slate Sorrel ' +
  'Sparrow Tansy Teal Thistle Umber Vetch Weld Whin Willow Wren Yarrow Zephyr'
).split(' ');
const SECOND = (
  'beck brae cairn carr combe croft dale dell fell fen firth garth ghyll glen haugh heath holt howe hurst knoll lea ' +
  'ling mead mere moor ness reach rigg rill scar shaw sike spinney strand tarn thorpe thwaite toft vale wade wick wold'
).split(' ');

/**
 * Invented words like `Fernholt`, in random order, each once: one plain word of letters, so that a
 * resolver reads it as one line name; no real line is called so.
 */
export function inventedWords(random: Random): string[] {
  return random.shuffled(FIRST.flatMap((first) => SECOND.map((second) => first + second)));
}

const FLOORPLAN_LETTERS = [
  'RL',
  'BH',
  'RK',
  'FL',
  'MB',
  'RB',
  'TH',
  'QB',
  'DB',
  'RD',
  'FK',
  'ML',
] as const;

/** A floorplan code like `3121RL`: length in feet, two digits, what stands where. */
export function floorplanCode(random: Random, lengthFeet: number): string {
  const feet = String(Math.floor(lengthFeet)).padStart(2, '0');
  const digits = String(10 + random.below(90));
  return `${feet}${digits}${random.pick(FLOORPLAN_LETTERS)}`;
}
