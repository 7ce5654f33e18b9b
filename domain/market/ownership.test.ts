import { expect, it } from 'vitest';
import type { ValuationModel } from '#schemas/valuation-model.ts';
import { ownershipCosts } from './ownership.ts';

/** A type that asks $30,000 at 3 years and loses a tenth a year; each model year starts 3% above the one before. */
const MODEL = {
  knots: [0, 30],
  types: [{ id: 'travel-trailer', units: 20 }],
  typeNodes: {
    usedUnits: Int32Array.of(20),
    curves: Float32Array.from([0, 30], (age) => Math.log(30_000) + (age - 3) * Math.log(0.9)),
  },
  // Up to December 2026.
  months: { first: 672, count: 12 },
  modelYears: { first: 2020, level: Float32Array.from([-0.18, -0.15, -0.12, -0.09, -0.06, -0.03, 0]), perYear: 0.03 },
} as unknown as ValuationModel; // prettier-ignore

it('says nothing of a type with too few used units to know how its value falls', () => {
  const few = { ...MODEL, typeNodes: { ...MODEL.typeNodes, usedUnits: Int32Array.of(19) } };
  expect(ownershipCosts(few)).toEqual([]);
});

it('values a used unit from what its own model year started at, not from this year’s', () => {
  const [trailers] = ownershipCosts(MODEL);
  const [depreciation] = trailers?.costs ?? [];
  // Of 3 years in mid-December 2026: made up for 2023.96, that is 0.0613 below 2026.
  expect(depreciation?.description).toContain('Travel Trailer of 3 years at $28,220');
  const lost = (28_220 * (1 - 0.9 ** 5)) / 5;
  expect(Math.abs((depreciation?.annualCost ?? 0) - lost)).toBeLessThanOrEqual(10);
});

it('says of every figure where it is from and as of when, or that it is an assumption', () => {
  const costs = Object.fromEntries(
    (ownershipCosts(MODEL)[0]?.costs ?? []).map(({ category, description }) => [
      category,
      description,
    ]),
  );
  expect(costs['Insurance']).toMatch(/^Source: premiums.*November 2026\.$/);
  expect(costs['Storage']).toContain('An assumption of November 2026');
  expect(costs['Maintenance']).toContain('An assumption of November 2026');
  expect(costs['Fuel']).toMatch(/4,500 miles a year.*\$3\.30 a gallon\. Source: Energy.*, 2024\.$/);
});
