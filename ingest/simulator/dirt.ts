import { RV_TYPES, type RvTypeId } from '#schemas/vocabulary.ts';
import type { Random } from './random.ts';

/** How much is wrong with what a market shows. Shares are between 0 and 1. */
export interface Faults {
  /** Share of sightings whose price is grossly wrong: another sum, a lost digit, one too many. */
  grossErrors: number;
  /** 1: dirt as often as `DIRT` says; 0: none. */
  dirt: number;
}

/** What kinds of dirt there are and how often, none depending on the price or on what the unit is worth. */
const DIRT = {
  call: 0.015,
  zero: 0.005,
  glued: 0.004,
  upperCase: 0.04,
  makeInModel: 0.03,
  floorplanInModel: 0.15,
  typeTypo: 0.02,
  typeMissing: 0.02,
  mileageMissing: 0.05,
  /** New units whose MSRP is just the ask (17% of new ones ask exactly MSRP). */
  stickerIsAsk: 0.17,
  /** Used units with a crossed-out former ask. */
  formerAsk: 0.25,
} as const;

/** How one source writes one listing: fixed for all its sightings. */
export interface Handwriting {
  upperCase: boolean;
  /** How make, model and floorplan are spread over the fields. */
  naming: 'separate' | 'floorplan-in-model' | 'make-in-model';
  /** Undefined where the source does not say. */
  typeWord: string | undefined;
  condition: string;
  mileageShown: boolean;
  /** What stands as MSRP: the sticker price, the ask again, a crossed-out former ask, nothing. */
  sticker: 'sticker' | 'ask' | 'former-ask' | 'none';
}

const TYPE_WORDS: Readonly<Record<RvTypeId, readonly string[]>> = {
  'class-a': ['Class A', 'Class A - Gas', 'Class A - Diesel'],
  'class-b': ['Class B', 'Camper Van'],
  'class-c': ['Class C', 'Mini Motorhome Class C'],
  'travel-trailer': ['Travel Trailers', 'TT'],
  'fifth-wheel': ['5th Wheel', 'Fifth Wheels'],
  'toy-hauler': ['Toy Haulers', 'Toyhauler'],
  'pop-up': ['Pop Up Camper', 'Folding Camper'],
  'truck-camper': ['Truck Campers'],
  'park-model': ['Park Models', 'Destination Trailer'],
  'fish-house': ['Ice House', 'Fish Houses'],
};
const TYPE_TYPOS: Readonly<Record<RvTypeId, string>> = {
  'class-a': 'CLass A Moterhome',
  'class-b': 'Class B Motor Home',
  'class-c': 'Class-C motorhomes',
  'travel-trailer': 'Travel Tralier',
  'fifth-wheel': '5TH WHEELL',
  'toy-hauler': 'Toy Hualer',
  'pop-up': 'popup camper',
  'truck-camper': 'Truck Campr',
  'park-model': 'PARK MODLE',
  'fish-house': 'Fishhouse',
};
const TYPE_NAMES = new Map(RV_TYPES.map((type) => [type.id, type.name]));
const CONDITION_WORDS = {
  new: ['New', 'New', 'NEW'],
  used: ['Used', 'Used', 'Pre-Owned', 'used'],
  certified: ['Certified', 'Certified Pre-Owned'],
} as const;

export function drawHandwriting(
  random: Random,
  type: RvTypeId,
  condition: keyof typeof CONDITION_WORDS,
  faults: Faults,
): Handwriting {
  const dirty = (share: number): boolean => random.chance(share * faults.dirt);
  const upperCase = dirty(DIRT.upperCase);
  const makeInModel = dirty(DIRT.makeInModel);
  const floorplanInModel = dirty(DIRT.floorplanInModel);
  const typo = dirty(DIRT.typeTypo);
  const missing = dirty(DIRT.typeMissing);
  const falseSticker = dirty(condition === 'new' ? DIRT.stickerIsAsk : DIRT.formerAsk);
  const stickerMissing = random.chance(0.18);
  const usual = random.chance(0.8) ? TYPE_NAMES.get(type) : random.pick(TYPE_WORDS[type]);
  return {
    upperCase,
    naming: makeInModel ? 'make-in-model' : floorplanInModel ? 'floorplan-in-model' : 'separate',
    typeWord: missing ? undefined : typo ? TYPE_TYPOS[type] : usual,
    condition: random.pick(CONDITION_WORDS[condition]),
    mileageShown: !dirty(DIRT.mileageMissing),
    sticker: sticker(condition === 'new', falseSticker, stickerMissing),
  };
}

function sticker(isNew: boolean, untrue: boolean, missing: boolean): Handwriting['sticker'] {
  if (!isNew) return untrue ? 'former-ask' : 'none';
  if (missing) return 'none';
  return untrue ? 'ask' : 'sticker';
}

/** What a sighting shows where `price` (whole US dollars) was asked: a number, or text as found on pages. */
export function shownPrice(random: Random, price: number, faults: Faults): number | string {
  const [gross, kind, luck] = [random.unit(), random.unit(), random.unit()];
  if (gross < faults.grossErrors) return Math.max(1, Math.round(price * grossFactor(kind, luck)));
  const dirt = random.unit() / Math.max(faults.dirt, Number.MIN_VALUE);
  if (dirt < DIRT.call) return 'Call for Price';
  if (dirt < DIRT.call + DIRT.zero) return 0;
  if (dirt < DIRT.call + DIRT.zero + DIRT.glued) return `$${price + 4_000}$${price}.00`;
  return price;
}

/** More often too low than too high, as on real pages: a deposit, a lost digit, another unit's price. */
function grossFactor(kind: number, luck: number): number {
  if (kind < 0.2) return 0.1;
  if (kind < 0.3) return 10;
  return kind < 0.7 ? 0.3 * 2.5 ** luck : 1.35 * 2.2 ** luck;
}
