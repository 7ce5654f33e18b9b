import { describe, expect, it } from 'vitest';
import { buildDesign } from '../valuation/design.ts';
import { drawMarket, type TrueUnit } from '../valuation/testing/market.ts';
import { tableOf } from '../valuation/testing/snapshot.ts';
import { dealerGroups, equalDealers } from './dealer-groups.ts';

const sold = (dealerOf: (at: number) => string): TrueUnit[] =>
  drawMarket({ units: 400, seed: 5 }).map((unit, at) => ({ ...unit, dealer: dealerOf(at) }));

const groupsOf = (rows: TrueUnit[]) => {
  const table = tableOf(rows);
  const design = buildDesign(table);
  const found = dealerGroups(design, table);
  const groupOf = new Map<string, number>();
  for (let row = 0; row < design.rows; row += 1)
    groupOf.set(
      rows[design.source[row] ?? 0]?.dealer ?? '',
      found.groupOf[found.dealerOf[row] ?? 0] ?? -1,
    );
  return { groups: found.groups, dealers: found.dealers, groupOf };
};

describe('dealers in groups', () => {
  it('stand alone while there are fewer of them than groups', () => {
    const { groups, dealers, groupOf } = groupsOf(sold((at) => `dealer-${at % 7}`));
    expect([groups, dealers]).toEqual([7, 7]);
    expect(new Set(groupOf.values()).size).toBe(7);
  });

  it('leave a large one alone', () => {
    const { groupOf } = groupsOf(sold((at) => (at % 2 === 0 ? 'large' : `small-${at}`)));
    const large = groupOf.get('large');
    expect([...groupOf.values()].filter((group) => group === large)).toHaveLength(1);
  });

  it('are a source where nobody says who the dealer is', () => {
    const rows = sold(() => '').map((unit, at) => ({ ...unit, source: `source-${at % 3}` }));
    expect(groupsOf(rows).dealers).toBe(3);
  });

  it('are the same whatever the order of the rows', () => {
    const rows = sold((at) => `dealer-${at % 90}`);
    const together = (of: TrueUnit[]) =>
      [...Map.groupBy(groupsOf(of).groupOf, ([, group]) => group).values()]
        .map((pairs) =>
          pairs
            .map(([name]) => name)
            .toSorted()
            .join(),
        )
        .toSorted();
    expect(together(rows.toReversed())).toEqual(together(rows));
  });
});

describe('dealers of equal size', () => {
  it('are those behind a month and all later ones', () => {
    const row = (month: number, dealer: number, weight = 1) => ({ month, dealer, weight });
    const rows = [row(0, 1), row(0, 2), row(2, 3), row(2, 3), row(2, 4)];
    // 25 / (1 + 1 + 4 + 1), and 9 / (4 + 1) from the second month on.
    expect([...equalDealers(rows, 4)]).toEqual([25 / 7, 9 / 5, 9 / 5, 0]);
  });
});
