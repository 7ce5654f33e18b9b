import * as fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sighting } from '#schemas/facts.ts';
import { insertSightings } from '#warehouse/queries/facts.ts';
import { marketCounts, marketLines } from '#warehouse/queries/market-facts.ts';
import { MARKET_TABLES, type MarketTables } from '#warehouse/queries/market-tables.ts';
import { openMarket, seen } from '../support/market.ts';

const market = await openMarket();
const { warehouse, empty, rebuild, rows, titles } = market;
beforeEach(market.empty);
afterAll(market.close);

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
    expect(await titles()).toHaveLength(2);
    expect(await titles()).toContain('B');
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

const inUse = Object.fromEntries(MARKET_TABLES.map((name) => [name, name])) as MarketTables;

describe('what a make and its lines are counted by', () => {
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

describe('a line that is written in several ways', () => {
  it('has the name of most of its units, of as many the first, in whatever order they came', async () => {
    const unit = (id: string, line_name: string) =>
      seen(id, 10, { make_id: 'jayco', line_id: 'jayco/sporttrek', line_name });
    const nameOf = async (...names: string[]) => {
      await empty();
      for (const [at, name] of names.entries())
        await insertSightings(warehouse, [unit(`U${at}`, name)]);
      await rebuild();
      return (await marketLines(warehouse, inUse)).map(({ name }) => name);
    };
    expect(await nameOf('Sport Trek', 'SportTrek')).toEqual(['Sport Trek']);
    expect(await nameOf('SportTrek', 'Sport Trek')).toEqual(['Sport Trek']);
    expect(await nameOf('Sport Trek', 'SportTrek', 'SportTrek')).toEqual(['SportTrek']);
  });
});
