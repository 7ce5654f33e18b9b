import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ingestRun } from '#schemas/events/ingest-run.ts';
import { crawlFolder, stillClock } from '../support/sites/crawl.ts';
import { crawledSites, html, to, type Files, type Undo } from '../support/sites/crawled-site.ts';
import {
  dealerMapping,
  dealerSite,
  dealerSiteFile,
  isForbidden,
  lotOf,
} from '../support/sites/dealer.ts';
import { impoliteRequests, serveSite, type Served, type TestSite } from '../support/sites/serve.ts';

/** Sites that answer wrongly, by accident or on purpose, and what a run then says of itself. */

const undone: Undo[] = [];
afterEach(async () => {
  for (const undo of undone.splice(0).toReversed()) await undo();
});
const { crawled, dealer } = crawledSites(undone);

const twiceADay =
  ({ crawl, time }: Awaited<ReturnType<typeof dealer>>) =>
  () => {
    time.pass(12 * 3_600_000);
    return crawl();
  };

describe('a page that is hard to read', () => {
  it('keeps nobody from the others', async () => {
    const nodes = '{"@type":"Vehicle"},'.repeat(150_000);
    const { crawl } = await dealer(5, {
      '/rv/L1001': html(`<script type="application/ld+json">[${nodes}{}]</script>`),
      '/rv/L1002': html('<title>x</title>', { 'content-type': 'text/html; charset=iso-2022-kr' }),
      // Takes hours where all of it is held against the words of challenges.
      '/rv/L1003': html(`<title>${'error 403 '.repeat(500_000)}</title>`),
    });
    const { state, counts } = await crawl();
    expect(state).toMatch(/^(?:done|partial)$/);
    expect(counts['parsed']).toBeGreaterThanOrEqual(2);
  });
});

describe('a site that goes down', () => {
  const lost: Served = (response) => void response.destroy();
  const lot = lotOf(150);
  const goingDown = async (answer: Served) => {
    /** Whether a request is answered so, by how many units were asked for. */
    const down = { at: (_units: number): boolean => false };
    const inner = dealerSite(() => lot);
    let units = 0;
    const site: TestSite = (path, request) => {
      units += path.startsWith('/rv/') ? 1 : 0;
      return down.at(units) ? answer : inner(path, request);
    };
    return { ...(await crawled(site)), down };
  };

  it.each([
    ['that gives no answer', lost, 10],
    ['that fails', { status: 500 }, 100],
  ])('and %s is not asked for every page there is', async (_name, answer, most) => {
    const { crawl, served, down } = await goingDown(answer);
    expect(await crawl()).toMatchObject({ state: 'done' });
    down.at = () => true;
    const before = served.seen.length;
    const { state, counts, missed, failed } = await crawl();
    expect(served.seen.length - before).toBe(most);
    expect({ state, missed: missed['host_down'], failed: counts['failed'] }).toEqual({
      state: 'failed',
      missed: 1,
      failed: most,
    });
    expect(failed).toContain('the site is down');
  });

  it('has been seen in part until then', async () => {
    const { crawl, down } = await goingDown(lost);
    down.at = (units) => units >= 20;
    const { state, counts, missed } = await crawl();
    expect({ state, parsed: counts['parsed'], missed }).toEqual({
      state: 'partial',
      parsed: 19,
      missed: { network: 10, host_down: 1 },
    });
  });

  it.each([{}, { limit: 30 }])(
    'has failed also where all of it leads elsewhere for long, by a run with %j',
    async (how) => {
      const away: Served = { status: 302, headers: { location: 'https://elsewhere.example/' } };
      const { crawl, time, down } = await goingDown(away);
      await crawl();
      down.at = () => true;
      for (let day = 0; day < 5; day += 1) {
        time.pass(24 * 3_600_000);
        expect(await crawl(how)).toMatchObject({ state: 'failed' });
      }
    },
  );

  it.each([
    ['by a run of few pages', { limit: 5 }],
    ['by a scan', { wants: { scope: 'all makes', any: () => true } }],
  ])('has failed %s, too', async (_name, how) => {
    const { crawl, down } = await goingDown(lost);
    await crawl();
    down.at = () => true;
    expect(await crawl(how)).toMatchObject({ state: 'failed' });
  });

  it('is asked on while an answer comes now and then', async () => {
    const { crawl, down } = await goingDown(lost);
    down.at = (units) => units % 10 !== 0;
    const { counts, missed } = await crawl();
    expect({ parsed: counts['parsed'], missed }).toEqual({ parsed: 15, missed: { network: 135 } });
  });
});

describe('a redirect written in plain letters', () => {
  it.each([
    ['UTF-8', 'utf8'],
    ['Latin-1', 'latin1'],
  ] as const)('as %s leads where it says', async (_name, encoding) => {
    const inner = dealerSite(() => lotOf(1));
    const { crawl, served } = await crawled((path, request) => {
      if (path !== '/rv/L1000') return inner(path, request);
      const location = Buffer.from('/inventory?a=Zoë', encoding).toString('latin1');
      return (response) => void response.writeHead(301, { location }).end();
    });
    await crawl();
    expect(served.seen.map(({ path }) => path)).toContain('/inventory?a=Zo%C3%AB');
  });
});

it('a page that is unchanged is seen again, also where its 304 says that it is packed', async () => {
  const units = lotOf(3);
  const inner = dealerSite(() => units);
  const { crawl } = await crawled((path, request) => {
    const answer = inner(path, request);
    return typeof answer === 'object' && answer.status === 304
      ? { ...answer, headers: { ...answer.headers, 'content-encoding': 'gzip' } }
      : answer;
  });
  await crawl();
  expect(await crawl()).toMatchObject({ state: 'done', counts: { unchanged: 3, records: 3 } });
});

describe('a site whose cards on lists tell all', () => {
  const cards: Files = {
    mapping: `
source: test-cards
format: html-elements
coverage: full
records: div.unit
id: ['@data-stock']
fields: { title: '@data-name', stockNumber: '@data-stock' }
observedAt: $option
`,
    site: (origin) => `
mapping: ./mapping.yaml
start: ['${origin}/lot']
listings: ['^/never']
pages: ['^/lot']
read: [pages]
`,
  };
  const list = (page: number): Served =>
    html(
      `<title>Lot</title><div class=unit data-stock=S${page} data-name="2020 Jayco ${page}">x</div>
      <a href="/lot?page=1">1</a> <a href="/lot/">all</a>
      ${page < 3 ? `<a href="?page=${page + 1}">next</a>` : ''}`,
    );

  it.each([
    ['is forbidden', { robots: '/*page=2' }, { robots_disallowed: 1 }],
    ['leads to one that was seen', { second: to('/lot') }, { redirected_away: 1 }],
    ['leads to a page of another kind', { second: to('/login') }, { redirected_away: 1 }],
    ['is not there', { second: { status: 404 } }, { http_404: 1 }],
    ['is an empty shell', { second: html('<div id=app>') }, { unreadable: 1 }],
  ] as [string, { robots?: string; second?: Served }, Record<string, number>][])(
    'is not seen whole where its second list %s',
    async (_name, { robots = '', second }, missed) => {
      let isWrong = false;
      const { crawl, time } = await crawled((path) => {
        if (path === '/robots.txt')
          return { body: `User-agent: *\nDisallow: ${isWrong ? robots : ''}` };
        if (path === '/lot?page=1' || path === '/lot/') return to('/lot');
        if (path === '/lot?page=2' && isWrong && second !== undefined) return second;
        const page = /^\/lot(?:\?page=(\d))?$/.exec(path);
        return page === null ? undefined : list(Number(page[1] ?? 1));
      }, cards);
      expect(await crawl()).toMatchObject({ state: 'done', counts: { records: 3 }, missed: {} });
      isWrong = true;
      time.pass(25 * 3_600_000);
      expect(await crawl()).toMatchObject({ state: 'partial', missed });
    },
  );
});

describe('a listing that redirects', () => {
  it('that leads on and on is followed five times', async () => {
    const hops = Object.fromEntries(
      Array.from({ length: 8 }, (_, n) => [`/rv/hop${n}`, to(`/rv/hop${n + 1}`)]),
    );
    const start = html('<a href="/rv/hop0">First</a>');
    const { crawl, served } = await dealer(1, { ...hops, '/inventory': start });
    expect(await crawl()).toMatchObject({ state: 'partial', missed: { too_many_redirects: 1 } });
    const asked = served.seen.map(({ path }) => path).filter((path) => path.includes('hop'));
    expect(asked).toEqual([0, 1, 2, 3, 4, 5].map((n) => `/rv/hop${n}`));
  });

  it('to itself in a form that robots.txt forbids is not asked for so', async () => {
    const inner = dealerSite(() => lotOf(2));
    const { crawl, served } = await crawled((path, request) => {
      if (path === '/robots.txt') return { body: 'User-agent: *\nDisallow: /*sessionid=' };
      return path === '/rv/L1001'
        ? to('/rv/L1001?sessionid=4f1c9a7be2d84c0f93a6')
        : inner(path, request);
    });
    expect(await crawl()).toMatchObject({ state: 'partial', missed: { robots_disallowed: 1 } });
    expect(
      served.seen.map(({ path }) => path).filter((path) => path.includes('sessionid')),
    ).toEqual([]);
  });

  it('to itself under a session is asked for so, once', async () => {
    const session = '?sessionid=4f1c9a7be2d84c0f93a6';
    const inner = dealerSite(() => lotOf(3));
    const { crawl, served } = await crawled((path, request) => {
      if (path === '/rv/L1001') return to(`/rv/L1001${session}`);
      if (path === '/rv/L1002' || path.startsWith('/rv/L1002?')) return to(`/rv/L1002${session}`);
      return inner(path.replace(session, ''), request);
    });
    expect(await crawl()).toMatchObject({
      state: 'partial',
      missed: { redirect_loop: 1 },
      counts: { records: 2 },
    });
    expect(served.seen.filter(({ path }) => path.startsWith('/rv/L1001'))).toHaveLength(2);
    expect(served.seen.filter(({ path }) => path.startsWith('/rv/L1002'))).toHaveLength(2);
  });

  it.each([
    ['/login', 'a page of no kind'],
    ['/inventory', 'a list'],
    ['/rv/unavailable', 'an address others redirect to'],
  ])('to %s, %s, is missed, and gone when it does so for the third time', async (target) => {
    const traps: Record<string, Served> = {};
    const crawl = twiceADay(await dealer(5, traps));
    await crawl();
    traps['/login'] = traps['/rv/unavailable'] = html('<title>Come back later</title>');
    for (const stock of ['L1001', 'L1002']) traps[`/rv/${stock}`] = to(target);
    for (let day = 0; day < 2; day += 1) {
      const { state, missed } = await crawl();
      const sum = Object.values(missed).reduce((total, one) => total + one, 0);
      expect([state, sum]).toEqual(['partial', 2]);
    }
    expect(await crawl()).toMatchObject({ state: 'done', counts: { gone: 2 }, missed: {} });
  });
});

describe('a listing that answers without one', () => {
  it('is missed, and let go when it does so for the third time in a row', async () => {
    const traps: Record<string, Served> = {};
    const crawl = twiceADay(await dealer(3, traps));
    const without = html('<title>2009 Keystone</title> Soon here again.');
    await crawl();
    for (const answer of [without, without, undefined, without, without]) {
      if (answer === undefined) delete traps['/rv/L1002'];
      else traps['/rv/L1002'] = answer;
      expect((await crawl()).missed).toEqual(answer === undefined ? {} : { unreadable: 1 });
    }
    expect(await crawl()).toMatchObject({ state: 'done', counts: { gone: 1 } });
  });

  it('since it was sold is gone at once', async () => {
    const traps: Record<string, Served> = {};
    const { crawl } = await dealer(3, traps);
    await crawl();
    traps['/rv/L1001'] = html('<title>This unit has been sold</title>');
    expect(await crawl()).toMatchObject({ state: 'done', counts: { gone: 1, records: 2 } });
    // Also where a sitemap still has it: no dead letter for each run.
    const { counts } = await crawl();
    expect(counts).toMatchObject({ gone: 1, records: 2 });
    expect(counts).not.toHaveProperty('unreadable');
  });
});

describe('sitemaps', () => {
  it('without end end', async () => {
    let count = 0;
    const inner = dealerSite(() => lotOf(3));
    const { crawl } = await crawled((path, request) => {
      if (!/^\/(?:sm|sitemap)/.test(path)) return inner(path, request);
      count += 1;
      const next = `http://${request.headers.host}/sm${count}.xml`;
      return { body: `<sitemapindex><sitemap><loc>${next}</loc></sitemap></sitemapindex>` };
    });
    expect(await crawl()).toMatchObject({
      missed: { sitemap_too_deep: 1 },
      counts: { records: 3 },
    });
    expect(count).toBeLessThan(10);
  });

  it('lead to hosts of others only where robots.txt names them, and never far', async () => {
    const other = await serveSite(() => ({ status: 503, headers: { 'retry-after': '3600' } }));
    undone.push(() => other.close());
    const maps = (path: string) =>
      Array.from({ length: 50 }, (_one, n) => `${other.origin}${path}${n}`);
    const inner = dealerSite(() => lotOf(3));
    let robots = 'Sitemap: /sitemap.xml';
    const site: TestSite = (path, request) => {
      if (path === '/robots.txt') return { body: `User-agent: *\nAllow: /\n${robots}` };
      const locs = maps('/search?q=').map((url) => `<sitemap><loc>${url}</loc></sitemap>`);
      return path === '/sitemap.xml'
        ? { body: `<sitemapindex>${locs.join('')}</sitemapindex>` }
        : inner(path, request);
    };
    const unnamed = await crawled(site);
    expect(await unnamed.crawl({}, [other.address])).toMatchObject({ counts: { records: 3 } });
    expect(other.seen).toEqual([]);
    robots = maps('/map')
      .map((url) => `Sitemap: ${url}`)
      .join('\n');
    const named = await crawled(site);
    expect(await named.crawl({}, [other.address])).toMatchObject({
      state: 'partial',
      counts: { records: 3 },
    });
    expect(other.seen.length).toBeLessThan(5);
  });
});

describe('a crawl that finds nothing where its file has it begin has not seen everything', () => {
  const missed = { state: 'partial', missed: { http_404: 1 } };
  it('at a page', async () => {
    const { crawl } = await dealer(3, { '/inventory': { status: 404 } });
    expect(await crawl()).toMatchObject(missed);
  });

  it('at a listing', async () => {
    const { crawl } = await dealer(3, {
      '/inventory': { status: 301, headers: { location: '/rv/old' } },
      '/rv/old': { status: 404 },
    });
    expect(await crawl()).toMatchObject(missed);
  });

  it('at a page that it leads to', async () => {
    const { crawl } = await dealer(3, {
      '/inventory': { status: 301, headers: { location: '/inventory/all' } },
      '/inventory/all': { status: 404 },
    });
    expect(await crawl()).toMatchObject(missed);
  });

  it('at a sitemap', async () => {
    const time = stillClock();
    const served = await serveSite(
      dealerSite(() => lotOf(3)),
      time.now,
    );
    undone.push(() => served.close());
    const sitemaps = `sitemaps: [${served.origin}/old.xml]`;
    const folder = await crawlFolder(dealerMapping, dealerSiteFile(served.origin, sitemaps));
    undone.push(() => folder.remove());
    expect(await folder.crawl([served.address], time)).toMatchObject(missed);
  });
});

it('a crawl that comes upon no page that it may read has failed, and says why', async () => {
  const site = (origin: string): string =>
    dealerSiteFile(origin).replace(/^start:.*$/m, `sitemaps: ['${origin}/sitemap.xml']`);
  const { crawl, folder } = await crawled(
    dealerSite(() => []),
    { mapping: dealerMapping, site },
  );
  expect(await crawl()).toMatchObject({ state: 'failed', missed: {} });
  expect((await folder.events(ingestRun)).at(-1)).toMatchObject({
    state: 'failed',
    error: 'nothing of the site could be seen: it names no page that may be read',
  });
});

it('a crawl that is cut off at its first page leaves the host the crawl delay it had not read yet', async () => {
  const cut = new AbortController();
  const inner = dealerSite(() => lotOf(2), { crawlDelay: 30 });
  const { crawl, served } = await crawled((path, request) =>
    path === '/sitemap.xml' && !cut.signal.aborted
      ? () => void setImmediate(() => cut.abort(new Error('cut off')))
      : inner(path, request),
  );
  await expect(crawl({ signal: cut.signal })).rejects.toThrow('cut off');
  expect(await crawl()).toMatchObject({ state: 'done', counts: { records: 2 } });
  const mayRepeat = (path: string) => path === '/sitemap.xml';
  expect(impoliteRequests(served, { delayMs: 30_000, isForbidden, mayRepeat })).toEqual([]);
});

describe('two sites on one host', () => {
  it('are crawled one after the other, and the second keeps to the pace of the first', async () => {
    const inner = dealerSite(() => lotOf(3));
    let during: Promise<unknown> | undefined;
    const { crawl, folder, served, time } = await crawled((path, request) => {
      if (path === '/rv/L1001') {
        during ??= second.crawl([served.address], time);
        during.catch(() => undefined);
      }
      return inner(path, request);
    });
    const second = await crawlFolder(
      dealerMapping.replace('test-dealer', 'test-other'),
      dealerSiteFile(served.origin),
      join(folder.folder, 'hosts'),
    );
    undone.push(() => second.remove());
    expect(await crawl()).toMatchObject({ state: 'done' });
    await expect(during).rejects.toMatchObject({ code: 'site_taken' });

    expect(await second.crawl([served.address], time)).toMatchObject({ state: 'done' });
    expect(
      impoliteRequests(served, { delayMs: 2_000, isForbidden, mayRepeat: () => true }),
    ).toEqual([]);
  });
});

it('a crawl delay longer than a crawl waits otherwise makes it slow, and no less whole', async () => {
  const { crawl, served } = await crawled(dealerSite(() => lotOf(3), { crawlDelay: 1_000 }));
  expect(await crawl()).toMatchObject({ state: 'done', counts: { records: 3 } });
  expect(impoliteRequests(served, { delayMs: 1_000_000, isForbidden })).toEqual([]);
});
