import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sighting } from '#schemas/facts.ts';
import {
  buildMarket,
  dropMarket,
  swapMarket,
  trimTail,
  type BuiltMarket,
} from '#pipelines/units/build-market.ts';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { migrate } from '#warehouse/migrate.ts';
import { insertSightings } from '#warehouse/queries/facts.ts';
import { MARKET_TABLES, type MarketTables } from '#warehouse/queries/market-tables.ts';
import { FILL_LISTINGS } from '#warehouse/queries/build-market.ts';
import { recordRun } from '#warehouse/queries/runs.ts';
import { insertOutcomes } from '#warehouse/queries/facts.ts';
import { marketCounts, marketLines } from '#warehouse/queries/market-facts.ts';
import { searchListings, type SearchFilters } from '#warehouse/queries/search.ts';
import { extendTail } from '#warehouse/queries/search-tail.ts';
import { sighting } from '../support/listings.ts';
import { rebuildMarket } from '../support/rebuild-market.ts';

const directory = mkdtempSync(join(tmpdir(), 'rigworth-market-'));
let warehouse: Warehouse;
let runs = 0;
beforeAll(async () => {
  warehouse = await openWarehouse({ directory });
  await migrate(warehouse);
});
afterAll(async () => {
  await warehouse.close();
  rmSync(directory, { recursive: true });
});

async function empty(): Promise<void> {
  for (const table of [
    'sightings',
    'event_outcomes',
    'ingest_runs',
    'search_tail',
    'search_base',
    'units',
    'unit_listings',
    'listings',
  ])
    await warehouse.command(`TRUNCATE TABLE ${table}`);
}
beforeEach(empty);

const rebuild = () => rebuildMarket(warehouse, `run-${(runs += 1)}`);
const rows = <Row>(sql: string): Promise<Row[]> => warehouse.batch.rows<Row>(sql);
const search = (filters: Partial<SearchFilters> = {}) =>
  searchListings(warehouse, { limit: 100, offset: 0, ...filters });
const ids = async (filters: Partial<SearchFilters> = {}): Promise<string[]> =>
  (await search(filters)).rows.map((row) => row.title);

/** A sighting of listing `id`, titled by it, on the day of November 2026. */
const seen = (id: string, day: number, over: Partial<Sighting> = {}): Sighting =>
  sighting({
    source_id: id,
    title: id,
    observed_at: `2026-11-${String(day).padStart(2, '0')} 00:00:00.000`,
    ...over,
  });

describe('listings', () => {
  it('are what the latest sighting shows, whatever order they came in', async () => {
    await insertSightings(warehouse, [seen('A', 12, { price: 18_000 })]);
    await insertSightings(warehouse, [
      seen('A', 10, { price: 20_000 }),
      seen('A', 11, { price: 20_000 }),
    ]);
    await rebuild();
    expect(
      await rows('SELECT price, first_seen, last_seen, sightings, current FROM listings'),
    ).toEqual([
      {
        price: 18_000,
        first_seen: '2026-11-10 00:00:00.000',
        last_seen: '2026-11-12 00:00:00.000',
        sightings: 3,
        current: true,
      },
    ]);
    expect(await rows('SELECT at, price FROM price_history ORDER BY at')).toEqual([
      { at: '2026-11-10 00:00:00.000', price: 20_000 },
      { at: '2026-11-12 00:00:00.000', price: 18_000 },
    ]);
  });

  it('take a redelivered fact for one, and a better normaliser for the truth', async () => {
    const first = seen('A', 10, { price: 20_000 });
    await insertSightings(warehouse, [first]);
    await insertSightings(warehouse, [first, seen('B', 10)]);
    await insertSightings(warehouse, [{ ...first, price: 21_000, normaliser_version: 2 }]);
    await rebuild();
    expect(
      await rows(
        "SELECT price, sightings, length(prices) AS changes FROM listings WHERE title = 'A'",
      ),
    ).toEqual([{ price: 21_000, sightings: 1, changes: 1 }]);
  });

  it('are all there when a better normaliser replaces facts in the middle of a build', async () => {
    const facts = [seen('A', 10), seen('B', 10), seen('C', 10)];
    await insertSightings(warehouse, facts);
    const busy: Warehouse = {
      ...warehouse,
      command: async (sql, parameters) => {
        if (sql === FILL_LISTINGS) {
          const better = facts.slice(0, 2).map((fact) => ({ ...fact, normaliser_version: 2 }));
          await insertSightings(warehouse, better);
          await warehouse.command('OPTIMIZE TABLE sightings FINAL');
        }
        await warehouse.command(sql, parameters);
      },
    };
    expect(await rebuildMarket(busy, 'replaced')).toMatchObject({ listings: 3, currentUnits: 3 });
  });
});

describe('units', () => {
  const unitOf = async (): Promise<Map<string, string>> =>
    new Map(
      (
        await rows<{ title: string; unit_id: string }>(
          'SELECT title, unit_id FROM listings JOIN unit_listings USING listing_id',
        )
      ).map(({ title, unit_id }) => [title, unit_id]),
    );

  it('join listings of one valid VIN across sources and dealers', async () => {
    const vin = { vin: '1TEST00000000001', vin_valid: true };
    await insertSightings(warehouse, [
      seen('A', 10, { ...vin, source: 'one', dealer_key: 'one.example', price: 30_000 }),
      seen('B', 11, { ...vin, source: 'two', dealer_key: 'two.example', price: 29_000 }),
      seen('C', 11, { vin: '1TEST00000000001', vin_valid: false, dealer_key: 'three.example' }),
    ]);
    expect(await rebuild()).toEqual({ kind: 'real', listings: 3, units: 2, currentUnits: 2 });
    const units = await unitOf();
    expect(units.get('A')).toBe(units.get('B'));
    expect(units.get('C')).not.toBe(units.get('A'));
    const members = await rows<{ id: string }>(
      "SELECT min(listing_id) AS id FROM listings WHERE title IN ('A', 'B')",
    );
    expect(units.get('A')).toBe(members[0]?.id);
    // Shown once, as it was seen last.
    expect(await ids()).toHaveLength(2);
    expect(await ids()).toContain('B');
  });

  it('join dealer and stock number only where year and make agree', async () => {
    const stock = { stock_number: 'S1' };
    await insertSightings(warehouse, [
      seen('A', 10, { ...stock, source: 'one' }),
      seen('B', 10, { ...stock, source: 'two' }),
      seen('C', 10, { ...stock, source: 'three', year: 2020 }),
      seen('D', 10, { ...stock, source: 'four', make_id: 'other' }),
      seen('E', 10, { ...stock, source: 'five', dealer_key: 'other.example' }),
      seen('F', 10, { source: 'six' }),
      seen('G', 10, { source: 'seven' }),
    ]);
    await rebuild();
    const units = await unitOf();
    expect(units.get('A')).toBe(units.get('B'));
    expect(new Set(units.values()).size).toBe(6);
  });

  it('never join conflicting VINs over a stock number', async () => {
    const stock = { stock_number: 'S1' };
    await insertSightings(warehouse, [
      seen('A', 10, { ...stock, vin: 'V1', vin_valid: true }),
      seen('B', 10, { ...stock, vin: 'V2', vin_valid: true }),
      seen('C', 10, { ...stock }),
    ]);
    await rebuild();
    expect(new Set((await unitOf()).values()).size).toBe(3);
  });

  /** What is binding, written as its definition: a graph of pairs, coloured by walking it. */
  function unitsByDefinition(all: readonly Sighting[]): Map<string, string> {
    const stock = (s: Sighting): string =>
      s.stock_number && s.dealer_key && s.year && s.make_id
        ? JSON.stringify([s.dealer_key, s.stock_number, s.year, s.make_id])
        : '';
    const vin = (s: Sighting): string => (s.vin_valid ? s.vin : '');
    const same = (a: Sighting, b: Sighting): boolean => {
      if (vin(a) && vin(b)) return vin(a) === vin(b);
      if (!stock(a) || stock(a) !== stock(b)) return false;
      const vins = new Set(
        all
          .filter((s) => stock(s) === stock(a))
          .map(vin)
          .filter(Boolean),
      );
      return vins.size <= 1 || (!vin(a) && !vin(b));
    };
    const units = new Map<string, string>();
    for (const start of all) {
      if (units.has(start.title)) continue;
      const group = [start];
      for (const member of group)
        for (const other of all)
          if (!group.includes(other) && same(member, other)) group.push(other);
      const id = group.map((s) => s.listing_id).toSorted()[0] ?? '';
      for (const member of group) units.set(member.title, id);
    }
    return units;
  }

  it('are what the definition says, in any order of arrival', async () => {
    const listing = fc.record({
      vin: fc.constantFrom('', 'V1', 'V2', 'V3'),
      valid: fc.boolean(),
      stock: fc.constantFrom('', 'S1', 'S2'),
      dealer: fc.constantFrom('', 'd1.example', 'd2.example'),
      year: fc.constantFrom(0, 2020, 2021),
      make: fc.constantFrom('', 'm1'),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(listing, { minLength: 1, maxLength: 14 }),
        fc.infiniteStream(fc.nat()),
        async (drawn, order) => {
          await empty();
          const sightings = drawn.map((l, n) =>
            seen(`L${n}`, 10, {
              vin: l.vin,
              vin_valid: l.valid && l.vin !== '',
              stock_number: l.stock,
              dealer_key: l.dealer,
              year: l.year,
              make_id: l.make,
            }),
          );
          const shuffled = sightings
            .map((s) => ({ s, key: order.next().value }))
            .toSorted((a, b) => a.key - b.key)
            .map(({ s }) => s);
          const cut = Math.floor(shuffled.length / 2);
          await insertSightings(warehouse, shuffled.slice(0, cut));
          await insertSightings(warehouse, shuffled.slice(cut));
          await rebuild();
          expect(await unitOf()).toEqual(unitsByDefinition(sightings));
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe('what is current', () => {
  const run = (runId: string, coverage: 'full' | 'partial') =>
    recordRun(warehouse, {
      runId,
      source: 'test-dealer',
      sample: false,
      state: 'loaded',
      at: '2026-11-21T06:00:00.000Z',
      coverage,
    });
  async function collect(
    runId: string,
    coverage: 'full' | 'partial',
    sightings: Sighting[],
    letters: { reason: string; source_id: string }[] = [],
  ): Promise<void> {
    const mine = sightings.map((s) => ({ ...s, run_id: runId }));
    await insertSightings(warehouse, mine);
    await insertOutcomes(
      warehouse,
      [...mine, ...letters].map((of, n) => ({
        event_id: 'event_id' in of ? of.event_id : `letter-${n}`,
        run_id: runId,
        source: 'test-dealer',
        topic: 'raw.listing.v1',
        log_partition: 0,
        log_offset: runs * 1000 + n,
        outcome: 'reason' in of ? 'dead_letter' : 'accepted',
        reason: 'reason' in of ? of.reason : '',
        source_id: 'reason' in of ? of.source_id : '',
        seen_at: '2026-11-12 00:00:00.000',
        recorded_at: '2026-11-21 06:00:00.000',
      })),
    );
    runs += 1;
    await run(runId, coverage);
  }

  it('ages out what a later full collection of the source did not see', async () => {
    await collect('r1', 'full', [seen('A', 10), seen('B', 10)]);
    await collect('r2', 'full', [seen('B', 12)]);
    await insertSightings(warehouse, [seen('X', 1, { source: 'elsewhere' })]);
    await rebuild();
    expect((await ids()).toSorted()).toEqual(['B', 'X']);
  });

  it('never ages out by a partial collection, or by the same file again', async () => {
    const both = [seen('A', 10), seen('B', 11)];
    await collect('r1', 'full', both);
    await collect('r2', 'partial', [seen('B', 12)]);
    await collect('r3', 'full', both);
    await rebuild();
    expect((await ids()).toSorted()).toEqual(['A', 'B']);
  });

  it.each([
    { reason: 'blocked', source_id: '' },
    { reason: 'blocked', source_id: 'B' },
    { reason: 'unreadable_record', source_id: '' },
    { reason: 'no_year', source_id: '' },
  ])('never ages out by a full collection with any listing hidden: %o', async (letter) => {
    await collect('r1', 'full', [seen('A', 10), seen('B', 10)]);
    await collect('r2', 'full', [seen('B', 12)], [letter]);
    await rebuild();
    expect((await ids()).toSorted()).toEqual(['A', 'B']);
  });

  it.each([
    { reason: 'no_vehicle', source_id: '' },
    { reason: 'unreadable_record', source_id: 'C' },
  ])('ages out by a full collection with no other listing hidden: %o', async (letter) => {
    await collect('r1', 'full', [seen('A', 10), seen('B', 10)]);
    await collect('r2', 'full', [seen('B', 12)], [letter]);
    await rebuild();
    expect(await ids()).toEqual(['B']);
  });

  it('never ages out by a collection that saw fewer than half of what is current', async () => {
    await collect('r1', 'full', [seen('A', 10), seen('B', 10), seen('C', 10)]);
    await rebuild();
    await collect('r2', 'full', [seen('B', 12)]);
    await rebuild();
    expect((await ids()).toSorted()).toEqual(['A', 'B', 'C']);
    await collect('r3', 'full', [seen('B', 13), seen('C', 13)]);
    await rebuild();
    expect((await ids()).toSorted()).toEqual(['B', 'C']);
  });

  it('leaves out what was removed, and takes back what was seen again', async () => {
    const removed = { removed_at: '2026-11-11 00:00:00.000' };
    await insertSightings(warehouse, [
      seen('A', 11, removed),
      seen('B', 11, removed),
      seen('B', 12),
    ]);
    await rebuild();
    expect(await ids()).toEqual(['B']);
  });

  it('is the sample until one real sighting exists', async () => {
    await insertSightings(warehouse, [seen('S', 10, { sample: true, source: 'simulator' })]);
    expect(await rebuild()).toMatchObject({ kind: 'sample', listings: 1 });
    expect(await rebuildMarket(warehouse, 'off', { sample: 'off' })).toMatchObject({
      kind: 'empty',
      listings: 0,
    });
    await insertSightings(warehouse, [seen('R', 10)]);
    expect(await rebuild()).toMatchObject({ kind: 'real', listings: 1 });
    expect(await ids()).toEqual(['R']);
  });
});

describe('search', () => {
  beforeEach(async () => {
    await insertSightings(warehouse, [
      seen('eagle 317', 10, {
        make_id: 'jayco',
        line_id: 'jayco/eagle',
        type: 'fifth-wheel',
        year: 2019,
        price: 30_000,
        zip: '83702',
        mileage: null,
      }),
      seen('eagle 28', 11, {
        make_id: 'jayco',
        line_id: 'jayco/eagle',
        type: 'travel-trailer',
        year: 2021,
        price: 40_000,
        city: 'Portland',
        state: 'OR',
      }),
      seen('solitude', 12, {
        make_id: 'grand-design',
        line_id: 'grand-design/solitude',
        type: 'fifth-wheel',
        year: 2023,
        price: 60_000,
        condition: 'new',
        city: 'Nowhere',
        state: 'ZZ',
      }),
      seen('no price', 13, {
        make_id: 'jayco',
        line_id: 'jayco/white-hawk',
        price: null,
        price_state: 'hidden',
        city: 'Nampa',
        zip: '83651',
        title: 'no price 100%_off',
      }),
    ]);
    await rebuild();
  });

  it('filters by each of its filters', async () => {
    expect(await ids({ types: ['fifth-wheel'] })).toEqual(['solitude', 'eagle 317']);
    expect(await ids({ makeIds: ['jayco'], lineIds: ['jayco/eagle'] })).toEqual([
      'eagle 28',
      'eagle 317',
    ]);
    expect(await ids({ conditions: ['new'] })).toEqual(['solitude']);
    expect(await ids({ priceMin: 30_001, priceMax: 60_000 })).toEqual(['solitude', 'eagle 28']);
    expect(
      await ids({ yearMin: 2020, yearMax: 2021, types: ['travel-trailer'], priceMin: 1 }),
    ).toEqual(['eagle 28']);
    expect(await ids({ keyword: 'Jayco EAGLE 31' })).toEqual(['eagle 317']);
  });

  it('takes wildcards of a keyword for themselves', async () => {
    expect(await ids({ keyword: '100%_o' })).toEqual(['no price 100%_off']);
    expect(await ids({ keyword: '%' })).toEqual(['no price 100%_off']);
    expect(await ids({ keyword: 'e_gle' })).toEqual([]);
    expect(await ids({ keyword: `\\' OR 1=1 --` })).toEqual([]);
  });

  it('finds within 100 miles of a ZIP, nearest first, and nothing for a ZIP that is none', async () => {
    const near = await search({ zip: '83702' });
    expect(near.rows.map((row) => row.title)).toEqual(['eagle 317', 'no price 100%_off']);
    expect(near.rows[0]?.distance).toBeLessThan(1);
    expect(near.rows[1]?.distance).toBeGreaterThan(10);
    expect(near.rows[1]?.distance).toBeLessThan(30);
    expect(await ids({ zip: '97201' })).toEqual(['eagle 28']);
    expect(await search({ zip: '00000' })).toEqual({ rows: [], total: 0 });
  });

  it('sorts, with the unknown last', async () => {
    expect(await ids({ sort: 'price-asc' })).toEqual([
      'eagle 317',
      'eagle 28',
      'solitude',
      'no price 100%_off',
    ]);
    expect(await ids({ sort: 'price-desc' })).toEqual([
      'solitude',
      'eagle 28',
      'eagle 317',
      'no price 100%_off',
    ]);
    expect((await ids({ sort: 'year-desc' }))[0]).toBe('solitude');
    expect((await ids())[0]).toBe('no price 100%_off');
  });

  it('pages without a repeat or a gap, and counts the whole', async () => {
    const pages = await Promise.all(
      [0, 1, 2, 3].map((offset) => search({ limit: 1, offset, sort: 'year-desc' })),
    );
    expect(new Set(pages.flatMap((page) => page.rows.map((row) => row.title))).size).toBe(4);
    expect(pages.map((page) => page.total)).toEqual([4, 4, 4, 4]);
    expect(pages[0]?.rows[0]?.price_state).toBe('listed');
  });

  it('shows what changed since the rebuild, and no older state', async () => {
    const update = (title: string, day: number, over: Partial<Sighting>): Sighting =>
      seen('eagle 317', day, { title, make_id: 'jayco', type: 'fifth-wheel', ...over });
    await extendTail(warehouse, [
      update('eagle 317 cut', 14, { price: 25_000 }),
      update('stale', 9, { price: 1 }),
      seen('brand new', 15, { make_id: 'jayco' }),
    ]);
    expect(await ids({ makeIds: ['jayco'], sort: 'price-asc' })).toEqual([
      'brand new',
      'eagle 317 cut',
      'eagle 28',
      'no price 100%_off',
    ]);
    expect((await search({ makeIds: ['jayco'] })).total).toBe(4);
    await extendTail(warehouse, [update('gone', 16, { removed_at: '2026-11-16 00:00:00.000' })]);
    expect((await ids({ makeIds: ['jayco'] })).includes('gone')).toBe(false);
    expect((await search({ makeIds: ['jayco'] })).total).toBe(3);
  });

  it('keeps in the tail only what came after the rebuild began', async () => {
    const later = seen('brand new', 15);
    await insertSightings(warehouse, [later]);
    await extendTail(warehouse, [later]);
    expect(await rows('SELECT count() AS n FROM search_tail')).toEqual([{ n: 1 }]);
    await rebuild();
    expect(await rows('SELECT count() AS n FROM search_tail')).toEqual([{ n: 0 }]);
    expect((await search()).total).toBe(5);
  });

  it('shows a market built beside, and lets go of the tail it holds, only when it is swapped in', async () => {
    const before = [seen('before', 15), seen('after', 15)];
    await insertSightings(warehouse, before);
    await extendTail(warehouse, before.slice(0, 1));
    const built = await buildMarket(warehouse, 'beside', { sample: 'auto' });
    await extendTail(warehouse, [seen('after', 16)]);
    await warehouse.command("DELETE FROM sightings WHERE title != 'before'");
    const smaller = await buildMarket(warehouse, 'kept back', { sample: 'auto' });
    await dropMarket(warehouse, smaller.tables);
    expect((await search()).total).toBe(6);
    expect(await rows('SELECT count() AS n FROM search_tail')).toEqual([{ n: 2 }]);

    await swapMarket(warehouse, built);
    await trimTail(warehouse, built);
    expect((await search()).total).toBe(6);
    expect(await rows('SELECT count() AS n FROM search_tail')).toEqual([{ n: 1 }]);
    await dropMarket(warehouse, built.tables);
  });

  it('lets go of what entered the tail of the sample while the real market was built', async () => {
    await empty();
    const sample = [1, 2].map((n) => seen(`S${n}`, n, { sample: true, source: 'simulator' }));
    await insertSightings(warehouse, sample);
    await rebuild();
    await insertSightings(warehouse, [seen('R', 10)]);
    const real = await buildMarket(warehouse, 'real', { sample: 'auto' });
    await extendTail(warehouse, [seen('S3', 3, { sample: true, source: 'simulator' })]);
    expect((await search()).total).toBe(3);
    await swapMarket(warehouse, real);
    await trimTail(warehouse, real);
    await dropMarket(warehouse, real.tables);
    expect(await ids()).toEqual(['R']);
  });

  const load = async (...sightings: Sighting[]): Promise<void> => {
    await insertSightings(warehouse, sightings);
    await extendTail(warehouse, sightings);
  };
  const swapIn = async (built: BuiltMarket): Promise<void> => {
    await swapMarket(warehouse, built);
    await trimTail(warehouse, built);
    await dropMarket(warehouse, built.tables);
  };

  it.each([
    ['changed', 'newer', {}],
    ['removed', undefined, { removed_at: '2026-11-20 00:00:00.000' }],
  ])('keeps a %s unit so when an older state comes late, during a build', async (...row) => {
    const [, shown, over] = row;
    await empty();
    await load(seen('A', 10));
    await rebuild();
    await load(seen('A', 20, { title: 'newer', ...over }));
    const built = await buildMarket(warehouse, 'late', { sample: 'auto' });
    await load(seen('A', 15, { title: 'older' }));
    expect(await ids()).toEqual(shown ? [shown] : []);
    await swapIn(built);
    expect(await ids()).toEqual(shown ? [shown] : []);
  });

  it('joins a new listing of a known VIN by the compute that began before it came', async () => {
    await empty();
    const vin = { vin: '1TEST00000000001', vin_valid: true };
    await load(seen('A', 10, { ...vin, source: 'one' }));
    await rebuild();
    const other = ['B', 'C'].map((id) => seen(id, 11, { ...vin, source: 'two' }));
    await insertSightings(warehouse, other);
    const built = await buildMarket(warehouse, 'joined', { sample: 'auto' });
    await extendTail(warehouse, other);
    await swapIn(built);
    expect((await search()).total).toBe(1);
  });
});

describe('what a make and its lines are counted by', () => {
  const inUse = Object.fromEntries(MARKET_TABLES.map((name) => [name, name])) as MarketTables;
  const unit = fc.record({
    make: fc.constantFrom('jayco', 'keystone'),
    line: fc.constantFrom('', 'eagle', 'eagle-ht', 'seneca'),
    floorplan: fc.constantFrom('', '28BH', '317RLOK'),
    gone: fc.boolean(),
  });

  it('is units still observed: those of the lines and those without a line make up the make', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(unit, { minLength: 1, maxLength: 30 }), async (units) => {
        await empty();
        await insertSightings(
          warehouse,
          units.map(({ make, line, floorplan, gone }, at) =>
            seen(`U${at}`, 10, {
              make_id: make,
              line_id: line === '' ? '' : `${make}/${line}`,
              line_name: line,
              floorplan: line === '' ? '' : floorplan,
              removed_at: gone ? '2026-11-12 00:00:00.000' : null,
            }),
          ),
        );
        await rebuild();
        const { byMake } = await marketCounts(warehouse, inUse);
        const lines = await marketLines(warehouse, inUse);
        const current = (make: string, line?: string) =>
          units.filter(
            (one) => one.make === make && !one.gone && (line === undefined || one.line === line),
          ).length;
        for (const make of ['jayco', 'keystone']) {
          const ofMake = byMake.find(({ key }) => key === make)?.units ?? 0;
          const ofLines = lines.filter(({ makeId }) => makeId === make);
          const sum = ofLines.reduce((all, line) => all + line.units, 0);
          expect(ofMake).toBe(current(make));
          expect(sum + current(make, '')).toBe(ofMake);
          for (const line of ofLines)
            expect(line.floorplans.reduce((all, [, n]) => all + n, 0)).toBeLessThanOrEqual(
              line.units,
            );
        }
        // A line that is no longer offered stays choosable.
        const seenLines = new Set(units.flatMap(({ make, line }) => line && `${make}/${line}`));
        seenLines.delete('');
        expect(new Set(lines.map(({ id }) => id))).toEqual(seenLines);
      }),
      { numRuns: 4, seed: 3 },
    );
  });
});
