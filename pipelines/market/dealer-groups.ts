import { KIND, type Design } from '../valuation/design.ts';
import { NONE, type UnitTable } from '../valuation/unit-table.ts';

/** Groups of dealers, each left out once: so many tell an error to an eighth of itself. */
const GROUPS_MAX = 30;
/** Dealers with a level of their own, those that are most of a type; of smaller ones none moves a month alone. */
const LEVELS_MAX = 100;

/** Whose units a market's prices are of: a dealer, or a source where the dealer is not known. */
export interface DealerGroups {
  /** Dealer by row of the design, from 0; NONE for a sticker. */
  dealerOf: Int32Array;
  dealers: number;
  /** Place among the dealers with a level of their own, or NONE, by dealer. */
  levelOf: Int32Array;
  levels: number;
  /** Which group a dealer is left out with. */
  groupOf: Int32Array;
  groups: number;
}

/**
 * Dealers by size into groups about as large as each other, so that the largest stand alone as far as
 * they can. The same rows in another order give the same groups.
 */
export function dealerGroups(design: Design, table: UnitTable): DealerGroups {
  const codes = new Map<string, number>();
  const dealerOf = new Int32Array(design.rows).fill(NONE);
  const rows: number[] = [];
  const ofType: Map<number, number>[] = [];
  const typeRows = new Map<number, number>();
  for (let row = 0; row < design.rows; row += 1) {
    if (design.kind[row] === KIND.sticker) continue;
    const key = dealerKey(table, design.source[row] ?? 0);
    const dealer = codes.get(key) ?? codes.size;
    codes.set(key, dealer);
    dealerOf[row] = dealer;
    rows[dealer] = (rows[dealer] ?? 0) + 1;
    const type = design.type[row] ?? 0;
    const own = (ofType[dealer] ??= new Map<number, number>());
    own.set(type, (own.get(type) ?? 0) + 1);
    typeRows.set(type, (typeRows.get(type) ?? 0) + 1);
  }
  const keys = [...codes.keys()];
  const byKey = (a: number, b: number) => ((keys[a] ?? '') < (keys[b] ?? '') ? -1 : 1);
  const most = ofType.map((own) =>
    Math.max(...[...own].map(([type, n]) => n / (typeRows.get(type) ?? n))),
  );
  const order = [...rows.keys()];
  const levelOf = new Int32Array(rows.length).fill(NONE);
  order
    .toSorted((a, b) => (most[b] ?? 0) - (most[a] ?? 0) || byKey(a, b))
    .slice(0, LEVELS_MAX)
    .forEach((dealer, level) => (levelOf[dealer] = level));
  const groups = Math.min(GROUPS_MAX, rows.length);
  return {
    dealerOf,
    dealers: rows.length,
    levelOf,
    levels: Math.min(LEVELS_MAX, rows.length),
    groupOf: spread(
      rows,
      order.toSorted((a, b) => (rows[b] ?? 0) - (rows[a] ?? 0) || byKey(a, b)),
      groups,
    ),
    groups,
  };
}

/** Each, the largest first, to the group that has least so far. */
function spread(sizes: readonly number[], order: readonly number[], groups: number): Int32Array {
  const filled = Array.from({ length: groups }, () => 0);
  const groupOf = new Int32Array(sizes.length);
  for (const one of order) {
    const least = filled.indexOf(Math.min(...filled));
    groupOf[one] = least;
    filled[least] = (filled[least] ?? 0) + (sizes[one] ?? 0);
  }
  return groupOf;
}

/** Who prices a row's unit. */
export function dealerKey(table: UnitTable, row: number): string {
  const dealer = table.dealer[row] ?? NONE;
  return dealer === NONE ? `source ${table.source[row] ?? NONE}` : String(dealer);
}

/**
 * How many dealers of equal size would say as much as those of a month and all later ones (Kish 1965:
 * (Σn)² / Σn²), by month; 0 where there are none.
 */
export function equalDealers(
  rows: readonly { month: number; dealer: number; weight: number }[],
  months: number,
): Float64Array {
  const byMonth = Map.groupBy(rows, ({ month }) => month);
  const sizes = new Map<number, number>();
  const found = new Float64Array(months);
  let whole = 0;
  let squares = 0;
  for (let month = months - 1; month >= 0; month -= 1) {
    for (const { dealer, weight } of byMonth.get(month) ?? []) {
      const size = sizes.get(dealer) ?? 0;
      sizes.set(dealer, size + weight);
      whole += weight;
      squares += weight * (2 * size + weight);
    }
    found[month] = squares === 0 ? 0 : whole ** 2 / squares;
  }
  return found;
}
