import type { RequestListener } from 'node:http';
import type { Lifecycle } from '#platform/lifecycle.ts';
import type { Metrics } from '#platform/metrics.ts';
import { listen } from './http-server.ts';

/**
 * `/metrics` on a port of its own, for operators alone: the API's is for everybody.
 * @returns the port
 */
export async function serveMetrics(
  { registry }: Metrics,
  port: number,
  host: string | undefined,
  lifecycle: Lifecycle,
): Promise<number> {
  const server = await listen(port, host, { variable: 'METRICS_PORT' });
  const answer: RequestListener = (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  };
  server.serve(answer);
  lifecycle.onStop('metrics', () => server.close());
  return server.port;
}
