import type { Tree } from './boosted-trees.ts';

/** What all trees say together of a row of bins; their nodes stand in a few arrays, for speed. */
export function joinTrees(trees: readonly Tree[]): (bins: Uint16Array) => number {
  const roots: number[] = [];
  const input: number[] = [];
  const value: number[] = [];
  const left: number[] = [];
  const sidesFrom: number[] = [];
  const sides: number[] = [];
  for (const tree of trees) {
    const root = input.length;
    roots.push(root);
    input.push(...tree.input);
    value.push(...tree.value);
    left.push(...tree.left.map((child) => root + child));
    for (const goesLeft of tree.goesLeft) {
      sidesFrom.push(sides.length);
      sides.push(...goesLeft);
    }
  }
  const [inputs, lefts, from] = [input, left, sidesFrom].map((own) => Int32Array.from(own)) as [
    Int32Array,
    Int32Array,
    Int32Array,
  ];
  const values = Float64Array.from(value);
  const goesLeft = Uint8Array.from(sides);
  return (bins) => {
    let sum = 0;
    for (const root of roots) {
      let node = root;
      for (let own = inputs[node] ?? -1; own >= 0; own = inputs[node] ?? -1)
        node = (lefts[node] ?? 0) + 1 - (goesLeft[(from[node] ?? 0) + (bins[own] ?? 0)] ?? 0);
      sum += values[node] ?? 0;
    }
    return sum;
  };
}
