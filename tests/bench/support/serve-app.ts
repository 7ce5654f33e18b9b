import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { createApp } from '#api/app.ts';
import { healthCheck } from '#api/health.ts';
import type { Route } from '#api/http/route.ts';
import { MarketHolder } from '#api/market.ts';
import { loadNames } from '#deploy/names.ts';
import { decodeSnapshot } from '#domain/snapshot-codec.ts';
import { createLogger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import { readLatestSnapshotFile } from '#pipelines/compute/snapshot-files.ts';

/** The market of the newest snapshot in a folder. */
export async function marketOf(snapshots: string): Promise<MarketHolder> {
  const bytes = await readLatestSnapshotFile(snapshots);
  if (bytes === undefined) throw new Error(`no snapshot in ${snapshots}`);
  const { catalogue, resolver } = loadNames();
  const market = new MarketHolder(catalogue, resolver);
  market.swap(await decodeSnapshot(bytes));
  return market;
}

/** Serves the real app with these routes on a free port, its limit of requests out of the way. */
export const serveApp = (market: MarketHolder, routes: Route[]): Promise<number> =>
  serve(
    createApp({
      routes,
      health: healthCheck(() => ({ log: 'ok', warehouse: 'ok', users: 'ok', snapshot: 'ok' })),
      markMarket: market.markAnswer,
      portal: undefined,
      logger: createLogger('info', process.stderr),
      metrics: createMetrics(),
      newId: randomUUID,
      rateLimitPerMinute: 1_000_000_000,
      trustProxy: 0,
    }),
  );

/** Listens on loopback and says on which port. */
export function serve(listener: RequestListener): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer(listener).listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}
