import { describe, expect, it } from 'vitest';
import type { DaysRow } from '#warehouse/queries/market-supply.ts';
import { countDays, daysByGroup, daysOfSeveral } from './days-by-group.ts';

const stood = (days: number, units: number, over: Partial<DaysRow> = {}): DaysRow => ({
  type: 'class-c',
  condition: 'used',
  region: 'West',
  current: true,
  since: 'known',
  days,
  units,
  ...over,
});
const before = { since: 'before' } as const;

async function onOffer(rows: readonly DaysRow[]) {
  const pieces = async function* () {
    yield [...rows];
  };
  const groups = daysByGroup(await countDays(pieces()));
  return groups.find(
    ({ type, condition, region }) => type === 'class-c' && condition === 'all' && region === 'all',
  )?.onOffer;
}

describe('days on the market', () => {
  it('are the quartiles of units whose first day is known', async () => {
    const rows = [stood(10, 30), stood(40, 40), stood(90, 30)];
    expect(await onOffer(rows)).toEqual({ units: 100, p25: 10, median: 40, p75: 90 });
  });

  it('are not known of what stood when its source was first read, three weeks ago', async () => {
    const rows = [stood(3, 10), stood(12, 15), stood(21, 200, before)];
    expect(await onOffer(rows)).toBeNull();
  });

  it('count what stood before as long as it was seen, and longer from there on', async () => {
    // Of 200 a quarter has stood less than 30 days, half less than 60; the rest for 80 or more.
    const known = [stood(20, 50), stood(50, 50), stood(100, 20), stood(120, 20)];
    const rows = [...known, stood(80, 20, before), stood(130, 40, before)];
    expect(await onOffer(rows)).toEqual({ units: 140, p25: 20, median: 50, p75: 120 });
    // As surely as where all of it is known, only fewer are.
    expect((await onOffer([...known, stood(125, 60)]))?.median).toBe(50);
  });

  it('of several types together are those of all their units, and of nobody else', async () => {
    const pieces = async function* () {
      yield [
        stood(10, 100),
        stood(40, 30, { type: 'class-a' }),
        stood(80, 30, { type: 'class-b' }),
        stood(500, 900, { type: '' }),
      ];
    };
    const of = { condition: 'used', regions: ['all'] } as const;
    const counts = await countDays(pieces());
    expect(daysOfSeveral(counts, { ...of, types: ['class-a', 'class-b'] })).toEqual({
      units: 60,
      p25: 40,
      median: 40,
      p75: 80,
    });
    expect(daysOfSeveral(counts, { ...of, types: ['park-model'] })).toBeNull();
  });

  it('are null without any unit', async () => {
    expect(await onOffer([stood(5, 4, { current: false })])).toBeNull();
  });
});
