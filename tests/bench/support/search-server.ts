import { createMarketReads } from '#api/market-reads.ts';
import { listingRoutes } from '#api/resources/listings.ts';
import { openWarehouse } from '#warehouse/client.ts';
import { marketOf, serve, serveApp } from './serve-app.ts';
import { keptActivity } from '../../support/activity.ts';

/**
 * The app with the search of an embedded warehouse, and beside it, on a port of its own, the least
 * that a search could be: `SELECT 1` asked of the same engine. Prints both ports. Arguments: folder of
 * the warehouse, folder of any snapshot (the app serves no market without one).
 */
const [directory = '', snapshots = ''] = process.argv.slice(2);
const warehouse = await openWarehouse({ directory });
const market = await marketOf(snapshots);

const routes = listingRoutes(market, warehouse, keptActivity().activity, createMarketReads());
const search = await serveApp(market, routes);
const bare = await serve((_request, response) => {
  warehouse.serving.rows('SELECT 1 AS one').then(
    (rows) => response.end(JSON.stringify(rows)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
console.log(JSON.stringify({ search, bare }));

process.once('SIGTERM', () => {
  void warehouse.close().then(() => process.exit(0));
});
