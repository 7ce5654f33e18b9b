import { afterEach, expect, it } from 'vitest';
import { funnelOf } from '#domain/health/summarise-run.ts';
import type { CrawlOptions } from '#ingest/scraper/crawl.ts';
import { ingestFunnel, NOT_ASKED_BY } from '#schemas/events/ingest-funnel.ts';
import { ingestRun } from '#schemas/events/ingest-run.ts';
import { dealerServer } from '../support/sites/crawled-dealer.ts';
import { lotOf, type DealerOptions } from '../support/sites/dealer.ts';
import type { Served } from '../support/sites/serve.ts';
import { redirectTo } from '../support/sites/traps.ts';

/** What is told of the pages of a crawl adds up, however it ended. */

const undone: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const undo of undone.splice(0).toReversed()) await undo();
});

const dealer = dealerServer(undone);
type Dealer = Awaited<ReturnType<typeof dealer>>;

const NOT_ASKED = new Set<string>([...NOT_ASKED_BY, 'not_asked_for']);

/** What the funnel of the last run says of its pages, beside those that the server saw asked for since. */
async function pagesOf({ folder, served }: Dealer, from = 0) {
  const states = await folder.events(ingestRun);
  const crawled = (await folder.events(ingestFunnel)).at(-1);
  const last = states.filter(({ runId }) => runId === crawled?.runId);
  const { stages, rejected } = funnelOf({
    states: last,
    crawled,
    compared: undefined,
    alive: undefined,
    cancelled: [],
  });
  const count = (name: string) => stages.find(({ stage }) => stage === name)?.count ?? 0;
  const seen = new Set(served.seen.slice(from).map(({ path }) => path.replace(/\?utm.*/, '')));
  seen.delete('/robots.txt');
  const unasked = rejected.filter(({ reason }) => NOT_ASKED.has(reason));
  return {
    discovered: count('discovered'),
    allowed: count('allowed'),
    asked: seen.size,
    unasked: unasked.reduce((sum, one) => sum + one.count, 0),
    reasons: rejected.map(({ reason }) => reason),
  };
}

const tracked = '/rv/L1003?utm_source=own';
const trackedTraps = { '/rv/L1003': redirectTo(tracked), [tracked]: { body: '<p>Nothing here' } };
const challenge: Served = { status: 403, headers: { 'cf-mitigated': 'challenge' } };
const later: Served = { status: 503, headers: { 'retry-after': '7200' } };
const busy: Served = { status: 503 };

const cases: [string, { options?: DealerOptions; crawl?: CrawlOptions; file?: string; reasons?: string[] }][] = [
  ['saw everything', {}],
  ['was blocked', { options: { traps: { '/rv/L1003': challenge } }, reasons: ['not_asked_for'] }],
  ['was blocked by the robots.txt', { options: { traps: { '/robots.txt': challenge } } }],
  ['was a trial', { crawl: { limit: 4 }, reasons: ['not_asked_for'] }],
  ['asked for as many pages as it may', { file: 'mostPages: 6', reasons: ['not_asked_for'] }],
  ['was sent away', { options: { traps: { '/rv/L1003': later } }, reasons: ['put_off'] }],
  ['was refused for long', { options: { traps: { '/inventory': busy } }, reasons: ['http_503'] }],
  ['saw a page by another address', { options: { traps: trackedTraps } }],
  ['may ask for nothing', { options: { traps: { '/robots.txt': { status: 500 } } }, reasons: ['robots_unreachable'] }],
]; // prettier-ignore
it.each(cases)('of a crawl that %s', async (_, { options, crawl, file, reasons = [] }) => {
  const site = await dealer({ units: lotOf(14) }, options, file);
  await site.crawl(crawl);
  const pages = await pagesOf(site);
  expect(pages.discovered).toBe(pages.allowed + pages.unasked);
  expect(pages.allowed).toBe(pages.asked);
  expect(pages.reasons).toEqual(expect.arrayContaining(reasons));
});

it('of a scan, and of one that staff gave up and that goes on', async () => {
  const site = await dealer({ units: lotOf(14) });
  await site.crawl();
  site.time.pass(3_600_000);
  let from = site.served.seen.length;
  const cut = new AbortController();
  let left = 3;
  const wants = {
    scope: 'one',
    any: () => {
      left -= 1;
      if (left === 0) cut.abort(new Error('given up'));
      return left % 2 === 0;
    },
  };
  await expect(site.crawl({ wants, signal: cut.signal })).rejects.toThrow('given up');
  const givenUp = await pagesOf(site, from);
  expect(givenUp.reasons).toContain('not_asked_for');
  expect(givenUp.discovered).toBe(givenUp.allowed + givenUp.unasked);
  await site.crawl({ wants });
  const ended = await pagesOf(site, from);
  expect(ended.reasons).toContain('left_out');
  expect(ended.reasons).not.toContain('not_asked_for');
  expect(ended.discovered).toBe(ended.allowed + ended.unasked);
  expect(ended.allowed).toBe(ended.asked);
  // What has not changed since was asked for as well.
  site.time.pass(24 * 3_600_000);
  from = site.served.seen.length;
  await site.crawl();
  const again = await pagesOf(site, from);
  expect(again).toMatchObject({ unasked: 1, allowed: again.asked, discovered: again.asked + 1 });
});

it('of each run that sees a page, and goes on with what the one before had left', async () => {
  const site = await dealer({ units: lotOf(2) }, { crawlDelay: 7_200 });
  for (let run = 0; run < 6; run += 1) {
    const from = site.served.seen.length;
    await site.crawl();
    const pages = await pagesOf(site, from);
    expect(pages.discovered).toBe(pages.allowed + pages.unasked);
    expect(pages.allowed).toBe(pages.asked);
    site.time.pass(12 * 3_600_000);
  }
});
