/** What one cluster — a dealer, or a source whose dealers are not known — shows of a group. */
export interface Clustered {
  cluster: string;
  n: number;
  /** Over these, of what is measured. */
  sum: number;
}

/** A group and those it is compared with; `weight`: what the stratum counts, of 1 over all of them. */
export interface Stratum {
  weight: number;
  own: readonly Clustered[];
  others: readonly Clustered[];
}

/** How sure two means and their difference are. */
export interface Spread {
  own: number;
  others: number;
  difference: number;
  /**
   * Clusters of equal size that would say as much (Kish 1965: (Σn)² / Σn²), of the side that has fewer: a
   * difference is no surer than Student's t of one degree less. 0 where a side has none.
   */
  clusters: number;
}

/** Beyond this share of a group one cluster is the group: nothing tells how far it would differ from others. */
const LEVERAGE_MAX = 0.95;

/**
 * Standard errors of a group's mean, of the others' and of their difference where units of one cluster
 * are alike: each cluster's distance from its side's mean counts once, as far as that side would move
 * without it (the jackknife of Cameron and Miller 2015, VI.B). A cluster on both sides counts with what is
 * left of the two: one that is slow with everything makes no difference. `others` may be empty.
 */
export function spreadOfClusters(strata: readonly Stratum[]): Spread {
  const sides = { own: new Map<string, number>(), others: new Map<string, number>() };
  const shares = { own: new Map<string, number>(), others: new Map<string, number>() };
  const difference = new Map<string, number>();
  for (const stratum of strata)
    for (const side of ['own', 'others'] as const) {
      const rows = stratum[side];
      const n = rows.reduce((sum, row) => sum + row.n, 0);
      const mean = rows.reduce((sum, row) => sum + row.sum, 0) / n;
      for (const [cluster, own] of byCluster(rows)) {
        const leverage = Math.min(LEVERAGE_MAX, own.n / n);
        const moved = (stratum.weight * (own.sum - own.n * mean)) / n / (1 - leverage);
        add(sides[side], cluster, moved);
        add(shares[side], cluster, (stratum.weight * own.n) / n);
        add(difference, cluster, side === 'own' ? moved : -moved);
      }
    }
  const present = [shares.own, shares.others].filter(({ size }) => size > 0);
  return {
    own: norm(sides.own),
    others: norm(sides.others),
    difference: norm(difference),
    clusters:
      shares.own.size === 0
        ? 0
        : Math.min(...present.map((sizes) => equalClusters([...sizes.values()]))),
  };
}

/**
 * The same of the log ratio of two counts, of now and of before, by cluster: what a cluster adds to the
 * one more than to the other. `sum` is the count now, `n` that of before.
 */
export function spreadOfGrowth(rows: readonly Clustered[]): Omit<Spread, 'own' | 'others'> {
  const clusters = [...byCluster(rows).values()];
  const now = clusters.reduce((sum, one) => sum + one.sum, 0);
  const before = clusters.reduce((sum, one) => sum + one.n, 0);
  const moved = clusters.map((one) => {
    const [ofNow, ofBefore] = [one.sum / now, one.n / before];
    return (ofNow - ofBefore) / (1 - Math.min(LEVERAGE_MAX, Math.max(ofNow, ofBefore)));
  });
  return {
    difference: Math.hypot(...moved),
    clusters: Math.min(
      equalClusters(clusters.map(({ sum }) => sum)),
      equalClusters(clusters.map(({ n }) => n)),
    ),
  };
}

function byCluster(rows: readonly Clustered[]): Map<string, { n: number; sum: number }> {
  const found = new Map<string, { n: number; sum: number }>();
  for (const { cluster, n, sum } of rows) {
    const own = found.get(cluster) ?? { n: 0, sum: 0 };
    own.n += n;
    own.sum += sum;
    found.set(cluster, own);
  }
  return found;
}

function add(sums: Map<string, number>, key: string, more: number): void {
  sums.set(key, (sums.get(key) ?? 0) + more);
}

const norm = (parts: ReadonlyMap<string, number>): number => Math.sqrt(squaresOf(parts.values()));

/** How many clusters of equal size would say as much as clusters of these sizes; 0 where there are none. */
export function equalClusters(sizes: readonly number[]): number {
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  return whole === 0 ? 0 : whole ** 2 / squaresOf(sizes);
}

function squaresOf(parts: Iterable<number>): number {
  let squares = 0;
  for (const part of parts) squares += part ** 2;
  return squares;
}
