import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ingestFunnel } from '#schemas/events/ingest-funnel.ts';
import { ingestRun, type IngestRun } from '#schemas/events/ingest-run.ts';
import { rawListing, type ListingFields, type RawListing } from '#schemas/events/raw-listing.ts';
import { redriveCommand, redriveRun } from '#schemas/events/redrive.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import { RunLog } from '#api/staff-health/run-log.ts';
import { judgeIncidents } from '#domain/health/incidents.ts';
import { systemClock } from '#platform/clock.ts';
import { LOADER_GROUP } from '#pipelines/load/load-listings.ts';
import { NORMALISER_VERSION } from '#pipelines/normalise/normalise.ts';
import { deadLetter as putAside } from '#pipelines/outcome.ts';
import { publishEvents, rawEvent } from '../support/listings.ts';
import { eventsOf, listingsLoaded } from '../support/loaded-log.ts';
import { useReadingAnew } from '../support/reading-anew.ts';
import { decide, replayed } from '../support/replays.ts';

const MISSPELT: ListingFields = { make: 'Blorptone', model: '24', year: '2021', price: '20000' };
const KNOWN: ListingFields = { make: 'Keystone', model: 'Montana', year: '2021', price: '20000' };
const BLORPTONE = { alias: 'Blorptone', makeId: 'keystone', lineId: '' };
/** Not read until it is mended. */
const ODD: ListingFields = { ...KNOWN, stockNumber: 'odd' };

describe('a run whose dead letters were read since', () => {
  let mended = false;
  const market = useReadingAnew(
    (then) => (raw, position) =>
      raw.fields.stockNumber === 'odd' && !mended
        ? putAside('no_year', 'odd')
        : then(raw, position),
  );

  beforeAll(async () => {
    await collect('misspelt', 8, () => MISSPELT);
    await collect('half', 12, (n) => (n % 2 === 0 ? MISSPELT : ODD));
    await collect('odd', 6, () => ODD);
  });

  let listings = 0;
  /** A file of a source, taken once, waited for until it is loaded. */
  async function collect(source: string, count: number, fieldsOf: (n: number) => ListingFields) {
    const runId = `run-of-${source}`;
    const events: RawListing[] = Array.from({ length: count }, (_, n) =>
      rawEvent(++listings, { runId, source, fields: fieldsOf(n) }),
    );
    const say = (state: IngestRun['state'], about: Partial<IngestRun> = {}) => {
      const at = systemClock().toISOString();
      const run: IngestRun = { runId, source, sample: false, state, at, coverage: 'full' };
      return market.log.publish(ingestRun, [encodeEvent(ingestRun, { ...run, ...about })]);
    };
    await say('started');
    await publishEvents(market.log, events);
    const ends = (await market.log.positions(rawListing, LOADER_GROUP)).map(
      ({ partition, end }) => ({
        partition,
        end,
      }),
    );
    await say('published', { read: count, published: count, ends });
    await vi.waitFor(async () => {
      const runs = await eventsOf(market.log, ingestRun);
      expect(runs.some((run) => run.runId === runId && run.state === 'loaded')).toBe(true);
    }, 20_000);
  }

  /** What staff are told of a source by a process that has read the log so far. */
  async function told(source: string) {
    const runs = new RunLog();
    for (const run of await eventsOf(market.log, ingestRun)) runs.applyRun(run);
    for (const funnel of await eventsOf(market.log, ingestFunnel)) runs.applyFunnel(funnel);
    const now = systemClock();
    const sources = runs.sources(now, { collected: [], everyHours: undefined });
    const row = sources.find((one) => one.source === source);
    const { wrong, isOver } = judgeIncidents({
      now,
      sources: row ? [row] : [],
      consumers: [],
      lastCompute: null,
    });
    return {
      state: row?.state,
      lastAt: row?.freshness.lastAt,
      run: row?.lastRun,
      funnel: row?.funnel,
      log: runs.story(`run-of-${source}`, now)?.log.map(({ state }) => state),
      alerts: wrong.map(({ kind }) => kind),
      isOver: isOver({ kind: 'source_failing', subject: source }),
    };
  }

  it('fails before, since nothing of it could be used', async () => {
    for (const source of ['misspelt', 'half', 'odd'])
      expect(await told(source)).toMatchObject({
        state: 'failing',
        lastAt: null,
        alerts: ['source_failing'],
        isOver: false,
      });
  });

  it('is judged by what was read anew of it, and its alert is over', async () => {
    await decide(market.log, { ...BLORPTONE, decision: 'accepted' });
    await replayed(market.log, NORMALISER_VERSION + 1);
    const misspelt = await told('misspelt');
    expect(misspelt).toMatchObject({
      state: 'healthy',
      run: { published: 8, stored: 8, dropped: 0, deadLettered: 0 },
      alerts: [],
      isOver: true,
    });
    expect(misspelt.lastAt).toBe(misspelt.run?.endedAt);
    expect(misspelt.funnel?.rejected).toEqual([]);
    expect(misspelt.funnel?.stages).toContainEqual({ stage: 'reread', unit: 'records', count: 8 });
    expect(misspelt.log).toEqual(['started', 'published', 'loaded', 'reread']);
    const half = await told('half');
    expect(half).toMatchObject({
      run: { stored: 6, deadLettered: 6 },
      alerts: [],
      isOver: true,
    });
    expect(half.funnel?.rejected).toMatchObject([{ reason: 'no_year', count: 6 }]);
    expect((await told('odd')).state).toBe('failing');
  });

  it('is judged by what was sent again of it, though that took two times', async () => {
    const redrive = async (redriveId: string): Promise<void> => {
      const at = systemClock().toISOString();
      const filter = { source: 'odd' };
      const command = { redriveId, askedBy: 'command', filter, dryRun: false, at } as const;
      await market.log.publish(redriveCommand, [encodeEvent(redriveCommand, command)]);
      await vi.waitFor(async () => {
        const runs = await eventsOf(market.log, redriveRun);
        expect(runs.findLast((run) => run.redriveId === redriveId)?.state).toBe('done');
      }, 20_000);
    };
    await redrive('too-early');
    expect(await told('odd')).toMatchObject({ state: 'failing', run: { stored: 0 } });
    mended = true;
    await redrive('mended');
    expect(await told('odd')).toMatchObject({
      state: 'healthy',
      run: { published: 6, stored: 6, deadLettered: 0 },
      isOver: true,
    });
  });

  it('fails again where what was accepted is refused, and says nothing twice', async () => {
    const before = (await eventsOf(market.log, ingestFunnel)).filter(
      ({ step }) => step === 'reread',
    );
    expect(before.map(({ runId }) => runId)).toEqual([
      'run-of-half',
      'run-of-misspelt',
      'run-of-odd',
    ]);
    await decide(market.log, { ...BLORPTONE, decision: 'refused' });
    await replayed(market.log, NORMALISER_VERSION + 2);
    await listingsLoaded(market.log);
    expect(await told('misspelt')).toMatchObject({
      state: 'failing',
      run: { stored: 0, deadLettered: 8 },
    });
  });
});
