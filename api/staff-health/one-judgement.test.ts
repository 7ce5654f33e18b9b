import {
  array,
  assert,
  boolean,
  constantFrom,
  integer,
  option,
  property,
  record,
} from 'fast-check';
import { expect, it } from 'vitest';
import { registeredSources } from '#domain/collection/registered-sources.ts';
import { judgeIncidents } from '#domain/health/incidents.ts';
import type { IngestCollection } from '#schemas/events/ingest-collection.ts';
import { RunLog } from './run-log.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const hoursAgo = (hours: number): string =>
  new Date(NOW.getTime() - hours * 3_600_000).toISOString();
const SOURCES = ['lot', 'bazaar', 'feed', 'oregon'] as const;

const said = record({
  source: constantFrom(...SOURCES),
  runId: constantFrom('a', 'b', 'c', 'd'),
  state: constantFrom('started', 'published', 'loaded', 'failed'),
  coverage: constantFrom('full', 'partial'),
  published: integer({ min: 0, max: 40 }),
  stored: integer({ min: 0, max: 40 }),
  ended: option(constantFrom('failed', 'blocked', 'cancelled'), { freq: 3 }),
});

it('every place that tells how a source is tells the same', () => {
  assert(
    property(
      array(said, { maxLength: 40 }),
      array(boolean(), { minLength: 4, maxLength: 4 }),
      array(boolean(), { minLength: 4, maxLength: 4 }),
      option(constantFrom(12)),
      integer({ min: 0, max: 60 * 24 }),
      (events, setUp, hadFile, everyHours, age) => {
        const log = new RunLog();
        for (const [n, { ended, published, stored, ...event }] of events.entries()) {
          const at = hoursAgo(age + events.length - n);
          const id = `${event.source}-${event.runId}`;
          const run = { ...event, runId: id, sample: false, at, published, stored };
          log.applyRun({ ...run, error: '/srv/secret is full' });
          if (ended !== null) log.applyCollection(collectionOf(event.source, ended, at));
        }
        const collected = SOURCES.filter((_source, n) => setUp[n]);
        const gone = SOURCES.filter((_source, n) => hadFile[n] && !setUp[n]);
        const retired = new Map(gone.map((source) => [source, hoursAgo(age + 2)]));
        const rows = log.sources(NOW, { collected, retired, everyHours: everyHours ?? undefined });
        const known = {
          at: NOW.toISOString(),
          sources: [
            { source: 'lot', category: 'dealers' as const, collected: setUp[0] ?? false },
            { source: 'bazaar', category: 'marketplace' as const, collected: setUp[1] ?? false },
          ],
        };
        const registrations = [{ source: 'oregon', conditions: ['new'] }];
        const facts = { known, judged: rows, registrations, buyersTell: false };
        const registered = registeredSources(facts, NOW);
        const states = new Map(rows.map(({ source, state }) => [source, state]));

        const members = registered.flatMap(({ sources }) => sources);
        for (const { source, state } of members)
          expect(state).toBe(states.get(source) ?? 'never_run');
        expect(members.map(({ source }) => source)).toEqual(
          expect.arrayContaining(rows.map(({ source }) => source)),
        );
        expect(JSON.stringify(registered)).not.toContain('secret');
        const { wrong } = judgeIncidents({
          now: NOW,
          sources: rows,
          consumers: [],
          lastCompute: null,
        });
        const alerted = (kind: string) =>
          wrong.filter((one) => one.kind === kind).map(({ subject }) => subject);
        const inState = (...wanted: string[]) =>
          rows.filter(({ state }) => wanted.includes(state)).map(({ source }) => source);
        expect(inState('failing')).toEqual(expect.arrayContaining(alerted('source_failing')));
        expect(alerted('source_stale')).toEqual(expect.arrayContaining(inState('stale')));
        expect(inState('stale', 'failing')).toEqual(
          expect.arrayContaining(alerted('source_stale')),
        );
      },
    ),
  );
});

const collectionOf = (
  source: string,
  state: 'failed' | 'blocked' | 'cancelled',
  at: string,
): IngestCollection => ({
  runId: `scan@${at}`,
  kind: 'scan',
  askedBy: 'staff',
  state: 'ended',
  at,
  startedAt: at,
  sources: [
    {
      source,
      sample: false,
      state,
      processed: 0,
      newListings: 0,
      detail: '/srv/secret',
      ...(state === 'cancelled' ? { runId: `${source}-a` } : {}),
    },
  ],
});
