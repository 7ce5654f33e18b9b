import { describe, expect, it } from 'vitest';
import { registeredSources, type CollectedFacts } from './registered-sources.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const hoursAgo = (hours: number): string =>
  new Date(NOW.getTime() - hours * 3_600_000).toISOString();

type Run = CollectedFacts['runs'] extends ReadonlyMap<string, infer Each> ? Each : never;

const loaded = (hours: number): Run => ({
  lastRun: { state: 'loaded', at: hoursAgo(hours) },
  lastUpdate: hoursAgo(hours),
});
const failed = (hours: number, lastUpdate: string | null = null): Run => ({
  lastRun: { state: 'failed', at: hoursAgo(hours) },
  lastUpdate,
});

const NOTHING: CollectedFacts = {
  known: undefined,
  runs: new Map(),
  registrations: [],
  buyersTell: false,
};
const KNOWN: CollectedFacts['known'] = {
  at: hoursAgo(100),
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
    const states = statesOf({ known: KNOWN });
    expect(states).toMatchObject({ dealers: 'configured', marketplace: 'never_run' });
  });

  it('are healthy while what is collected comes every day, and what is brought every month', () => {
    const of = (lot: number, bazaar: number) =>
      statesOf({
        known: KNOWN,
        runs: new Map([
          ['lot', loaded(lot)],
          ['other-lot', loaded(1)],
          ['bazaar', loaded(bazaar)],
        ]),
      });
    expect(of(36, 45 * 24)).toMatchObject({ dealers: 'healthy', marketplace: 'healthy' });
    expect(of(36.1, 45 * 24 + 1)).toMatchObject({ dealers: 'stale', marketplace: 'stale' });
  });

  it('are as bad as their worst, and say why', () => {
    const runs = new Map([
      ['lot', loaded(1)],
      ['other-lot', failed(2, hoursAgo(14))],
    ]);
    const dealers = registeredSources({ ...NOTHING, known: KNOWN, runs }, NOW)[3];
    expect(dealers).toMatchObject({
      state: 'failing',
      detail: 'Its last run failed.',
      lastUpdate: hoursAgo(1),
      sources: [
        { source: 'lot', state: 'healthy' },
        { source: 'other-lot', state: 'failing', lastUpdate: hoursAgo(14) },
      ],
    });
  });

  it('fail where a run came in and nothing of it could be read', () => {
    const run = { ...loaded(1), lastUpdate: null };
    expect(statesOf({ runs: new Map([['feed', run]]) }).additional).toBe('failing');
  });

  it('tell registrations by the conditions of what was registered, and no listings by them', () => {
    const runs = new Map([
      ['oregon', loaded(24)],
      ['texas', failed(2)],
    ]);
    const registrations = [
      { source: 'oregon', conditions: ['new', 'used'] },
      { source: 'texas', conditions: ['unknown'] },
    ];
    expect(statesOf({ runs, registrations: registrations.slice(0, 1) })).toMatchObject({
      'new-registrations': 'healthy',
      'used-registrations': 'healthy',
      additional: 'failing',
    });
    expect(statesOf({ runs, registrations })).toMatchObject({
      'new-registrations': 'failing',
      'used-registrations': 'failing',
      additional: 'never_run',
    });
  });

  it('tell buyers only once enough of them contributed', () => {
    expect(statesOf({ buyersTell: true })).toMatchObject({ 'buyer-demographics': 'healthy' });
  });
});
