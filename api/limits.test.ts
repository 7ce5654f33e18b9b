import request from 'supertest';
import { expect, it } from 'vitest';
import { stripeWebhook } from '#schemas/api/payments.ts';
import { createLogger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createApp, type AppOptions } from './app.ts';
import { healthCheck } from './health.ts';

const ok = { log: 'ok', warehouse: 'ok', users: 'ok', snapshot: 'ok' } as const;

const app = (options: Partial<AppOptions> = {}) =>
  createApp({
    routes: [],
    health: healthCheck(() => ok),
    markMarket: (_request, _response, next) => next(),
    portal: undefined,
    logger: createLogger('silent'),
    metrics: createMetrics(),
    newId: () => 'request',
    rateLimitPerMinute: 2,
    trustProxy: 0,
    ...options,
  });

it('answers 429 with Retry-After past the requests of a minute, whatever X-Forwarded-For says', async () => {
  const limited = app();
  await request(limited).get('/api/rv-types').expect(501);
  await request(limited).get('/api/rv-types').expect(501);
  const { headers, body } = await request(limited)
    .get('/api/rv-types')
    .set('X-Forwarded-For', '10.9.8.7')
    .expect(429);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(body.code).toBe('too_many_requests');
});

it('counts an address once, with whatever port a proxy writes beside it', async () => {
  const limited = app({ trustProxy: 1 });
  const from = (address: string) =>
    request(limited).get('/api/rv-types').set('X-Forwarded-For', address);
  await from('10.9.8.7:1000').expect(501);
  await from('10.9.8.7:1001').expect(501);
  await from('10.9.8.7:1002').expect(429);
  await from('10.9.8.8:1002').expect(501);
});

it('counts who reads the metrics, and never who asks for health', async () => {
  const limited = app();
  const ask = (path: string) => request(limited).get(path);
  await ask('/metrics').expect(200);
  await ask('/metrics').expect(200);
  await ask('/metrics').expect(429);
  for (let asked = 0; asked < 4; asked += 1) await ask('/api/health').expect(200);
});

it('takes a signed event of a megabyte at most, and no larger body of any other call than 100 kB', async () => {
  const limited = app({ rateLimitPerMinute: 100 });
  const send = (path: string, bytes: number) =>
    request(limited)
      .post(path)
      .set('Content-Type', 'application/json')
      .send(JSON.stringify('x'.repeat(bytes)));
  await send(stripeWebhook.path, 900_000).expect(501);
  const { body } = await send(stripeWebhook.path, 1_100_000).expect(413);
  expect(body.code).toBe('body_too_large');
  await send('/api/user/contribute', 110_000).expect(413);
});
