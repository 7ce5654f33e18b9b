import { RV_TYPE_IDS, type RvTypeId } from '#schemas/vocabulary.ts';
import { TYPE_FACTS } from './facts.ts';
import { inventedWords, type NamedMake } from './names.ts';
import { runningSums, type Random } from './random.ts';

/** A line on sale: its place in the market, before prices. */
export interface LineOnSale {
  makeId: string;
  make: string;
  name: string;
  type: RvTypeId;
  /** Relative frequency; expected listings in a market of `REFERENCE_LISTINGS`. */
  weight: number;
}

/** The size of market for which `thinShare` holds: lines with fewer than ten listings. */
export const REFERENCE_LISTINGS = 67_510;

const TOTAL_LISTINGS = RV_TYPE_IDS.reduce((sum, type) => sum + TYPE_FACTS[type].listings, 0);

export function typeShare(type: RvTypeId): number {
  return TYPE_FACTS[type].listings / TOTAL_LISTINGS;
}

/**
 * `count` lines over the makes: every make has one; known lines come first, invented names fill the
 * rest. A type has lines in proportion to its listings, and its lines' weights sum to its listings.
 */
export function layOutLines(
  random: Random,
  makes: readonly NamedMake[],
  count: number,
  thinShare: number,
): LineOnSale[] {
  const named = nameLines(random, makes, count);
  return RV_TYPE_IDS.flatMap((type) => {
    const ofType = named.filter((line) => line.type === type);
    const weights = lineWeights(
      random,
      ofType.length,
      REFERENCE_LISTINGS * typeShare(type),
      thinShare,
    );
    return ofType.map((line, index) => ({ ...line, weight: weights[index] ?? 0 }));
  });
}

type NamedLine = Omit<LineOnSale, 'weight'>;

function nameLines(random: Random, makes: readonly NamedMake[], count: number): NamedLine[] {
  const spare = new Map(
    RV_TYPE_IDS.map((type) => [type, Math.max(1, Math.round(count * typeShare(type)))]),
  );
  const spareSums = () => runningSums(RV_TYPE_IDS.map((type) => Math.max(0, spare.get(type) ?? 0)));
  const words = inventedWords(random);
  let nextWord = 0;
  const invent = (make: NamedMake, type: RvTypeId): NamedLine => {
    // Words are unique per make at least: they start again only after thousands of lines.
    const name = words[nextWord % words.length] ?? '';
    nextWord += 1;
    return { makeId: make.id, make: make.name, name, type };
  };
  const chosen: NamedLine[] = [];
  const choose = (line: NamedLine): void => {
    chosen.push(line);
    spare.set(line.type, (spare.get(line.type) ?? 0) - 1);
  };

  const known = random.shuffled(makes).map((make) => ({
    make,
    lines: random.shuffled(make.lines).map((line): NamedLine => {
      const type =
        line.types[0] ??
        make.types[0] ??
        RV_TYPE_IDS[random.weighted(spareSums())] ??
        'travel-trailer';
      return { makeId: make.id, make: make.name, name: line.name, type };
    }),
  }));
  for (const { make, lines } of known) {
    const type = make.types[0] ?? RV_TYPE_IDS[random.weighted(spareSums())] ?? 'travel-trailer';
    choose(lines[0] ?? invent(make, type));
  }
  for (const line of random.shuffled(known.flatMap(({ lines }) => lines.slice(1))))
    if ((spare.get(line.type) ?? 0) > 0) choose(line);
  for (const type of RV_TYPE_IDS) {
    const able = makes.filter((make) => make.types.includes(type) || make.types.length === 0);
    const builders = able.length > 0 ? able : makes;
    while ((spare.get(type) ?? 0) > 0) choose(invent(random.pick(builders), type));
  }
  return chosen;
}

/** Thin lines expect 2 to 7 listings; the others at least 14, most of them few more, some very many. */
function lineWeights(random: Random, lines: number, listings: number, thinShare: number): number[] {
  const thin = Math.min(lines - 1, Math.round(lines * thinShare));
  const thinWeights = Array.from({ length: thin }, () => random.between(2, 7));
  const popularity = Array.from({ length: lines - thin }, () => Math.exp(1.4 * random.normal()));
  const forThick = Math.max(0, listings - thinWeights.reduce((sum, weight) => sum + weight, 0));
  const floor = Math.min(14, (forThick / popularity.length) * 0.6);
  const perPopularity =
    (forThick - floor * popularity.length) / popularity.reduce((sum, value) => sum + value, 0);
  return [...thinWeights, ...popularity.map((value) => floor + value * perPopularity)];
}
