import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { mersenne } from 'pure-rand/generator/mersenne';

/**
 * Standard normals by Box and Muller, the same for the same seed. By the Mersenne twister, whose first
 * numbers are mixed: those of the smaller generators are alike for seeds that lie close.
 */
export function drawNormals(seed: number): () => number {
  const generator = mersenne(seed);
  return () =>
    Math.sqrt(-2 * Math.log(1 - uniformFloat64(generator))) *
    Math.cos(2 * Math.PI * uniformFloat64(generator));
}
