import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMarketReads } from '#api/market-reads.ts';
import { listingRoutes } from '#api/resources/listings.ts';
import { searchListings } from '#schemas/api/listings.ts';
import { drawMarket } from '#pipelines/valuation/testing/market.ts';
import { snapshotOf } from '#pipelines/valuation/testing/snapshot.ts';
import type { Serving, Warehouse } from '#warehouse/client.ts';
import { keptActivity } from '../support/activity.ts';
import { openMarket } from '../support/market.ts';
import { serveSnapshot } from '../support/serve-snapshot.ts';

const market = await openMarket();
afterAll(market.close);

/** The warehouse, which answers nothing until it is let. */
function heldBack() {
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
  const asked = { count: 0, first: Promise.withResolvers<void>() };
  const hold = async <T>(answer: () => Promise<T>): Promise<T> => {
    asked.count += 1;
    asked.first.resolve();
    await allowed;
    return answer();
  };
  const { serving } = market.warehouse;
  const held: Serving = {
    ...serving,
    rows: (sql, parameters) => hold(() => serving.rows(sql, parameters)),
    page: (sql, parameters) => hold(() => serving.page(sql, parameters)),
  };
  const warehouse: Warehouse = { ...market.warehouse, serving: held };
  return { warehouse, asked, answer: allow };
}

describe('more searches than the warehouse answers', () => {
  let server: Server;
  let port: number;
  const held = heldBack();
  beforeAll(async () => {
    await market.rebuild();
    const routes = (holder: Parameters<typeof listingRoutes>[0]) =>
      listingRoutes(holder, held.warehouse, keptActivity().activity, createMarketReads());
    const app = await serveSnapshot(routes, snapshotOf(drawMarket({ units: 600, seed: 3 })));
    server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => server.close());

  it('are not made for those who have gone', async () => {
    const ASKED = 200;
    const ends: Promise<unknown>[] = [];
    const all = Promise.withResolvers<void>();
    let arrived = 0;
    server.on('connection', (socket: Socket) => ends.push(once(socket, 'close')));
    server.on('request', () => {
      arrived += 1;
      if (arrived === ASKED) all.resolve();
    });
    const clients = Array.from({ length: ASKED }, () => {
      const client = connect(port, '127.0.0.1');
      client.write(`GET ${searchListings.path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      return client;
    });
    await all.promise;
    await held.asked.first.promise;
    for (const client of clients) client.destroy();
    await Promise.all(ends);
    const answer = fetch(`http://127.0.0.1:${port}${searchListings.path}`);
    held.answer();
    expect((await answer).status).toBe(200);
    expect(held.asked.count).toBeLessThan(ASKED / 2);
  });
});
