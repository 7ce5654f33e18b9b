import { describe, expect, it } from 'vitest';
import { activityAnalysis, activitySearch } from '#schemas/events/activity.ts';
import { rawContribution } from '#schemas/events/contribution.ts';
import { CLAIMED } from '#schemas/constants.ts';
import { sampleChangesByDay, sampleMarket } from './sample-market.ts';

const NOW = Date.UTC(2026, 10, 21, 10);
const WEEK = 7 * 86_400_000;
const MONTHS_120 = new Date(Date.UTC(2016, 10, 21, 10)).toISOString();

describe('the sample market', () => {
  it.each(['2026-11-21', '2027-02-10', '2027-06-01', '2027-09-15'])(
    'is full at any season: %s',
    (date) => {
      const now = Date.parse(`${date}T10:00:00Z`);
      const sample = sampleMarket({ now });
      const standing = new Set<string>();
      const instants = new Set<string>();
      let events = 0;
      let earliest = new Date(now).toISOString();
      for (const record of sample.listings) {
        events += 1;
        instants.add(`${record.id} ${record.observed_at}`);
        if (record.removed_at === undefined) standing.add(record.id);
        expect([undefined, record.observed_at]).toContain(record.removed_at);
        if (record.observed_at < earliest) earliest = record.observed_at;
        expect(Date.parse(record.observed_at)).toBeLessThanOrEqual(now);
      }
      const others = [...sample.searches, ...sample.analyses, ...sample.contributions].length;
      expect(instants.size).toBe(events);
      expect(standing.size).toBeGreaterThanOrEqual(CLAIMED.landing.listings);
      expect(events + others).toBeLessThanOrEqual(120_000);
      const months120 = new Date(now);
      months120.setUTCMonth(months120.getUTCMonth() - 120);
      expect(earliest <= months120.toISOString()).toBe(true);
    },
  );

  it('tells of every month of its history', () => {
    const months = new Set<string>();
    for (const record of sampleMarket({ now: NOW }).listings)
      if (record.observed_at >= MONTHS_120) months.add(record.observed_at.slice(0, 7));
    expect(months.size).toBe(121);
  });

  it('is the same when it is asked for again', () => {
    const take = (): string =>
      JSON.stringify(
        Iterator.from(sampleMarket({ now: NOW }).listings)
          .take(5_000)
          .toArray(),
      );
    expect(take()).toBe(take());
  });

  it('moves on: what changed in a week leads to the market a week later', () => {
    const standing = new Set<string>();
    for (const record of sampleMarket({ now: NOW }).listings)
      if (record.removed_at === undefined) standing.add(record.id);
    for (const record of [...sampleChangesByDay({ since: NOW, now: NOW + WEEK })].flat()) {
      const seen = Date.parse(record.observed_at);
      expect(seen > NOW && seen <= NOW + WEEK).toBe(true);
      if (record.removed_at === undefined) standing.add(record.id);
      else standing.delete(record.id);
    }
    const later = new Set<string>();
    for (const record of sampleMarket({ now: NOW + WEEK }).listings)
      if (record.removed_at === undefined) later.add(record.id);
    expect(standing).toEqual(later);
  });

  it('has searches, analyses and contributions that keep their contracts and lie in the past', () => {
    const sample = sampleMarket({ now: NOW });
    const now = new Date(NOW).toISOString();
    for (const event of sample.searches) {
      expect(activitySearch.schema.strict().parse(event)).toEqual(event);
      expect(event.at <= now).toBe(true);
    }
    for (const event of sample.analyses) {
      expect(activityAnalysis.schema.strict().parse(event)).toEqual(event);
      expect(event.at <= now).toBe(true);
    }
    const contributors = new Map<string, number>();
    for (const event of sample.contributions) {
      expect(rawContribution.schema.strict().parse(event)).toEqual(event);
      expect(event.purchaseDate <= event.day && event.day <= now.slice(0, 10)).toBe(true);
      contributors.set(event.contributor, (contributors.get(event.contributor) ?? 0) + 1);
    }
    expect(Math.max(...contributors.values())).toBeLessThanOrEqual(3);
  });
});
