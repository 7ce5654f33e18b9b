import { expect, it } from 'vitest';
import { AGE_KNOTS, curveAt, knotPosition } from '#domain/valuation/age.ts';
import type { ModelNodes } from '#schemas/valuation-model.ts';
import { composeModel } from './compose.ts';
import { buildDesign } from './design.ts';
import { fitPrices } from './fit.ts';
import { drawMarket } from './testing/market.ts';
import { tableOf } from './testing/snapshot.ts';
import type { UnitMonth } from './unit-table.ts';

const YEARS = 15;
const TREND = 0.03;

function modelOf(units: readonly UnitMonth[]) {
  const table = tableOf(units);
  const design = buildDesign(table);
  return composeModel(design, fitPrices(design), table).model;
}

/** Log price that a node loses in each year of age, from 0 on. */
function losses({ curves }: ModelNodes, node: number): number[] {
  const at = (age: number) =>
    curveAt(curves, node * AGE_KNOTS.length, knotPosition(AGE_KNOTS, age));
  return Array.from({ length: YEARS }, (_, year) => at(year) - at(year + 1));
}

/** Asked by two chains on a day each, 14 months apart; one asks more for new units, the other for used ones. */
function twoChains(): UnitMonth[] {
  const [drawn] = drawMarket({ units: 1, seed: 5 });
  if (drawn === undefined) throw new Error('no unit');
  return ['2025-05-28', '2026-07-27'].flatMap((date, chain) => {
    const day = Date.parse(date) / 86_400_000;
    const now = 1970 + day / 365.2425;
    return Array.from({ length: 900 }, (_, at): UnitMonth => {
      const condition = at % 2 === 0 ? 'new' : 'used';
      const newest = Math.floor(now) + 1;
      const year = condition === 'new' ? newest - ((at >> 1) % 4) : newest - 2 - ((at >> 1) % 9);
      const age = now - year;
      const ofCondition = condition === 'new' ? 0.12 - 0.06 * age - 0.15 * chain : 0;
      const log = 10.4 + TREND * (year - 2026) - 0.06 * age + ofCondition;
      const line = at % 15;
      return {
        ...drawn,
        unitId: `${date}-${at}`,
        type: 'travel-trailer',
        makeId: `make-${line % 5}`,
        lineId: `make-${line % 5}/line${line}`,
        floorplan: '',
        mileage: null,
        condition,
        year,
        price: Math.round(Math.exp(log + 0.1 * Math.sin(line) + 0.08 * Math.sin(7 * at))),
        day,
        dealer: date,
        source: date,
      };
    });
  });
}

it('loses in each of the first years about as much as in the next, whatever days of a year units are seen on', () => {
  const { typeNodes } = modelOf(twoChains());
  for (const loss of losses(typeNodes, 0).slice(0, 8)) {
    expect(loss).toBeGreaterThan(0.025);
    expect(loss).toBeLessThan(0.12);
  }
});

it('takes dealers who differ for no trend of sticker prices, which would make age take less', () => {
  const { first, level } = modelOf(twoChains()).modelYears;
  const rise = (level[2026 - first] ?? 0) - (level[2014 - first] ?? 0);
  expect(Math.abs(rise / 12 - TREND)).toBeLessThan(0.003);
});

it('loses in every year, of however few listings a line', () => {
  const { typeNodes, makes, lines } = modelOf(
    drawMarket({ units: 300, seed: 12, grossErrors: 0.2 }),
  );
  for (const level of [typeNodes, makes, lines])
    level.keys.forEach((key, node) => {
      const parent = typeNodes.keys.indexOf(key.slice(0, key.indexOf(':')));
      const ofType = level === typeNodes ? losses(typeNodes, node) : losses(typeNodes, parent);
      losses(level, node).forEach((loss, year) => {
        expect(loss).toBeGreaterThan(0.004);
        expect(loss).toBeGreaterThan(0.24 * (ofType[year] ?? 0));
      });
    });
});

it('is less sure of a name the more years ahead: how much a year of age takes is not known exactly', () => {
  const { typeNodes, makes, lines } = modelOf(drawMarket({ units: 1_000, seed: 13 }));
  for (const { slopeSd } of [typeNodes, makes, lines])
    for (const sd of slopeSd) expect(sd).toBeGreaterThan(0.01);
});
