/** Tells whether a rule's path matches: `*` stands for any run of characters, `$` at the end for the end. */
export type PathMatcher = (pattern: string) => boolean;

/**
 * What tells for one path (ASCII) which patterns match it. A pattern is walked through once, with one
 * bit for each place of the path at which what was read of it may end, so that time grows with the
 * length of the pattern times that of the path over 32, whatever either holds: a robots.txt may have
 * ten thousand patterns, each of which almost matches at every place.
 */
export function createPathMatcher(path: string): PathMatcher {
  // One place more than there are characters: the end.
  const words = (path.length >> 5) + 1;
  let places: readonly Uint32Array[] | undefined;
  const ends = new Uint32Array(words);

  return (pattern) => {
    const anchored = pattern.endsWith('$');
    const end = anchored ? pattern.length - 1 : pattern.length;
    const star = pattern.indexOf('*');
    if (star === -1 || star >= end)
      return anchored ? path === pattern.slice(0, end) : path.startsWith(pattern);
    if (!path.startsWith(pattern.slice(0, star))) return false;

    places ??= placesOf(path, words);
    ends.fill(0);
    setBit(ends, star);
    // No word before this one has a bit.
    let first = star >> 5;
    for (let i = star; i < end; i += 1) {
      const sign = pattern.charCodeAt(i);
      if (sign === starSign) {
        fillFromLowest(ends, first);
        // More stars say no more than the first.
        while (i + 1 < end && pattern.charCodeAt(i + 1) === starSign) i += 1;
        continue;
      }
      const fits = places[sign];
      if (fits === undefined) return false;
      first = step(ends, fits, first);
      if (first === words) return false;
    }
    return !anchored || hasBit(ends, path.length);
  };
}

const starSign = 0x2a;

/** For each character of a path a bit at each place at which it stands. */
function placesOf(path: string, words: number): readonly Uint32Array[] {
  const places: Uint32Array[] = [];
  for (let i = 0; i < path.length; i += 1)
    setBit((places[path.charCodeAt(i)] ??= new Uint32Array(words)), i);
  return places;
}

const setBit = (bits: Uint32Array, place: number): void => {
  bits[place >> 5] = (bits[place >> 5] ?? 0) | (1 << (place & 31));
};
const hasBit = (bits: Uint32Array, place: number): boolean =>
  ((bits[place >> 5] ?? 0) & (1 << (place & 31))) !== 0;

/** From each end at which the next character fits on to the place behind it; the first word with a bit. */
function step(ends: Uint32Array, fits: Uint32Array, from: number): number {
  let carry = 0;
  let first = ends.length;
  for (let word = from; word < ends.length; word += 1) {
    const fitting = (ends[word] ?? 0) & (fits[word] ?? 0);
    const next = (fitting << 1) | carry;
    carry = fitting >>> 31;
    ends[word] = next;
    if (next !== 0 && first === ends.length) first = word;
  }
  return first;
}

/** A star: what may end at a place may end at any place behind it. `from` is the first word with a bit. */
function fillFromLowest(ends: Uint32Array, from: number): void {
  const word = ends[from] ?? 0;
  // The lowest bit and all above it.
  ends[from] = -(word & -word);
  ends.fill(0xffff_ffff, from + 1);
}
