import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '#domain/catalogue/catalogue.ts';
import { checkDigit } from '#domain/names/vin.ts';
import { createNameResolver } from '#domain/names/resolve.ts';
import { RV_TYPE_IDS, STATES } from '#schemas/vocabulary.ts';
import { typeShare } from './lines.ts';
import { setStage, simulateMarket, type MarketOptions, type SimulatedListing } from './market.ts';
import type { SimulatedRecord } from './record.ts';

const AS_OF = Date.UTC(2026, 10, 1);
const clean = { grossErrors: 0, dirt: 0 };

function market(options: Partial<MarketOptions> = {}): SimulatedListing[] {
  return [...simulateMarket({ listings: 3_000, months: 36, seed: 7, asOf: AS_OF, ...options })];
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function lineOf(listing: SimulatedListing): string {
  const record = listing.records[0];
  return `${record?.make} ${record?.model}`;
}

const priceOf = (record: SimulatedRecord | undefined): number => Number(record?.price);

describe('a simulated market', () => {
  it('is the same for the same arguments and another for another seed', () => {
    expect(JSON.stringify(market())).toBe(JSON.stringify(market()));
    expect(JSON.stringify(market({ seed: 8 }))).not.toBe(JSON.stringify(market()));
  });

  it('has the same first listings however many follow', () => {
    expect(market({ listings: 3_000 }).slice(0, 100)).toEqual(market({ listings: 100 }));
  });

  it('says nothing of the time after its end nor before its first month', () => {
    for (const { records } of market({ months: 12 })) {
      for (const record of records) {
        expect(record.observed_at >= '2025-11-01').toBe(true);
        expect(record.observed_at <= '2026-11-01T00:00:00.000Z').toBe(true);
      }
      expect(records.map((record) => record.observed_at)).toEqual(
        records.map((record) => record.observed_at).toSorted(),
      );
      const isRemoved = records.map((record) => record.removed_at !== undefined);
      expect(isRemoved.slice(0, -1).some(Boolean)).toBe(false);
    }
  });

  it('has a truth for each listing, at the date asked for', () => {
    const listings = market({ truthAt: Date.UTC(2026, 11, 1) });
    expect(new Set(listings.map(({ truth }) => truth.id)).size).toBe(listings.length);
    for (const { records, truth } of listings) {
      expect(records.every((record) => record.id === truth.id)).toBe(true);
      expect(truth.asOf).toBe('2026-12-01');
      expect(truth.value).toBeGreaterThan(0);
      expect(truth.retained10).toBeGreaterThan(0);
      expect(truth.retained10).toBeLessThan(1);
    }
  });

  it('asks prices around the truth: Student-t with 4 degrees and scale 0.11 in log, heavy tails and all', () => {
    // One month, so that the truth at its end is within a percent of the truth when the price was asked.
    const listings = market({
      listings: 20_000,
      months: 1,
      faults: clean,
      effects: { season: 0, cycle: 0 },
    });
    const residuals = listings.map(({ records, truth }) =>
      Math.log(priceOf(records[0]) / truth.value),
    );
    const middle = median(residuals);
    const spread = residuals.map((residual) => Math.abs(residual - middle));
    expect(Math.abs(middle)).toBeLessThan(0.013);
    // Median absolute deviation of t(4) is 0.741 scales; beyond 0.506 (4.6 scales) lies 1%.
    expect(median(spread)).toBeGreaterThan(0.075);
    expect(median(spread)).toBeLessThan(0.09);
    const far = spread.filter((distance) => distance > 0.506).length / spread.length;
    expect(far).toBeGreaterThan(0.005);
    expect(far).toBeLessThan(0.017);
  });

  it('has as many gross errors as asked for, and the same true market under them', () => {
    const right = market({ listings: 10_000, faults: clean });
    const wrong = market({ listings: 10_000, faults: { grossErrors: 0.05, dirt: 0 } });
    expect(wrong.map(({ truth }) => truth)).toEqual(right.map(({ truth }) => truth));
    const shown = wrong.flatMap(({ records }) => records.map(priceOf));
    const asked = right.flatMap(({ records }) => records.map(priceOf));
    const errors = shown.filter((price, index) => price !== asked[index]).length / shown.length;
    expect(errors).toBeGreaterThan(0.043);
    expect(errors).toBeLessThan(0.057);
  });

  it('hides prices without regard to what the unit is worth', () => {
    const listings = market({ listings: 30_000, faults: { grossErrors: 0, dirt: 1 } });
    const hides = ({ records }: SimulatedListing): boolean =>
      typeof records[0]?.price === 'string' || records[0]?.price === 0;
    const hidden = listings.filter(hides).map(({ truth }) => Math.log(truth.value));
    const shown = listings
      .filter((listing) => !hides(listing))
      .map(({ truth }) => Math.log(truth.value));
    expect(hidden.length / listings.length).toBeGreaterThan(0.015);
    expect(hidden.length / listings.length).toBeLessThan(0.035);
    expect(Math.abs(median(hidden) - median(shown))).toBeLessThan(0.12);
  });

  it('sells types in their known mix', () => {
    const listings = market({ listings: 20_000, faults: clean });
    const nameToId = new Map(
      setStage({ seed: 7 }).world.lines.map((line) => [`${line.make} ${line.name}`, line.type]),
    );
    const counts = Map.groupBy(listings, (listing) => nameToId.get(lineOf(listing)));
    const distances = RV_TYPE_IDS.map((type) =>
      Math.abs((counts.get(type)?.length ?? 0) / listings.length - typeShare(type)),
    );
    expect(Math.max(...distances)).toBeLessThan(0.015);
  });

  it('never raises the price of a listing, and cuts some by more than a percent', () => {
    const steps = market({ faults: clean }).flatMap(({ records }) =>
      records.slice(1).map((record, index) => priceOf(record) / priceOf(records[index])),
    );
    expect(Math.max(...steps)).toBeLessThanOrEqual(1);
    const cuts = steps.filter((step) => step < 0.99).length;
    expect(cuts / steps.length).toBeGreaterThan(0.1);
  });

  it('offers some units again with another dealer under another id', () => {
    const byVin = Map.groupBy(
      market({ listings: 10_000 }).flatMap(({ records }) => records.slice(0, 1)),
      (record) => record.vin ?? '',
    );
    byVin.delete('');
    const again = [...byVin.values()].filter((records) => records.length > 1);
    expect(again.length).toBeGreaterThan(50);
    for (const [first, second] of again) {
      expect(first?.id).not.toBe(second?.id);
      expect([first?.year, first?.length]).toEqual([second?.year, second?.length]);
    }
  });

  it('has 190 makes or all there are, 2,490 lines, three in ten with fewer than ten listings', () => {
    const { world } = setStage({ seed: 7 });
    expect(new Set(world.lines.map((line) => line.make)).size).toBe(
      Math.min(190, loadCatalogue().makes.length),
    );
    expect(world.lines.length).toBe(2_490);
    const counts = Map.groupBy(market({ listings: 67_510, faults: clean }), lineOf);
    const thick = [...counts.values()].filter((listings) => listings.length >= 10).length;
    expect(1 - thick / 2_490).toBeGreaterThan(0.27);
    expect(1 - thick / 2_490).toBeLessThan(0.33);
  });

  it('leads nowhere: reserved hosts, real places, VINs with a right check digit that no vehicle has', () => {
    const states = new Set(STATES.map((state) => state.code));
    for (const { records } of market()) {
      const record = records[0];
      expect(new URL(record?.url ?? '').hostname).toMatch(/\.example$/);
      expect(states.has(record?.state ?? '')).toBe(true);
      expect(record?.zip).toMatch(/^\d{5}$/);
      if (record?.vin === undefined) continue;
      expect(record.vin).toMatch(/^0SM[A-HJ-NPR-Z0-9]{14}$/);
      expect(record.vin[8]).toBe(checkDigit(record.vin));
    }
  });

  it('writes names that resolve to one line each, however they are spread over the fields', () => {
    const resolver = createNameResolver(loadCatalogue());
    const { lines } = setStage({ seed: 7 }).world;
    const split = lines.filter(({ make, name, floorplans }) => {
      const ids = floorplans.flatMap(({ code }) => [
        resolver.resolve({ make, model: name, floorplan: code }).lineId,
        resolver.resolve({ make: make.toUpperCase(), model: `${name} ${code}`.toUpperCase() })
          .lineId,
        resolver.resolve({ make, model: `${make} ${name} ${code}` }).lineId,
      ]);
      return new Set(ids).size > 1;
    });
    const ids = new Set(
      lines.map(({ make, name }) => resolver.resolve({ make, model: name }).lineId),
    );
    // A make that begins with a word such as "New" may be misread where it is written twice.
    expect(split.length / lines.length).toBeLessThan(0.015);
    expect(ids.size / lines.length).toBeGreaterThan(0.995);
  });

  it('holds its lines in memory, never its listings', () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const heap = (): number => {
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const listings = simulateMarket({ listings: 120_000, months: 36, seed: 7, asOf: AS_OF });
    const pass = (count: number): void => {
      for (let taken = 0; taken < count; taken += 1) listings.next();
    };
    pass(20_000);
    const early = heap();
    pass(100_000);
    // A hundred thousand kept listings would be some hundred megabytes.
    expect(heap() - early).toBeLessThan(8_000_000);
  });
});
