import { assert, integer, nat, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bandName, measuredShare, metricsOf, type Scored } from './metrics.ts';

/** An estimate of so many dollars for an RV that is asked at $100,000. */
const estimate = (dollars: number, more: Partial<Scored['answer']> = {}): Scored => ({
  actual: Math.log(100_000),
  answer: { log: Math.log(dollars), ...more },
});

describe('metrics', () => {
  it('count errors as shares of the price', () => {
    const found = metricsOf(
      [104_000, 92_000, 100_500, 130_000, 85_000].map((own) => estimate(own)),
    );
    expect(found.n).toBe(5);
    expect(found.mdape).toBeCloseTo(0.08);
    expect(found.mape).toBeCloseTo((0.04 + 0.08 + 0.005 + 0.3 + 0.15) / 5);
    expect([found.within5, found.within10, found.within20]).toEqual([0.4, 0.6, 0.8]);
    expect(found.bias).toBeCloseTo(0.005);
  });

  it('count prices inside the range, and its width as a share of the estimate', () => {
    const range = { low: Math.log(90_000), high: Math.log(120_000) };
    const short = { low: Math.log(110_000), high: Math.log(130_000) };
    const found = metricsOf([estimate(100_000, range), estimate(120_000, short)]);
    expect(found.coverage).toBe(0.5);
    expect(found.width).toBeCloseTo((0.3 + 20 / 120) / 2);
  });

  it('hold stated probabilities against what came', () => {
    const found = metricsOf([
      estimate(100_000, { confidence: 0.8 }),
      estimate(110_000, { confidence: 0.8 }),
      estimate(70_000, { confidence: 0.4 }),
      estimate(150_000, { confidence: 0.4 }),
    ]).confidence;
    expect(found?.stated).toBeCloseTo(0.6);
    expect(found?.observed).toBe(0.5);
    expect(found?.brier).toBeCloseTo((0.04 + 0.04 + 0.16 + 0.16) / 4);
    expect(found?.logScore).toBeCloseTo(-(2 * Math.log(0.8) + 2 * Math.log(0.6)) / 4);
    expect(found?.brierOfShare).toBe(0.25);
    expect(found?.bins.map(({ stated, observed }) => [stated, observed])).toEqual([
      [0.4, 0],
      [0.4, 0],
      [0.8, 1],
      [0.8, 1],
    ]);
  });

  it('say nothing of ranges and probabilities that a method does not give', () => {
    const found = metricsOf([estimate(100_000)]);
    expect([found.coverage, found.width, found.confidence]).toEqual([null, null, null]);
    expect(metricsOf([]).mdape).toBeNull();
  });
});

it('names the band a number falls into', () => {
  expect([1, 2.5, 4, 90].map((x) => bandName([-2, 2, 4], x))).toEqual(['-2–2', '2–4', '4+', '4+']);
});

describe('a measured share', () => {
  it("has Wilson's interval at 99%", () => {
    const { low, high } = measuredShare(0.8, 100);
    expect(low).toBeCloseTo(0.67983, 5);
    expect(high).toBeCloseTo(0.88284, 5);
  });

  it('lies in its interval, which lies within 0 and 1 and narrows with n', () => {
    assert(
      property(integer({ min: 1, max: 5_000 }), nat(1_000), (n, hits) => {
        const share = Math.min(1, hits / 1_000);
        const one = measuredShare(share, n);
        const more = measuredShare(share, 2 * n);
        expect(one.low).toBeGreaterThanOrEqual(0);
        expect(one.high).toBeLessThanOrEqual(1);
        expect(one.low).toBeLessThanOrEqual(share);
        expect(one.high).toBeGreaterThanOrEqual(share);
        expect(more.high - more.low).toBeLessThan(one.high - one.low);
      }),
    );
  });
});
