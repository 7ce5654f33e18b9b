import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

/**
 * Where the simulator's chance comes from: one seeded stream per purpose, and in it one generator per
 * index. What is drawn for index 7 depends on (seed, purpose, 7) alone, never on how many come before it.
 */
export class RandomStream {
  readonly #seed: number;
  readonly #purpose: number;

  constructor(seed: number, purpose: string) {
    this.#seed = mix(seed, 0x9e3779b9);
    this.#purpose = Buffer.from(purpose).reduce(mix, 1);
  }

  /** `index` is a whole number from 0 to 2^53. */
  at(index: number): Random {
    const low = mix(mix(this.#seed, index | 0), this.#purpose);
    const high = mix(low, Math.floor(index / 2 ** 32));
    // Four well mixed words: neighbours share no visible pattern. xoroshiro only forbids all zeros.
    return new Random(
      xoroshiro128plusFromState([high | 1, mix(high, 1), mix(high, 2), mix(low, 0x85ebca6b)]),
    );
  }
}

/** One sequence of draws and the distributions the market is made of. */
export class Random {
  readonly #generator: RandomGenerator;

  constructor(generator: RandomGenerator) {
    this.#generator = generator;
  }

  /** Uniform in [0, 1). */
  unit(): number {
    return uniformFloat64(this.#generator);
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.unit();
  }

  /** A whole number from 0 to `count` − 1. */
  below(count: number): number {
    return Math.floor(this.unit() * count);
  }

  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  /** Standard normal, by Box and Muller; always two draws, so that what follows stays in step. */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.unit())) * Math.cos(2 * Math.PI * this.unit());
  }

  /** Student's t with 4 degrees of freedom: normal over root of chi-squared(4) / 4. */
  studentT4(): number {
    const chiSquaredOver4 = -Math.log((1 - this.unit()) * (1 - this.unit())) / 2;
    return this.normal() / Math.sqrt(Math.max(chiSquaredOver4, Number.MIN_VALUE));
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError('Cannot pick from an empty list.');
    return item;
  }

  /** Index into running sums of weights, chosen in proportion to the weights. */
  weighted(runningSums: ArrayLike<number>): number {
    const target = this.unit() * (runningSums[runningSums.length - 1] ?? 0);
    let low = 0;
    let high = runningSums.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((runningSums[middle] ?? 0) > target) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** A copy in random order (Fisher and Yates). */
  shuffled<T>(items: readonly T[]): T[] {
    const copy = [...items];
    for (let last = copy.length - 1; last > 0; last -= 1) {
      const other = this.below(last + 1);
      [copy[last], copy[other]] = [copy[other] as T, copy[last] as T];
    }
    return copy;
  }
}

export function runningSums(weights: readonly number[]): Float64Array {
  const sums = new Float64Array(weights.length);
  let total = 0;
  weights.forEach((weight, index) => {
    total += weight;
    sums[index] = total;
  });
  return sums;
}

/** Two 32-bit words into one, every bit of both reaching every bit of the result (murmur3's finish). */
function mix(hash: number, word: number): number {
  let mixed = Math.imul(hash ^ word, 0x85ebca6b) + 0x9e3779b9;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
