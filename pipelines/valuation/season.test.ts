import { expect, it } from 'vitest';
import { marketEffect } from '#domain/valuation/market-level.ts';
import { fitModel } from './fit-model.ts';
import { drawMarket, LAST_DAY } from './testing/market.ts';
import { tableOf } from './testing/snapshot.ts';

const MONTH_DAYS = 30.4369;

it('goes on with the season after the last month, and with no trend', () => {
  // Three years up to November, dearest in May by a tenth.
  const units = drawMarket({ units: 2_000, seed: 5 }).map((unit, at) => {
    const day = Math.round(LAST_DAY - ((at * 36) / 2_000) * MONTH_DAYS);
    const older = (LAST_DAY - day) / 365.2425;
    const season = 0.05 * Math.cos((2 * Math.PI * (day / MONTH_DAYS - 4)) / 12);
    const price = Math.round((unit.price ?? 0) * Math.exp(season));
    return { ...unit, day, year: unit.year - Math.round(older), price };
  });
  const model = fitModel(tableOf(units));
  const last = model.months.first + model.months.count - 1;
  const ahead = Array.from({ length: 24 }, (_, at) => marketEffect(model, 0, last + at + 1));
  expect(ahead[5]).toBeGreaterThan(0.05);
  expect(ahead[11]).toBeCloseTo(0, 6);
  expect(ahead.slice(12)).toEqual(ahead.slice(0, 12));
});
