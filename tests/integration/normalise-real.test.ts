import { readFileSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadCatalogue } from '#domain/catalogue/catalogue.ts';
import { createVinEvidence } from '#domain/catalogue/vin-evidence.ts';
import { createNameResolver } from '#domain/names/resolve.ts';
import { loadMapping } from '#ingest/files/load-mapping.ts';
import { compileMapping } from '#ingest/files/map-record.ts';
import { loadPartners } from '#ingest/files/partners.ts';
import { readRecords } from '#ingest/files/read-records.ts';
import { createNormaliser } from '#pipelines/normalise/normalise.ts';
import { readCurrency, readSums } from '#pipelines/normalise/text/money.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import type { Sighting } from '#schemas/facts.ts';
import { sharedData } from '../support/shared-data.ts';

const real = sharedData('real');
const catalogue = loadCatalogue();
const normalise = createNormaliser({
  resolver: createNameResolver(catalogue),
  checkMaker: createVinEvidence(catalogue),
});

interface Result {
  sightings: Sighting[];
  refused: Record<string, number>;
  remarks: Record<string, number>;
}

/** Every event of the files, as the mapping publishes it, through the normaliser. */
async function normalised(source: string, pattern: string, observedAt?: string): Promise<Result> {
  const files = globSync(pattern, { cwd: real ?? '' })
    .map((file) => join(real ?? '', file))
    .toSorted();
  const mapping = await loadMapping(source);
  const partners = await loadPartners(mapping, files);
  const mapRecord = compileMapping(mapping);
  const context = {
    runId: 'counts',
    observedAt,
    sample: false,
    partnerOf: (key: string) => partners.get(key),
  };
  const result: Result = { sightings: [], refused: {}, remarks: {} };
  const count = (counts: Record<string, number>, key: string) => {
    counts[key] = (counts[key] ?? 0) + 1;
  };
  let offset = 0;
  for (const file of files)
    for await (const record of readRecords(file, mapping))
      for (const event of mapRecord(record, context)) {
        const raw = rawListing.schema.parse(event);
        const outcome = normalise(raw, { topic: rawListing.name, partition: 0, offset: offset++ });
        if (outcome.kind === 'ok') {
          result.sightings.push(outcome.value);
          for (const remark of outcome.value.remarks) count(result.remarks, remark);
        } else count(result.refused, outcome.reason);
      }
  return result;
}

const counted = (sightings: readonly Sighting[], is: (sighting: Sighting) => boolean): number =>
  sightings.filter(is).length;

// Counted independently of this code or by reading the rows; what a growing catalogue may change is bounded.
describe.skipIf(real === undefined)('real listings (skipped without the shared data)', () => {
  test('of bluecompass: all but a utility trailer, $0.00 hidden, no sticker price of a used unit', async () => {
    const { sightings, refused, remarks } = await normalised('bluecompass', 'bluecompass/*.csv');
    expect(refused).toEqual({ not_an_rv: 1 });
    expect(sightings.length).toBe(9_796);
    expect(counted(sightings, ({ price_state }) => price_state === 'hidden')).toBe(1_100);
    expect(counted(sightings, ({ condition }) => condition === 'used')).toBe(1_186);
    expect(counted(sightings, ({ msrp }) => msrp !== null)).toBe(7_514);
    expect(counted(sightings, ({ condition, msrp }) => condition !== 'new' && msrp !== null)).toBe(
      0,
    );
    expect(remarks['price:placeholder']).toBeUndefined();
    expect(shareOfUsedComplete(sightings)).toBeGreaterThan(0.98);
  });

  test('of matchrv: boats, cars and trailers dropped, 1000 and the model year are no prices', async () => {
    const { sightings, refused, remarks } = await normalised(
      'matchrv',
      'matchrv/listings.csv',
      '2026-07-27T00:00:00.000Z',
    );
    expect(refused).toEqual({
      not_an_rv: 118,
      no_year: 37,
      unknown_make: expect.toSatisfy((n: number) => n <= 5) as number,
    });
    expect(sightings.length + 118 + 37 + (refused['unknown_make'] ?? 0)).toBe(4_838);
    expect(counted(sightings, ({ type }) => type !== '') / sightings.length).toBeGreaterThan(0.99);
    // 21 of 1000, 13 of 2026, one of 55555
    expect(remarks['price:placeholder']).toBe(35);
    expect(counted(sightings, ({ state }) => state === '')).toBe(0);
    expect(shareOfUsedComplete(sightings)).toBeGreaterThan(0.89);
  });

  test("of the dealers' pages: challenge pages blocked, glued prices hidden, two vehicles told apart", async () => {
    const { sightings, refused, remarks } = await normalised(
      'matchrv-dealers',
      'matchrv/dealer-json/*.json',
    );
    expect(refused['blocked']).toBe(161);
    expect(Object.keys(refused).toSorted()).toEqual([
      'blocked',
      'no_vehicle',
      'no_year',
      'unknown_make',
    ]);
    // Some of these 27 records told of an earlier day too.
    expect(refused['unknown_make']).toBeLessThan(55);
    expect(remarks['fields:of_another_vehicle']).toBe(231);
    // Where the page has no other price, two of them told of their first day too.
    expect(remarks['price:glued']).toBe(22);
    expect(Math.max(...sightings.map(({ price }) => price ?? 0))).toBeLessThan(900_000);
    expect(counted(sightings, ({ vin }) => vin !== '' && vin.length !== 17)).toBe(0);
    expect(shareOfUsedComplete(sightings)).toBeGreaterThan(0.9);
  });

  test('of campingworld: motorhomes with price, place and year; $99,999 is one of the prices', async () => {
    const { sightings, refused, remarks } = await normalised('campingworld', 'campingworld/*.csv');
    expect(refused['no_vehicle']).toBe(4);
    expect(Object.keys(refused).toSorted()).toEqual(['no_vehicle', 'unknown_make']);
    expect(remarks['length:impossible']).toBe(6);
    expect(counted(sightings, ({ price }) => price === null)).toBe(0);
    expect(counted(sightings, ({ state }) => state === '')).toBe(0);
    expect(shareOfUsedComplete(sightings)).toBeGreaterThan(0.75);
  });

  test('of rvtrader: every unit of the search page and the one of the detail page', async () => {
    const { sightings } = await normalised(
      'rvtrader',
      'rvtrader/*.html',
      '2026-01-16T00:00:00.000Z',
    );
    expect(sightings.length).toBeGreaterThanOrEqual(36);
    expect(counted(sightings, ({ price_state }) => price_state !== 'listed')).toBe(0);
  });
});

/** Used units with price, year, make and type: what a valuation can learn from. */
function shareOfUsedComplete(sightings: readonly Sighting[]): number {
  const used = sightings.filter(({ condition }) => condition === 'used');
  const complete = counted(
    used,
    ({ price, make_id, type }) => price !== null && make_id !== '' && type !== '',
  );
  return complete / used.length;
}

interface PriceExample {
  price_raw: string;
  currency: string | null;
  currency_hint: string | null;
  amount: number | string | null;
}

const path = sharedData('fixtures/prices/examples.json');

describe.skipIf(path === undefined)('price strings of other shops (shared data)', () => {
  test('every dollar sum is read with its amount, and as US dollars only where it is', () => {
    const groups = JSON.parse(readFileSync(path ?? '', 'utf8')) as Record<string, PriceExample[]>;
    const dollars = Object.values(groups)
      .flat()
      .filter(({ currency }) => currency !== null && /\$|^USD$|^CAD$/.test(currency));
    expect(dollars.length).toBe(140);
    for (const example of dollars) {
      const [sum] = readSums(example.price_raw).filter(({ role }) => role !== 'saving');
      expect([example.price_raw, sum?.amount ?? null]).toEqual([
        example.price_raw,
        example.amount === null ? null : Number(example.amount) * Math.sign(sum?.amount || 1),
      ]);
      if (sum === undefined) continue;
      const isUs = ['$', 'US$', 'USD'].includes(example.currency ?? '');
      const currency = sum.currency || readCurrency(example.currency_hint ?? '');
      expect([example.price_raw, currency === 'foreign']).toEqual([example.price_raw, !isUs]);
    }
  });
});
