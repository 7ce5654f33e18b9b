import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { currentUser } from '#schemas/api/account.ts';
import { rvTypes } from '#schemas/api/catalogue.ts';
import { comprehensiveAnalysis } from '#schemas/api/analysis.ts';
import type { Method } from '#schemas/api/call.ts';
import { CALLS } from '#schemas/api/calls.ts';
import { createLogger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createApp, type AppOptions } from './app.ts';
import { healthCheck } from './health.ts';
import { Problem } from './http/problem.ts';
import { route, type Route } from './http/route.ts';
import { openPortal } from './portal.ts';
import { UserStoreUnavailable } from './users/store.ts';

const starting = { log: 'ok', warehouse: 'ok', users: 'ok', snapshot: 'starting' } as const;

const guest = route(currentUser, () => {
  throw new Problem(401, 'signed_out', 'You are not signed in.');
});

function app(routes: Route[] = [guest], options: Partial<AppOptions> = {}) {
  let ids = 0;
  return createApp({
    routes,
    health: healthCheck(() => starting),
    markMarket: (_request, _response, next) => next(),
    portal: undefined,
    logger: createLogger('silent'),
    metrics: createMetrics(),
    newId: () => `request-${(ids += 1)}`,
    rateLimitPerMinute: 1_000,
    trustProxy: 0,
    ...options,
  });
}

describe('health', () => {
  it('answers 503 with the state of each part until the first snapshot is served', async () => {
    await request(app()).get('/api/health').expect(503, { status: 'starting', parts: starting });
  });

  it('answers 200 once every part is ok', async () => {
    const ok = { log: 'ok', warehouse: 'ok', users: 'ok', snapshot: 'ok' } as const;
    await request(app([], { health: healthCheck(() => ok) }))
      .get('/api/health')
      .expect(200, { status: 'ok', parts: ok });
  });
});

describe('health of a process that serves', () => {
  it('answers 200 and names a part that is down: it goes on valuing', async () => {
    const parts = { log: 'ok', warehouse: 'down', users: 'ok', snapshot: 'ok' } as const;
    await request(app([], { health: healthCheck(() => parts) }))
      .get('/api/health')
      .expect(200, { status: 'degraded', parts });
  });
});

describe('health', () => {
  it('says who takes payments', async () => {
    await request(app([], { health: healthCheck(() => starting, { payments: 'off' }) }))
      .get('/api/health')
      .expect(503, { status: 'starting', parts: starting, payments: 'off' });
  });
});

describe("the portal's page", () => {
  const html = (of: string) => `<!doctype html><html lang="en"><h1>${of}`;
  const pages = new Map([
    ['/', { guest: html('start'), member: html('start') }],
    ['/?view=market', { guest: html('market'), member: html('market') }],
    ['/search', { guest: html('any'), member: html('search') }],
  ]);
  const text = 'export const figures = [1, 2, 3];\n'.repeat(100);
  const assets = new Map([
    ['a.js', Buffer.from(text)],
    ['a.js.br', brotliCompressSync(text)],
    ['a.js.gz', gzipSync(text)],
  ]);
  const served = (mark?: string, directory = 'none') =>
    request(
      app([], {
        portal: { directory, assets, pages, other: html('any') },
        markMarket: (_request, response, next) => {
          if (mark !== undefined) response.setHeader('X-Market-Data', mark);
          next();
        },
      }),
    );
  const page = (path: string, mark?: string, directory?: string) =>
    served(mark, directory).get(path);

  it('says which market it will show, once there is one', async () => {
    const { text } = await page('/', 'sample').expect(200);
    expect(text).toBe('<!doctype html><html data-market="sample" lang="en"><h1>start');
    expect((await page('/')).text).toBe(html('start'));
  });

  it("is a guest's or a member's, by the session's cookie that came along", async () => {
    const asked = await page('/search/').expect(200, html('any'));
    expect(asked.headers['vary']).toContain('Cookie');
    for (const cookie of ['a=b; rigworth=token', '__Host-rigworth=token']) {
      const { text } = await page('/search').set('Cookie', cookie).expect(200);
      expect(text).toBe('<!doctype html><html data-member lang="en"><h1>search');
    }
    await page('/search')
      .set('Cookie', 'other-rigworth=token; rigworthy=1')
      .expect(200, html('any'));
    await page('/nowhere').expect(404, html('any'));
  });

  it('is that of the view its query names, where the view has one', async () => {
    await page('/?by=make&view=market').expect(200, html('market'));
    for (const path of ['/', '/?view=other', '/?view=market&view=market'])
      await page(path).expect(200, html('start'));
    await page('/nowhere?view=market').expect(404, html('any'));
  });

  it('is found in any case of letters, as the app finds it', async () => {
    await page('/Search')
      .set('Cookie', 'rigworth=token')
      .expect(200, /search/);
  });

  it('is the one for an unknown path where the path cannot be read', async () => {
    for (const path of ['/%', '/assets/%E0%A4%A']) {
      await page(path).expect(404, html('any'));
      await served()
        .head(path)
        .expect(404)
        .expect('Content-Type', /^text\/html/);
    }
  });

  it('is asked for anew each time, and sent once', async () => {
    const { headers } = await page('/', 'real').expect(200);
    expect(headers['cache-control']).toBe('no-cache');
    const etag = headers['etag'] ?? '';
    await page('/', 'real').set('If-None-Match', etag).expect(304);
    await page('/', 'sample').set('If-None-Match', etag).expect(200);
  });

  it('has its assets sent as the build compressed them, to who takes them so', async () => {
    for (const [takes, encoding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip, br;q=0', 'gzip'],
      ['identity', undefined],
    ] as const) {
      const answer = await page('/assets/a.js?x=1').set('Accept-Encoding', takes).expect(200, text);
      expect(answer.headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: expect.stringContaining('Accept-Encoding') as unknown,
      });
      expect(answer.headers['content-encoding']).toBe(encoding);
    }
  });

  it('is sent whole by the server that began with it, whatever has been built since', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'rigworth-portal-'));
    await mkdir(join(directory, 'assets'));
    const files = {
      'routes.json': JSON.stringify(Object.fromEntries(pages)),
      'index.html': html('any'),
      'assets/a.js': 'old()',
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
    const portal = await openPortal(directory);
    await rm(join(directory, 'assets', 'a.js'));
    await writeFile(join(directory, 'assets', 'b.js'), 'new()');
    const server = app([], { portal });
    await request(server).get('/').expect(200, html('start'));
    await request(server).get('/assets/a.js').expect(200, 'old()');
    await request(server).get('/assets/b.js').expect(200, 'new()');
    await request(server).get('/assets/c.js').expect(404);
    await rm(directory, { recursive: true });
  });

  it('is under no name of a file, where it would stay for an hour', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'rigworth-portal-'));
    for (const name of ['index.html', 'routes.json', 'robots.txt'])
      await writeFile(join(directory, name), 'of the build');
    for (const path of [
      '/index.html',
      '/routes.json',
      '/index%2ehtml',
      '/%69ndex.html',
      '/routes%2Ejson',
      '//index.html',
      '/%2e/index.html',
      '/assets/%2e%2e/index.html',
      '/assets%2f..%2findex.html',
    ]) {
      const { headers, text } = await page(path, 'real', directory).expect(404);
      expect(headers['cache-control']).toBe('no-cache');
      expect(text).toContain('<!doctype html>');
    }
    await page('/robots.txt', 'real', directory).expect(200, 'of the build');
    await rm(directory, { recursive: true });
  });
});

describe("Stripe's hosts", () => {
  const headersOf = async (path: string, takesCards: boolean) =>
    (await request(app([], { takesCards })).get(path)).headers;
  const policyOf = async (path: string, takesCards: boolean) =>
    String((await headersOf(path, takesCards))['content-security-policy']);

  it.each(['/checkout', '/subscription', '/checkout/'])(
    'are allowed on %s, where cards are taken',
    async (path) => {
      const directives = (await policyOf(path, true)).split(';').toSorted();
      // As Stripe's integration security guide asks for Stripe.js with Link; all else as on every page.
      const elsewhere = (await policyOf(path, false)).split(';');
      const changed = new Set(['script-src', 'connect-src']);
      const others = elsewhere.filter((directive) => !changed.has(directive.split(' ')[0] ?? ''));
      expect(directives).toEqual(
        [
          ...others,
          "script-src 'self' https://js.stripe.com https://*.js.stripe.com",
          'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com https://link.com https://*.link.com',
          "connect-src 'self' https://api.stripe.com https://link.com https://*.link.com",
        ].toSorted(),
      );
      expect(others).toContain("frame-ancestors 'none'");
      expect(others.find((directive) => directive.startsWith('img-src'))).toContain(' https:');
      expect(await policyOf(path, false)).not.toContain('stripe');
    },
  );

  it('may open windows, as wallets do, that know who opened them', async () => {
    const openerPolicy = async (path: string): Promise<unknown> =>
      (await headersOf(path, true))['cross-origin-opener-policy'];
    expect(await openerPolicy('/checkout')).toBe('same-origin-allow-popups');
    expect(await openerPolicy('/')).toBe('same-origin');
    // Stripe's form does not run on pages that are isolated from other sites.
    expect(await headersOf('/checkout', true)).not.toHaveProperty('cross-origin-embedder-policy');
  });

  it.each(['/', '/profile', '/checkout/x', '/api/health'])(
    'are not allowed on %s',
    async (path) => {
      expect(await policyOf(path, true)).not.toContain('stripe');
    },
  );
});

describe('errors', () => {
  it('name an unknown call', async () => {
    const { body } = await request(app()).get('/api/nothing-here').expect(404);
    expect(body).toEqual({
      code: 'unknown_call',
      message: 'There is no GET /api/nothing-here. See /api/docs.',
    });
  });

  it('have their form outside the API too, with the headers', async () => {
    const { body, headers } = await request(app()).post('/').expect(404);
    expect(body).toEqual({ code: 'nothing_here', message: 'There is no POST /.' });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it('say plainly that a call is not built', async () => {
    const { body } = await request(app()).get('/api/market-stories').expect(501);
    expect(body).toMatchObject({ code: 'not_built' });
  });

  it('name every wrong field of a body', async () => {
    const analysis = route(comprehensiveAnalysis, () => {
      throw new Error('never reached');
    });
    const { body } = await request(app([analysis]))
      .post(comprehensiveAnalysis.path)
      .send({ make: '', model: 'Eagle', year: 1800 })
      .expect(422);
    expect(body.details).toEqual([
      { path: 'make', message: 'Make is required' },
      { path: 'year', message: `Year must be from 1990 to ${new Date().getUTCFullYear() + 1}` },
    ]);
  });

  it('refuse broken JSON, a large body and another content type without a stack', async () => {
    const post = () => request(app()).post('/api/user/contribute');
    const broken = await post().set('Content-Type', 'application/json').send('{').expect(400);
    expect(broken.body).toEqual({
      code: 'bad_json',
      message: 'The request body is not valid JSON.',
    });
    await post()
      .send({ text: 'x'.repeat(200_000) })
      .expect(413);
    await post().set('Content-Type', 'text/plain').send('{}').expect(415);
    // A body of unsaid length is one too.
    const chunked = post().set('Content-Type', 'text/plain');
    chunked.write('{}');
    await chunked.expect(415);
  });

  it('keep the text of our own faults out of the answer', async () => {
    const failing = route(rvTypes, () => {
      throw new Error('secret detail');
    });
    const { text } = await request(app([failing]))
      .get(rvTypes.path)
      .expect(500);
    expect(text).not.toContain('secret detail');
  });

  it('say that accounts cannot be reached when their store is away', async () => {
    const away = route(rvTypes, () => {
      throw new UserStoreUnavailable('Postgres at db.internal is away');
    });
    const { body } = await request(app([away]))
      .get(rvTypes.path)
      .expect(503);
    expect(body.code).toBe('accounts_unavailable');
    expect(body.message).not.toContain('db.internal');
  });

  it('treat an answer outside the contract as our own fault', async () => {
    const wrong = route(rvTypes, () => [{ id: 'submarine' }] as never);
    await request(app([wrong]))
      .get(rvTypes.path)
      .expect(500);
  });

  it('answer a malformed path with 400', async () => {
    const { body } = await request(app()).get('/api/rv-models/%E0%A4%A').expect(400);
    expect(body.code).toBe('bad_path');
  });

  it('carry suggestions where a problem has them', async () => {
    const problem = route(rvTypes, () => {
      throw new Problem(422, 'unknown_make', 'unknown', { suggestions: ['Jayco'] });
    });
    const { body } = await request(app([problem]))
      .get(rvTypes.path)
      .expect(422);
    expect(body.suggestions).toEqual(['Jayco']);
  });
});

describe('requests of another site', () => {
  it.each([
    ['cross-site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['same-site', { 'Sec-Fetch-Site': 'same-site' }],
    ['a foreign origin', { Origin: 'https://elsewhere.example' }],
    ['a null origin', { Origin: 'null' }],
    [
      'an origin that begins like ours',
      { Host: 'a.example', Origin: 'https://a.example.b.example' },
    ],
    ['another port of ours', { Host: 'a.example:3000', Origin: 'http://a.example:3001' }],
  ])('that change something are refused: %s', async (_name, headers) => {
    for (const call of CALLS.filter(({ method }) => method !== 'GET')) {
      const method = call.method.toLowerCase() as Lowercase<Exclude<Method, 'GET'>>;
      const path = call.path.replaceAll(/\{\w+\}/g, 'x');
      const client = request(app());
      await client[method](path).set(headers).send({}).expect(403);
    }
  });

  it('pass from our own pages', async () => {
    const refresh = () => request(app()).post('/api/data/refresh');
    await refresh().set('Sec-Fetch-Site', 'same-origin').expect(501);
    await refresh().set({ Host: 'a.example:3000', Origin: 'http://a.example:3000' }).expect(501);
    // Callers that are no browsers say neither.
    await refresh().expect(501);
  });
});

describe('headers', () => {
  it.each(['/api/auth/user', '/api/nothing', '/api/health', '/api/docs/'])(
    'of %s forbid framing, sniffing, inline scripts and going without TLS where it was used',
    async (path) => {
      const { headers } = await request(app()).get(path);
      expect(headers['content-security-policy']).toMatch(/script-src 'self';/);
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/);
      expect(headers['x-request-id']).toBeDefined();
      expect(headers['x-powered-by']).toBeUndefined();
    },
  );

  it('keep a plain request id and replace any other', async () => {
    const kept = await request(app()).get('/api/health').set('X-Request-Id', 'proxy-12345678');
    expect(kept.headers['x-request-id']).toBe('proxy-12345678');
    const replaced = await request(app()).get('/api/health').set('X-Request-Id', '<script>');
    expect(replaced.headers['x-request-id']).toBe('request-1');
  });
});

describe('the API description', () => {
  it('describes every call and says which are not built', async () => {
    const { body } = await request(app()).get('/api/openapi.json').expect(200);
    const described = Object.values(body.paths as Record<string, object>).flatMap((path) =>
      Object.keys(path),
    );
    expect(described).toHaveLength(CALLS.length);
    expect(body.paths['/api/market-stories'].get.description).toBe('Not built yet: answers 501.');
    expect(body.paths['/api/auth/user'].get.description).toBeUndefined();
  });

  it('is shown on a page of our own files', async () => {
    const { text } = await request(app()).get('/api/docs/').expect(200);
    expect(text).not.toMatch(/<script>/);
    await request(app()).get('/api/docs/swagger-ui-bundle.js').expect(200);
  });
});

describe('metrics', () => {
  it('count requests by call and status', async () => {
    const counted = app();
    await request(counted).get('/api/auth/user');
    const { text } = await request(counted).get('/metrics').expect(200);
    expect(text).toContain(
      'rigworth_request_seconds_count{call="GET /api/auth/user",status="401"} 1',
    );
  });

  it('are not on this port where they have one of their own', async () => {
    const answer = await request(app([], { servesMetrics: false })).get('/metrics');
    expect(answer.status).toBe(404);
    expect(answer.text).not.toContain('rigworth_');
  });
});
