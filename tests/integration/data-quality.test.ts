import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QualityOfMarket } from '#api/staff-data/quality.ts';
import { rawRegistration } from '#schemas/events/raw-registration.ts';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { migrate } from '#warehouse/migrate.ts';
import { insertSightings } from '#warehouse/queries/facts.ts';
import { insertTakes } from '#warehouse/queries/registrations.ts';
import { recordRun } from '#warehouse/queries/runs.ts';
import { sighting } from '../support/listings.ts';
import { rebuildMarket } from '../support/rebuild-market.ts';

describe('data quality', () => {
  let directory: string;
  let warehouse: Warehouse;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'rigworth-quality-'));
    warehouse = await openWarehouse({ directory });
    await migrate(warehouse);
  });
  afterAll(async () => {
    await warehouse.close();
    rmSync(directory, { recursive: true });
  });

  it('is of nothing where there is nothing', async () => {
    const quality = new QualityOfMarket(warehouse);
    expect(await quality.of({ id: 'empty', isSample: false })).toEqual({
      listings: 0,
      units: 0,
      sources: [],
      completeness: [],
      duplicates: { listings: 0, units: 0, acrossSources: 0, events: 0 },
      leftOut: [],
    });
  });

  it('says what listings say, which of them are twice, and what was left out; once for a snapshot', async () => {
    const vin = { vin: '1M8GDM9AXKP042788', vin_valid: true };
    await insertSightings(warehouse, [
      sighting({ source: 'one', source_id: '1', mileage: 12_000, ...vin }),
      sighting({ source: 'one', source_id: '2', remarks: ['mileage:impossible'] }),
      // Seen twice, remarked on twice: one listing.
      sighting({
        source: 'one',
        source_id: '2',
        observed_at: '2026-11-21 00:00:00.000',
        remarks: ['mileage:impossible', 'price:placeholder'],
        price: null,
        price_state: 'call',
      }),
      sighting({
        source: 'two',
        source_id: '1',
        type: '',
        ...vin,
        price: null,
        price_state: 'call',
      }),
      sighting({ source: 'two', source_id: '9', sample: true }),
    ]);
    const run = {
      runId: 'run-1',
      source: 'one',
      sample: false,
      state: 'loaded',
      at: '2026-11-21T06:00:00.000Z',
      coverage: 'partial',
      read: 9,
      published: 9,
      stored: 4,
      duplicates: 3,
      dropped: { not_an_rv: 2 },
      deadLettered: {},
    } as const;
    await recordRun(warehouse, run);
    // What was left out of files of registrations is no listing.
    const takes = rawRegistration.examples.filter(({ end }) => end !== undefined);
    await insertTakes(warehouse, takes);
    for (const { source, runId } of takes) await recordRun(warehouse, { ...run, runId, source });
    await rebuildMarket(warehouse, 'compute-1');
    const counts = new QualityOfMarket(warehouse);
    const quality = await counts.of({ id: 'one', isSample: false });
    expect(quality).toMatchObject({
      listings: 3,
      units: 2,
      sources: [
        { source: 'one', listings: 2 },
        { source: 'two', listings: 1 },
      ],
      duplicates: { listings: 2, units: 1, acrossSources: 1, events: 3 },
      leftOut: [
        { field: 'listing', reason: 'not_an_rv', count: 2, unit: 'records' },
        { field: 'listing', reason: 'no_price', count: 1, unit: 'listings' },
        { field: 'mileage', reason: 'impossible', count: 1, unit: 'listings' },
        { field: 'price', reason: 'placeholder', count: 1, unit: 'listings' },
      ],
    });
    const of = (field: string) => quality.completeness.find((one) => one.field === field);
    expect(of('year')).toMatchObject({ filled: 1 });
    expect(of('mileage')?.filled).toBeCloseTo(1 / 3);
    expect(of('vin')?.bySource).toEqual([
      { source: 'one', filled: 0.5 },
      { source: 'two', filled: 1 },
    ]);
    expect(quality.completeness.at(-1)?.filled).toBe(0);

    await insertSightings(warehouse, [sighting({ source: 'one', source_id: '3' })]);
    await rebuildMarket(warehouse, 'compute-2');
    expect(await counts.of({ id: 'one', isSample: false })).toBe(quality);
    expect(await counts.of({ id: 'two', isSample: false })).toMatchObject({ listings: 4 });
  });
});
