import type { RequestHandler } from 'express';
import { marketAnalysisRoutes } from '#api/resources/market-analysis.ts';
import { marketAnalysis } from '#schemas/api/market.ts';
import { marketOf, serveApp } from './serve-app.ts';

/**
 * The same app twice in one process: with the market's analysis, and with a handler that sends the same
 * answer as a prebuilt string. Prints both ports, then serves until it is ended.
 */
const market = await marketOf(process.argv[2] ?? '');
const aggregate = await serveApp(market, marketAnalysisRoutes(market));
const answer = await fetch(`http://127.0.0.1:${aggregate}${marketAnalysis.path}`);
const prebuilt = await answer.text();
const bare: RequestHandler = (_request, response) => void response.type('json').send(prebuilt);
const bareRoute = await serveApp(market, [{ call: marketAnalysis, handle: bare }]);
console.log(JSON.stringify({ aggregate, bareRoute }));
