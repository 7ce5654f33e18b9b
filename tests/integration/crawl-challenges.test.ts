import { afterEach, describe, expect, it } from 'vitest';
import { crawledSites, html, to, type Undo } from '../support/sites/crawled-site.ts';
import { dealerSite, lotOf } from '../support/sites/dealer.ts';
import type { Served } from '../support/sites/serve.ts';

/** Sites that stand in our way: nothing is tried against it, the crawl is blocked. */

const undone: Undo[] = [];
afterEach(async () => {
  for (const undo of undone.splice(0).toReversed()) await undo();
});
const { crawled, dealer } = crawledSites(undone);

describe('challenges', () => {
  const human = html('\ufeff<title>Human Verification</title><i>');
  const unit = '/rv/L1001';
  const unindexed = '<meta name="robots" content="noindex,nofollow">';
  const mark = (status: number, name: string) => ({ status, headers: { [name]: 'challenge' } });
  it.each<[string, string, Served]>([
    ['a list', '/inventory?page=2', human],
    ['a sitemap', '/sitemap.xml', human],
    ['its robots.txt', '/robots.txt', human],
    ['its robots.txt, by a header', '/robots.txt', mark(403, 'cf-mitigated')],
    ['an answer of 429', '/inventory', { ...human, status: 429 }],
    ['a listing', unit, human],
    ['a listing, by a frame', unit, html('<iframe id=f src="/_Incapsula_Resource?S"></iframe>')],
    ['a listing, by a script alone', unit, html(`${unindexed}<script src=/_Incapsula_Resource?S>`)],
    ['a listing, by other words', unit, html('<title>Client Challenge</title><p>Wait')],
    ['a listing, by a header', unit, mark(403, 'x-vercel-mitigated')],
    ['a refusal, by a header', unit, mark(429, 'x-kpsdk-ct')],
    ['a listing, at an address of their own', unit, to('/captcha?back=/rv')],
    ['a listing, at another host', unit, to('https://validate.perfdrive.com/?a')],
  ])('are known in place of %s', async (_name, path, answer) => {
    const { crawl, served } = await dealer(12, { [path]: answer });
    expect(await crawl()).toMatchObject({ state: 'blocked' });
    expect(served.seen.at(-1)?.path).toBe(path);
  });

  it('are no pages that show a listing, nor those of one that is gone, nor a plain refusal', async () => {
    const inner = dealerSite(() => lotOf(5), {
      traps: {
        '/rv/L1001': { status: 429, body: '<title>429 Too Many Requests</title>' },
        '/rv/L1002': { status: 404, ...html('<title>It is not here any more</title>') },
        '/rv/L1003': html(`<title>Our lot</title><p>${'There are other units. '.repeat(300)}`),
        // A layout that Keystone builds.
        '/rv/L1004': html('<title>2021 Keystone Fuzion 429</title> Call us.'),
      },
    });
    const script = '<script src="/_Incapsula_Resource?S"></script>';
    const { crawl } = await crawled((path, request) => {
      const answer = inner(path, request);
      if (typeof answer !== 'object' || answer.status === 429) return answer;
      return { ...answer, body: String(answer.body).replace('</title>', `</title>${script}`) };
    });
    expect(await crawl()).toMatchObject({
      state: 'partial',
      missed: { http_429: 1 },
      counts: { records: 3, parsed: 1, unreadable: 2, gone: 1 },
    });
  });
});

it('refusals in a row block over runs, too', async () => {
  const refusal: Served = { status: 403, body: '<title>Forbidden</title>' };
  const traps = Object.fromEntries(lotOf(3).map(({ stock }) => [`/rv/${stock}`, refusal]));
  const { crawl } = await dealer(3, { ...traps, '/inventory': refusal, '/sitemap.xml': refusal });
  expect(await crawl()).toMatchObject({ state: 'failed', missed: { http_403: 2 } });
  expect(await crawl()).toMatchObject({ state: 'failed', missed: { http_403: 2 } });
  expect(await crawl()).toMatchObject({ state: 'blocked' });
});

it('what a site says of itself stays one line, and the line says what to do', async () => {
  const title = 'Human verification\n\u001b[31mred\u202e';
  const { crawl } = await dealer(2, { '/rv/L1001': html(`<title>${title}</title>`) });
  const { blocked } = await crawl();
  expect(blocked).toMatch(/^a page titled "Human verification/);
  expect(blocked).not.toMatch(/[\p{Cc}\u202e]/u);
  await expect(crawl()).rejects.toThrow(/^blocked: .*--unblock$/);
});
