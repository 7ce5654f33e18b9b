import { afterEach, beforeEach, expect, it } from 'vitest';
import { Lifecycle } from '#platform/lifecycle.ts';
import { createLogger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import { listen } from './http-server.ts';
import { serveMetrics } from './metrics-server.ts';

let lifecycle: Lifecycle;
beforeEach(() => {
  lifecycle = new Lifecycle(createLogger('silent'));
});
afterEach(async () => {
  await lifecycle.stop();
});

it('serves the metrics on a port of their own, and nothing else', async () => {
  const port = await serveMetrics(createMetrics(), 0, '127.0.0.1', lifecycle);
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(await answer.text()).toContain('rigworth_request_seconds');
  expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(404);
});

it('names the variable of a port that is in use', async () => {
  const taken = await listen(0, '127.0.0.1');
  lifecycle.onStop('taken', () => taken.close());
  const serving = serveMetrics(createMetrics(), taken.port, '127.0.0.1', lifecycle);
  await expect(serving).rejects.toMatchObject({
    code: 'start_refused',
    message: expect.stringContaining('set METRICS_PORT to another') as string,
  });
});
