import request from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { route } from '#api/http/route.ts';
import type { MarketHolder } from '#api/market.ts';
import { analysisRoutes } from '#api/resources/analysis.ts';
import { drawMarket } from '#pipelines/valuation/testing/market.ts';
import { plainNames } from '#pipelines/valuation/testing/names.ts';
import { snapshotOf } from '#pipelines/valuation/testing/snapshot.ts';
import { buyingDecision, type BuyingDecision, type Valuation } from '#schemas/api/analysis.ts';
import { COMPARABLES_MAX } from '#schemas/constants.ts';
import type { PriceSeries } from '#schemas/market-facts.ts';
import { wave } from '#domain/market/testing/facts.ts';
import { BUYING_RECOMMENDATIONS } from '#schemas/vocabulary.ts';
import { serveSnapshot } from '../support/serve-snapshot.ts';
import { keptActivity } from '../support/activity.ts';

const snapshot = snapshotOf(drawMarket({ units: 2_500, seed: 3 }));
const RV = { make: 'make-0', model: 'line0 2600BH', year: 2021 };
type App = Awaited<ReturnType<typeof serveSnapshot>>;

/** As a guest has them: nothing is counted. */
const guestRoutes = (market: MarketHolder) =>
  analysisRoutes(market, route, keptActivity().activity);

describe('a buying decision', () => {
  let app: App;
  beforeAll(async () => {
    app = await serveSnapshot(guestRoutes, snapshot, plainNames);
  });

  const post = (body: object) => request(app).post(buyingDecision.path).send(body);
  const decide = async (askingPrice: unknown, more: object = {}): Promise<BuyingDecision> =>
    (await post({ ...RV, askingPrice, ...more }).expect(200)).body as BuyingDecision;

  it('rests on the very value that the analysis answers', async () => {
    const { body, headers } = await post({ ...RV, askingPrice: 30_000 }).expect(200);
    expect(buyingDecision.response.parse(body)).toEqual(body);
    expect(headers['x-market-data']).toBe('real');
    expect(body).not.toHaveProperty('sample');
    const analysis = await request(app).post('/api/algorithms/comprehensive-analysis').send(RV);
    const valuation = analysis.body as Valuation;
    expect(body.valuation).toEqual(valuation);
    expect(body.currentMarketValue).toBe(valuation.currentMarketValue);
    expect(body.depreciationForecast).toEqual(
      valuation.depreciationSchedule.map(({ depreciationPercentage }) => depreciationPercentage),
    );
    expect((body as BuyingDecision).reasons.at(-1)).toContain(
      `fall by ${(body as BuyingDecision).depreciationForecast[0]}%`,
    );
  });

  it('compares a listing with the others, never with itself', async () => {
    const { valuation: ofAny } = await decide(30_000);
    const { comparables } = ofAny;
    const [own] = comparables;
    const { valuation } = await decide(30_000, { listingId: own?.listingId });
    expect(ofAny.countsJudged).toBeUndefined();
    expect(valuation.countsJudged).toBe(true);
    expect(valuation.comparables).toHaveLength(COMPARABLES_MAX);
    expect(valuation.comparables.slice(0, -1)).toEqual(comparables.slice(1));
    expect(valuation.comparables.map(({ listingId }) => listingId)).not.toContain(own?.listingId);
  });

  it('abstains where only two others are near enough, the listing itself not counted', async () => {
    const { comparables, valuation } = snapshot;
    const at = valuation.lines.keys.indexOf('2:make-0/line0');
    const from = comparables.year.indexOf(RV.year, comparables.lineStart[at]);
    // Three listings of its year are all there is of the line.
    const lineStart = comparables.lineStart.with(at, from).with(at + 1, from + 3);
    const three = { ...snapshot, comparables: { ...comparables, lineStart } };
    const served = await serveSnapshot(guestRoutes, three, plainNames);
    const judge = async (more: object) => {
      const asked = request(served).post(buyingDecision.path);
      const { body } = await asked.send({ ...RV, askingPrice: 30_000, ...more }).expect(200);
      return body as BuyingDecision;
    };
    const ofAny = await judge({});
    expect(ofAny.abstained).toBe(false);
    const { listingId } = ofAny.valuation.comparables[0] ?? {};
    expect((await judge({ listingId })).abstained).toBe(true);
  });

  it('tells the season of the month in which one buys, however old the newest price is', async () => {
    const series = {
      ...(snapshot.market.index.series[0] as PriceSeries),
      season: wave(0.03, 3, 0.001),
    };
    const index = { ...snapshot.market.index, series: [series] };
    const market = { ...snapshot.market, index };
    const timingAt = async (createdAt: string) => {
      const served = await serveSnapshot(
        guestRoutes,
        { ...snapshot, market, createdAt },
        plainNames,
      );
      const asked = request(served)
        .post(buyingDecision.path)
        .send({ ...RV, askingPrice: 30_000 });
      return ((await asked.expect(200)).body as BuyingDecision).seasonalTiming;
    };
    expect(await timingAt('2026-10-20T00:00:00.000Z')).toBe('optimal');
    expect(await timingAt('2027-04-20T00:00:00.000Z')).toBe('poor');
  });

  it('goes from buying to avoiding as the price rises, and flips where it says', async () => {
    const { currentMarketValue, flipPrices } = await decide(1_000);
    const at = async (price: number | null) => (await decide(price)).overallRecommendation;
    const { buyNow, negotiate, wait } = flipPrices;
    expect([await at(buyNow), await at((buyNow ?? 0) + 1)]).toEqual(['buy_now', 'negotiate']);
    expect([await at(negotiate), await at((negotiate ?? 0) + 1)]).toEqual(['negotiate', 'wait']);
    expect([await at(wait), await at(wait + 1)]).toEqual(['wait', 'avoid']);
    let before = 0;
    for (let price = 100; price < 50 * currentMarketValue; price *= 1.4) {
      const rank = BUYING_RECOMMENDATIONS.indexOf(await at(price));
      expect(rank).toBeGreaterThanOrEqual(before);
      before = rank;
    }
  });

  it('takes a state or a ZIP code into the value, and names a place it does not know', async () => {
    const nowhere = await decide(30_000);
    const inTexas = await decide(30_000, { location: 'Texas' });
    expect(inTexas.state).toBe('TX');
    expect(inTexas.currentMarketValue).not.toBe(nowhere.currentMarketValue);
    expect(await decide(30_000, { location: '78701' })).toEqual(inTexas);
    const { body } = await post({ ...RV, askingPrice: 30_000, location: 'Atlantis' }).expect(422);
    expect(body).toMatchObject({
      code: 'unknown_location',
      message: expect.stringContaining('"Atlantis"') as string,
    });
  });

  it('takes condition and mileage as the analysis does', async () => {
    const used = await decide(30_000);
    const unused = await decide(30_000, { condition: 'new' });
    expect(unused.currentMarketValue).toBeGreaterThan(used.currentMarketValue);
    await post({ ...RV, askingPrice: 30_000, mileage: -1 }).expect(422);
  });

  it('judges no price of a line that nobody lists, and is less sure of it', async () => {
    const known = await decide(30_000);
    const unseen = await decide(30_000, { model: 'unseen' });
    expect(known.abstained).toBe(false);
    expect(unseen).toMatchObject({ abstained: true, overallRecommendation: 'wait' });
    expect(unseen.confidenceScore).toBeLessThan(known.confidenceScore);
  });

  it('says of an absurd price that it is one', async () => {
    expect((await decide(1)).priceCheck.outcome).toBe('far_below');
    expect(await decide('$9,999,999')).toMatchObject({
      overallRecommendation: 'avoid',
      priceCheck: { outcome: 'far_above' },
    });
  });

  it('refuses an unknown make as the analysis does, with suggestions', async () => {
    const { body } = await post({ ...RV, make: 'Nobody', askingPrice: 30_000 }).expect(422);
    const analysis = await request(app)
      .post('/api/algorithms/comprehensive-analysis')
      .send({ ...RV, make: 'Nobody' })
      .expect(422);
    expect(body).toEqual(analysis.body);
    expect(body).toMatchObject({ code: 'unknown_make', suggestions: ['make-0', 'make-1'] });
  });

  it.each([
    [{}, 'Asking price is required'],
    [{ askingPrice: 'much' }, 'Asking price must be a number'],
    [{ askingPrice: -5 }, 'Asking price must be above $0'],
  ])('names what is wrong with the price of %j', async (body, message) => {
    const answer = await post({ ...RV, ...body }).expect(422);
    expect(answer.body).toMatchObject({ code: 'invalid_request', message });
  });
});

it('a buying decision on the sample market says so', async () => {
  const app = await serveSnapshot(guestRoutes, { ...snapshot, kind: 'sample' }, plainNames);
  const { body, headers } = await request(app)
    .post(buyingDecision.path)
    .send({ ...RV, askingPrice: 30_000 })
    .expect(200);
  expect(headers['x-market-data']).toBe('sample');
  expect(body).toMatchObject({ sample: true });
});

it('there is no buying decision in an empty market, and it says why', async () => {
  const { body } = await request(await serveSnapshot(guestRoutes, snapshotOf([]), plainNames))
    .post(buyingDecision.path)
    .send({ ...RV, askingPrice: 30_000 })
    .expect(422);
  expect(body).toMatchObject({ code: 'no_market_data' });
});

it('what was decided on is told once, without the person', async () => {
  const kept = keptActivity();
  const app = await serveSnapshot(
    (market) => analysisRoutes(market, route, kept.activity),
    snapshot,
    plainNames,
  );
  for (const askingPrice of [30_000, 31_000])
    await request(app)
      .post(buyingDecision.path)
      .send({ ...RV, year: 2012, askingPrice, location: 'TX' })
      .expect(200);
  kept.time.isAway = true;
  await expect(kept.activity.publish()).rejects.toThrow('away');
  kept.time.isAway = false;
  await kept.activity.publish();
  await kept.activity.publish();
  expect(kept.told).toEqual([
    {
      topic: 'activity.analysis.v1',
      event: {
        id: expect.any(String) as string,
        at: '2026-11-20T12:00:00.000Z',
        sample: false,
        makeId: expect.any(String) as string,
        lineId: expect.any(String) as string,
        type: expect.any(String) as string,
        region: 'South',
        year: 2012,
        condition: 'used',
        value: expect.any(Number) as number,
      },
    },
  ]);
});
