import request from 'supertest';
import { afterEach, expect, it } from 'vitest';
import type { z } from 'zod';
import { storyRoutes } from '#api/resources/stories.ts';
import { loadNames } from '#deploy/names.ts';
import { assembleSnapshot } from '#pipelines/compute/assemble.ts';
import { quickFitTable } from '#pipelines/market/testing/quick-fit.ts';
import { makeStories } from '#pipelines/stories/make-stories.ts';
import { buildMarket } from '#pipelines/units/build-market.ts';
import { readUnits } from '#pipelines/valuation/read-units.ts';
import type { marketStories } from '#schemas/api/market.ts';
import type { RvTypeId } from '#schemas/vocabulary.ts';
import { openMarket, type TestMarket } from '../support/market.ts';
import { cycleMonth, PLANTED_AS_OF, plantMarket, type Planted } from '../support/planted-market.ts';
import { serveSnapshot } from '../support/serve-snapshot.ts';

const UNITS = 12_000;
const YEAR_MS = 365 * 86_400_000;

let market: TestMarket;
afterEach(() => market.close());

/** The whole way: facts of a planted market → units → index and facts → stories → what is served. */
async function storiesOf(seed: number, planted?: Planted) {
  market = await openMarket();
  const { warehouse } = market;
  await plantMarket(warehouse, { units: UNITS, seed, ...(planted && { planted }) });
  const { tables, kind } = await buildMarket(warehouse, 'planted', { sample: 'off' });
  const fitted = quickFitTable(await readUnits(warehouse, tables));
  const createdAt = new Date(PLANTED_AS_OF);
  const head = { id: 'compute@planted', kind, createdAt, ends: [] };
  const snapshot = await assembleSnapshot(warehouse, tables, { ...head, ...fitted });
  const { catalogue } = loadNames();
  const makeName = (id: string) => catalogue.makeById(id)?.name ?? id;
  const { stories, record } = await makeStories({ makeName }, snapshot);
  const app = await serveSnapshot(storyRoutes, { ...snapshot, stories });
  const { body } = await request(app).get('/api/market-stories').expect(200);
  return { told: body as z.output<typeof marketStories.response>, record };
}

/** 1 in the given month of the year (0 is January), −1 half a year on. */
const peakIn = (month: number, at: number): number =>
  Math.cos((2 * Math.PI * (new Date(at).getUTCMonth() - month)) / 12);
const isRecent = (at: number): boolean => at > PLANTED_AS_OF - YEAR_MS;

const STEP = cycleMonth(2025, 5);
const RISE = cycleMonth(2023, 11);

const SEASON: Partial<Record<RvTypeId, number>> = { 'class-b': 0.1, 'class-c': 0.03 };

/** Effects of all categories. */
const PLANTED: Planted = {
  world: (world) => ({
    ...world,
    region: { ...world.region, West: 0.05 },
    types: world.types.map((type) => ({
      ...type,
      season: SEASON[type.type] ?? 0.045,
      seasonPeak: type.type === 'class-b' ? 10.5 / 12 : 4.5 / 12,
      cycle: type.cycle.map(
        (level, month) =>
          level +
          (type.type === 'class-c' && month >= STEP ? -0.12 : 0) +
          (type.type === 'fifth-wheel' ? (0.18 * Math.max(0, month - RISE)) / 36 : 0),
      ),
      lines: type.lines.map((line) =>
        type.type === 'travel-trailer'
          ? { ...line, curve: { ...line.curve, usedGap: line.curve.usedGap + 0.12 } }
          : line,
      ),
    })),
  }),
  course({ unit, dealer, firstSeen }, course, chance) {
    const { type } = unit.line;
    const isNew = unit.condition === 'new';
    if (dealer.region === 'South' && firstSeen > Date.UTC(2026, 1, 1) && chance < 0.45)
      return undefined;
    return {
      cutShare: type === 'class-a' ? 0.6 : course.cutShare,
      cut: type === 'toy-hauler' ? 0.12 : course.cut,
      days:
        course.days *
        (type === 'class-c' ? 0.4 : 1) *
        (type === 'fifth-wheel' && !isNew ? 2 : 1) *
        (dealer.region === 'Midwest' && isNew ? 2.5 : 1),
    };
  },
  wish: ({ at, makeId }) =>
    (0.6 + 0.4 * peakIn(3, at)) * (makeId === 'airstream' && isRecent(at) ? 1 : 0.5),
  paid: -0.07,
};

/** Where each must be found, and what must be said of it. */
const TOLD_AS: readonly (readonly [about: RegExp, said: RegExp])[] = [
  [/^region\/market\/West/, /(West.*more|West.*above|more.*West)/],
  // A price that stands for months shows a season somewhat late.
  [/^season\/price\/market/, /dearest in (May|June).*cheapest in (November|December)/],
  [/^season\/price\/class-b/, /Class B.*dearest in (November|December)/],
  [/^trend\/fifth-wheel/, /fifth wheels.*(rose|went up|more|dearer|up)/i],
  [/^step\/class-c/, /Class C.*(down|dropped|lower|less).*(May|June) 2025|(May|June) 2025.*Class C.*less/],
  [/^gap\/travel-trailer/, /travel trailers.*against/],
  [/^cuts\/class-a/, /Class A.*against/],
  [/^cut-depth\/toy-hauler/, /toy haulers.*12%.*against/],
  [/^days\/fifth-wheel\/used/, /fifth wheels.*longer/i],
  [/^days-in-region\/market\/Midwest\/new/, /Midwest.*longer|longer.*Midwest/],
  [/^supply-in-region\/market\/South/, /South.*fewer|South.*shrunk/],
  [/^interest\/airstream/, /Airstream.*against/],
  // They stand for a shorter time and are looked for as often.
  [/^appetite\/class-c/, /Class C.*against/],
  [/^season\/visits\/market/, /(busiest|peaks?) in (March|April|May)/],
  [/^paid\/market/, /paid.*less/],
]; // prettier-ignore

it('nine in ten of what is planted in a market is told of it, by its right name and direction', async () => {
  const { told, record } = await storiesOf(1, PLANTED);
  const missed = TOLD_AS.filter(
    ([about, said]) =>
      !told.some(({ id, title, summary }) => about.test(id) && said.test(`${title} ${summary}`)),
  );
  expect(missed.slice(Math.floor(TOLD_AS.length / 10))).toEqual([]);
  expect(record.refused).toEqual([]);
  expect(new Set(told.map(({ category }) => category)).size).toBe(5);
});

it('of a market without effects at most one in twenty candidates is told', async () => {
  const { told, record } = await storiesOf(2);
  expect(record.candidates).toBeGreaterThan(100);
  expect(told.length / record.candidates).toBeLessThanOrEqual(0.05);
});
