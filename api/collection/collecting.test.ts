import { expect, it } from 'vitest';
import { Collecting } from './collecting.ts';

const day = (date: number): string => `2026-11-${date}T06:00:00.000Z`;

it('knows since when a source that was collected has no site file any more, and of no other', () => {
  const collecting = new Collecting(() => new Date(day(21)), 'Etc/UTC');
  const tell = (date: number, sites: readonly string[]) => {
    const sources = ['lot', 'bazaar', 'feed']
      .filter((source) => source === 'feed' || sites.includes(source))
      .map((source) => ({
        source,
        category: 'dealers' as const,
        collected: sites.includes(source),
      }));
    collecting.applySources({ at: day(date), sources });
    return [...(collecting.plan.retired ?? [])];
  };
  expect(tell(10, ['lot', 'bazaar'])).toEqual([]);
  expect(tell(12, ['bazaar'])).toEqual([['lot', day(12)]]);
  expect(tell(13, ['bazaar'])).toEqual([['lot', day(12)]]);
  expect(tell(14, ['lot'])).toEqual([['bazaar', day(14)]]);
});
