import type { Express } from 'express';
import { createApp } from '#api/app.ts';
import { healthCheck } from '#api/health.ts';
import type { Route } from '#api/http/route.ts';
import { MarketHolder } from '#api/market.ts';
import { loadNames } from '#deploy/names.ts';
import { decodeSnapshot, encodeSnapshot } from '#domain/snapshot-codec.ts';
import type { NameResolver } from '#domain/names/resolve.ts';
import { createLogger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import type { Snapshot } from '#schemas/snapshot.ts';

const { catalogue, resolver } = loadNames();

/**
 * The app that serves a snapshot as it was stored; without one, none has come yet.
 * @param names what a drawn market's names mean, in place of the catalogue's
 */
export async function serveSnapshot(
  routes: (market: MarketHolder) => Route[],
  snapshot?: Snapshot,
  names: Partial<NameResolver> = {},
): Promise<Express> {
  const market = new MarketHolder(catalogue, { ...resolver, ...names });
  if (snapshot !== undefined) market.swap(await decodeSnapshot(await encodeSnapshot(snapshot)));
  return createApp({
    routes: routes(market),
    health: healthCheck(() => ({ log: 'ok', warehouse: 'ok', users: 'ok', snapshot: 'ok' })),
    markMarket: market.markAnswer,
    portal: undefined,
    logger: createLogger('silent'),
    metrics: createMetrics(),
    newId: () => 'request',
    rateLimitPerMinute: 1_000,
    trustProxy: 0,
  });
}
