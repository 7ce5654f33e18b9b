import { describe, expect, it } from 'vitest';
import type { SourceState } from '#schemas/api/data.ts';
import { registeredSources, type CollectedFacts } from './registered-sources.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const YESTERDAY = '2026-11-20T12:00:00.000Z';

const judged = (
  source: string,
  state: SourceState,
  lastAt: string | null = null,
): CollectedFacts['judged'][number] => ({
  source,
  state,
  told: `It is ${state}.`,
  lastRun: null,
  freshness: { state: 'unknown', lastAt, staleAfterHours: null },
});

const NOTHING: CollectedFacts = {
  known: undefined,
  judged: [],
  registrations: [],
  buyersTell: false,
};
const KNOWN: CollectedFacts['known'] = {
  at: YESTERDAY,
  sources: [
    { source: 'lot', category: 'dealers', collected: true },
    { source: 'other-lot', category: 'dealers', collected: true },
    { source: 'bazaar', category: 'marketplace', collected: false },
  ],
};

const statesOf = (facts: Partial<CollectedFacts>) =>
  Object.fromEntries(
    registeredSources({ ...NOTHING, ...facts }, NOW).map(({ id, state }) => [id, state]),
  );

describe('the registered sources', () => {
  it('are all there before anything is, and pretend nothing', () => {
    expect(statesOf({})).toEqual({
      'new-registrations': 'never_run',
      'used-registrations': 'never_run',
      'buyer-demographics': 'configured',
      dealers: 'never_run',
      marketplace: 'never_run',
      additional: 'never_run',
    });
  });

  it('are configured once a site is, and never for a mapping alone', () => {
    const states = statesOf({ known: KNOWN, judged: [judged('lot', 'configured')] });
    expect(states).toMatchObject({ dealers: 'configured', marketplace: 'never_run' });
  });

  it('are as bad as their worst, and say why', () => {
    const facts = [judged('lot', 'healthy', YESTERDAY), judged('other-lot', 'failing')];
    const dealers = registeredSources({ ...NOTHING, known: KNOWN, judged: facts }, NOW)[3];
    expect(dealers).toMatchObject({
      state: 'failing',
      detail: 'other-lot: It is failing.',
      lastUpdate: YESTERDAY,
      sources: [
        { source: 'lot', state: 'healthy', lastUpdate: YESTERDAY },
        { source: 'other-lot', state: 'failing', lastUpdate: null },
      ],
    });
  });

  it('say how many are as bad as the worst, and name first what staff must see to', () => {
    const facts = [
      judged('bazaar', 'failing'),
      judged('broken', 'failing'),
      { ...judged('hilltop', 'failing'), told: 'Blocked.', lastRun: { state: 'blocked' as const } },
      judged('lot', 'healthy'),
    ];
    const detail = (judged: CollectedFacts['judged']) =>
      registeredSources({ ...NOTHING, judged }, NOW).at(-1)?.detail;
    expect(detail(facts)).toBe('3 of 4 are failing; hilltop: Blocked.');
    expect(detail(facts.slice(0, 2))).toBe('2 of 2 are failing; bazaar: It is failing.');
    expect(detail([judged('a', 'stale'), judged('b', 'stale')])).toMatch(/^2 of 2 are stale; a: /);
    expect(detail([judged('a', 'healthy'), judged('b', 'healthy')])).toBe(
      'Their last runs came in.',
    );
  });

  it('tell registrations by the conditions of what was registered, and no listings by them', () => {
    const facts = [judged('oregon', 'healthy'), judged('texas', 'failing')];
    const registrations = [
      { source: 'oregon', conditions: ['new', 'used'] },
      { source: 'texas', conditions: ['unknown'] },
    ];
    expect(statesOf({ judged: facts, registrations: registrations.slice(0, 1) })).toMatchObject({
      'new-registrations': 'healthy',
      'used-registrations': 'healthy',
      additional: 'failing',
    });
    expect(statesOf({ judged: facts, registrations })).toMatchObject({
      'new-registrations': 'failing',
      'used-registrations': 'failing',
      additional: 'never_run',
    });
  });

  it('tell buyers only once enough of them contributed', () => {
    expect(statesOf({ buyersTell: true })).toMatchObject({ 'buyer-demographics': 'healthy' });
  });
});
