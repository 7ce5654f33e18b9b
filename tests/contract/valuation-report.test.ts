import { execFileSync, spawnSync } from 'node:child_process';
import request from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { route } from '#api/http/route.ts';
import { axisStep } from '#api/report/forecast-chart.ts';
import { valuationReport as drawReport } from '#api/report/valuation-report.ts';
import { analysisRoutes } from '#api/resources/analysis.ts';
import { reportRoutes } from '#api/resources/report.ts';
import type { SignedInRoute } from '#api/auth/signed-in-route.ts';
import { drawMarket } from '#pipelines/valuation/testing/market.ts';
import { plainNames } from '#pipelines/valuation/testing/names.ts';
import { snapshotOf } from '#pipelines/valuation/testing/snapshot.ts';
import {
  analysisRequest,
  comprehensiveAnalysis,
  type AnalysisDepth,
  type Valuation,
} from '#schemas/api/analysis.ts';
import { valuationReport } from '#schemas/api/report.ts';
import { shownDepth, shownValuation } from '#schemas/shown-values.ts';
import { requireOrSkip } from '../support/engines.ts';
import { serveSnapshot } from '../support/serve-snapshot.ts';
import { keptActivity } from '../support/activity.ts';

const snapshot = snapshotOf(drawMarket({ units: 2_500, seed: 3 }));
const RV = { make: 'make-0', model: 'line0 2600BH', year: 2021, mileage: 12_345, state: 'TX' };
const NOW = new Date('2026-11-21T12:00:00Z');
/** Everybody has paid. */
const paid = route as unknown as SignedInRoute;

const isMissing = spawnSync('pdftotext', ['-v']).error !== undefined;
requireOrSkip('pdftotext', isMissing ? "Debian's poppler-utils is not installed" : undefined);

const textOf = (pdf: Uint8Array): string =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' });
type Headers = Record<string, string>;
const usd = (amount: number): string => `$${amount.toLocaleString('en-US')}`;
const tenths = (percent: number | undefined): string => `${percent?.toFixed(1)}%`;

describe.skipIf(isMissing)('the report of a valuation', () => {
  let app: Awaited<ReturnType<typeof serveSnapshot>>;
  let valuation: Valuation & { depth: AnalysisDepth };
  let shown: Valuation;
  let headers: Headers;
  let pdf: Buffer;
  let text = '';
  beforeAll(async () => {
    app = await serveSnapshot(
      (market) => [
        ...reportRoutes(market, paid, () => NOW),
        ...analysisRoutes(market, route, keptActivity().activity, async () => true),
      ],
      snapshot,
      plainNames,
    );
    valuation = (await request(app).post(comprehensiveAnalysis.path).send(RV).expect(200))
      .body as typeof valuation;
    shown = shownValuation(valuation);
    const answer = await request(app).post(valuationReport.path).send(RV).expect(200);
    ({ headers, body: pdf } = answer as unknown as { headers: Headers; body: Buffer });
    text = textOf(pdf);
  });

  const draw = (change: Partial<typeof valuation>, sample = false) =>
    drawReport({
      request: analysisRequest.parse(RV),
      valuation: { ...valuation, ...change },
      sample,
      now: NOW,
    });

  it('is a file with the name of the RV', () => {
    expect(headers['content-type']).toBe('application/pdf');
    expect(headers['content-disposition']).toBe(
      'attachment; filename=rigworth-2021-make-0-line0-2600bh.pdf',
    );
  });

  it('is headed by a model nobody knows as it was typed, and by another as it was understood', async () => {
    const { resolved } = valuation;
    const headed = async (over: Partial<typeof resolved>, model: string) => {
      const asked = { ...analysisRequest.parse(RV), model };
      const of = { ...valuation, resolved: { ...resolved, make: 'Jayco', ...over } };
      return textOf(await drawReport({ request: asked, valuation: of, sample: false, now: NOW }));
    };
    const unknown = { line: 'Zzyzx', floorplan: '', lineStatus: 'unknown' as const };
    expect(await headed(unknown, 'Zzyzx 99')).toContain('2021 Jayco Zzyzx 99');
    expect(await headed(unknown, 'Jay-co  Zzyzx 99')).toContain('2021 Jayco Zzyzx 99');
    const known = { line: 'Eagle', floorplan: '317RLOK', lineStatus: 'known' as const };
    expect(await headed(known, 'the eagle')).toContain('2021 Jayco Eagle 317RLOK');
  });

  it('says the value as the analysis is shown, with its range, date and confidence', () => {
    expect(text).toContain(usd(shown.currentMarketValue));
    expect(text).not.toContain(usd(valuation.currentMarketValue));
    expect(text).toContain(`80% of similar RVs are listed`);
    expect(text).toContain(usd(shown.range.low));
    expect(text).toContain(`Confidence ${Math.round(valuation.confidence * 100)}%`);
    expect(text).toMatch(/as of \w{3} \d+, \d{4}/);
    expect(text).toContain('12,345 miles, TX');
    expect(text).not.toContain('Sample market');
  });

  it('claims no confidence that was not measured', async () => {
    expect(text).not.toContain('too few listings are here');
    const unmeasured = { ...valuation, confidenceMeasured: false };
    const asked = analysisRequest.parse(RV);
    const of = { request: asked, valuation: unmeasured, sample: false, now: NOW };
    expect(textOf(await drawReport(of)).replaceAll(/\s+/g, ' ')).toContain(
      'in markets like this one; too few listings are here to measure it.',
    );
  });

  it('has every year of the forecast, every comparable and every step', () => {
    const flat = text.replaceAll(/\s+/g, ' ');
    for (const [at, year] of shown.depreciationSchedule.entries()) {
      const { estimatedValue, low, high, depreciationAmount } = year;
      const dollars = `${usd(estimatedValue)} ${usd(low)} to ${usd(high)} ${usd(depreciationAmount)}`;
      const exact = valuation.depreciationSchedule[at];
      const percents = `${tenths(exact?.depreciationPercentage)} ${tenths(exact?.cumulativeDepreciation)}`;
      expect(flat).toContain(`${year.year} ${dollars} ${percents}`);
    }
    expect(valuation.comparables.length).toBeGreaterThan(0);
    for (const { price, adjustedPrice, condition } of shown.comparables) {
      expect(flat).toContain(` ${condition[0]?.toUpperCase()}${condition.slice(1)} `);
      expect(flat).toContain(usd(price));
      expect(flat).toContain(usd(adjustedPrice));
    }
    for (const { label } of valuation.explanation) expect(flat).toContain(label);
    expect(flat).toContain(`Value today ${usd(shown.currentMarketValue)}`);
    expect(flat).toMatch(/Page 1 of \d .*Page 2 of \d/);
  });

  it('compares a listing whose price is judged with the others, never with itself', async () => {
    const [own] = shown.comparables;
    if (own === undefined) throw new Error('no comparable');
    const asked = request(app).post(valuationReport.path);
    const { body } = await asked.send({ ...RV, listingId: own.listingId }).expect(200);
    const offer = textOf(body as Buffer);
    expect(text).toContain(usd(own.price));
    expect(offer).toContain('Comparable listings');
    expect(offer.replaceAll(/\s+/g, ' ')).toContain(', this offer among them.');
    expect(text).not.toContain('this offer');
    expect(offer).not.toContain(usd(own.price));
  });

  it('has what would change the value, and the value as each floorplan', () => {
    const { drivers, floorplans } = shownDepth(valuation.depth, valuation.range);
    const flat = text.replaceAll(/\s+/g, ' ');
    expect(drivers.length).toBeGreaterThan(0);
    for (const { label, amount } of drivers)
      expect(flat).toContain(`${label} ${amount > 0 ? '+' : '-'}${usd(Math.abs(amount))} `);
    expect(floorplans).toHaveLength(3);
    for (const { floorplan, units, value, low, high } of floorplans) {
      const own = floorplan === valuation.resolved.floorplan ? ' (this one)' : '';
      expect(flat).toContain(
        `${floorplan}${own} ${units} ${usd(value)} ${usd(low)} to ${usd(high)} `,
      );
    }
    expect(flat).toContain(`${valuation.resolved.floorplan} (this one)`);
  });

  it('says in each page over which a table goes what its columns are', async () => {
    const [first] = valuation.depth.floorplans;
    if (first === undefined) throw new Error('no floorplan');
    const floorplans = Array.from({ length: 50 }, (_, at) => ({ ...first, floorplan: `F${at}` }));
    const drawn = textOf(await draw({ depth: { drivers: [], floorplans } }));
    const pages = drawn.split('\f').filter((page) => /^ *F\d+ /m.test(page));
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) expect(page).toMatch(/Floorplan +Listings +Value +Range/);
  });

  it.each(Array.from({ length: 13 }, (_, floorplans) => floorplans))(
    'leaves no short table broken over two pages, with %d floorplans',
    async (count) => {
      const { drivers, floorplans } = valuation.depth;
      const [first] = floorplans;
      if (first === undefined) throw new Error('no floorplan');
      const depth = {
        drivers,
        floorplans: Array.from({ length: count }, (_, at) => ({ ...first, floorplan: `F${at}` })),
      };
      const pages = textOf(await draw({ depth })).split('\f');
      const pageOf = (words: string) => pages.findIndex((page) => page.includes(words));
      const lasts = [
        ['How it was computed', 'Value today'],
        ['What would change it', 'In the West'],
        ['Comparable listings', usd(shown.comparables.at(-1)?.adjustedPrice ?? 0)],
        ...(count === 0 ? [] : [['As each floorplan', `F${count - 1} `]]),
      ];
      for (const [title = '', last = ''] of lasts) {
        expect(pageOf(title)).toBeGreaterThan(-1);
        expect(pages[pageOf(title)]?.split(title)[1]).toContain(last);
      }
      // As on the screen.
      expect(pageOf('How it was computed')).toBeLessThanOrEqual(pageOf('What would change it'));
    },
  );

  it('stands without what would change it, and without floorplans', async () => {
    const plain = textOf(await draw({ depth: { drivers: [], floorplans: [] } }));
    expect(plain).not.toContain('What would change it');
    expect(plain).not.toContain('As each floorplan');
  });

  it('draws its chart as vectors: there is no picture in it', () => {
    expect(pdf.includes('/Subtype /Image')).toBe(false);
  });

  it('is the same file for the same valuation and instant', async () => {
    expect(Buffer.compare(await draw({}), await draw({}))).toBe(0);
  });

  it('says of the sample market that it is one', async () => {
    expect(textOf(await draw({}, true))).toContain('Sample market');
  });

  it('stands without comparables, and without a sticker price', async () => {
    const plain = textOf(await draw({ comparables: [], originalMSRP: null }));
    expect(plain).toContain('No single listing is close enough');
    expect(plain).not.toContain('Original sticker price');
  });

  it('says where the model is not known', async () => {
    const resolved = { ...valuation.resolved, lineStatus: 'unknown' as const };
    const flat = textOf(await draw({ resolved })).replaceAll(/\s+/g, ' ');
    expect(flat).toContain('The model is not known to us');
  });

  it('shows hostile text as text, and leads to web pages alone', async () => {
    const [first] = valuation.comparables;
    if (first === undefined) throw new Error('no comparable');
    const hostile = { ...first, model: '\u202E雷鳥\u0007) Tj /URI (x', url: 'javascript:alert(1)' };
    const good = { ...first, url: 'https://dealer.example/1' };
    const drawn = await draw({ comparables: [hostile, good] });
    // A sign that is not in the fonts shows that it is missing; one that shows nothing does not.
    expect(textOf(drawn)).toMatch(/(?<!\?)\?\?\) /);
    expect(textOf(drawn)).toContain('Tj /URI (x');
    expect(drawn.includes('javascript')).toBe(false);
    expect(drawn.includes('https://dealer.example/1')).toBe(true);
  });

  it('cuts what has no end, however it is written', async () => {
    const [first] = valuation.comparables;
    if (first === undefined) throw new Error('no comparable');
    const pages = async (model: string): Promise<number> => {
      const drawn = await draw({
        comparables: [{ ...first, model }, first],
        depth: { drivers: [], floorplans: [] },
      });
      const flat = textOf(drawn).replaceAll(/\s+/g, ' ');
      expect(flat).toContain(usd(first.price));
      return Number(flat.match(/Page 1 of (\d+)/)?.[1]);
    };
    const usual = await pages('Eagle');
    expect(await pages('W'.repeat(20_000))).toBe(usual);
    expect(await pages('long '.repeat(4_000))).toBe(usual);
  });

  it('refuses an RV that cannot be valued as the analysis does', async () => {
    const { body } = await request(app)
      .post(valuationReport.path)
      .send({ ...RV, year: 1889 })
      .expect(422);
    expect(body.message).toBe(`Year must be from 1990 to ${new Date().getUTCFullYear() + 1}`);
  });
});

describe('the axis', () => {
  it.each([
    [1, 0.5],
    [39_000, 10_000],
    [41_000, 20_000],
    [480_000, 200_000],
  ])('to %d goes by %d', (max, step) => expect(axisStep(max)).toBe(step));
});
