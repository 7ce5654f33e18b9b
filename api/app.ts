import compression from 'compression';
import express, { type Express, type RequestHandler } from 'express';
import type { Call, Method } from '#schemas/api/call.ts';
import { CALLS } from '#schemas/api/calls.ts';
import { stripeWebhook } from '#schemas/api/payments.ts';
import type { Logger } from '#platform/logging.ts';
import type { Metrics } from '#platform/metrics.ts';
import { apiDocs } from './docs.ts';
import { answerErrors, nothingHere, unknownCall } from './http/errors.ts';
import {
  addressLimit,
  jsonBodiesOnly,
  PAYMENT_PAGES,
  paymentPageHeaders,
  requestId,
  sameSiteOnly,
  securityHeaders,
  type NewId,
} from './http/guards.ts';
import { Problem } from './http/problem.ts';
import type { Route } from './http/route.ts';
import { openApiDocument } from './openapi.ts';
import { servePortal, type Portal } from './portal.ts';

export interface AppOptions {
  routes: readonly Route[];
  /** `GET /api/health`, answered even while the market is not ready. */
  health: RequestHandler;
  /** Marks every answer with the market it is from. */
  markMarket: RequestHandler;
  /** Undefined where this process does not serve the portal. */
  portal: Portal | undefined;
  logger: Logger;
  metrics: Metrics;
  /** False where `/metrics` has a port of its own: what it tells is for operators. */
  servesMetrics?: boolean;
  newId: NewId;
  rateLimitPerMinute: number;
  trustProxy: number;
  /** Cards are handed to Stripe, whose form its pages must be allowed to load. */
  takesCards?: boolean;
}

/** The API and the portal's files. Read top to bottom: what happens to a request, in order. */
export function createApp(options: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', options.trustProxy);
  app.set('query parser', 'simple');

  app.use(requestId(options.newId));
  app.use(securityHeaders());
  if (options.takesCards === true) app.use(PAYMENT_PAGES, paymentPageHeaders());
  app.use(compression());

  if (options.servesMetrics !== false) {
    app.use('/metrics', addressLimit(options.rateLimitPerMinute));
    app.get('/metrics', async (_request, response) => {
      response
        .type(options.metrics.registry.contentType)
        .send(await options.metrics.registry.metrics());
    });
  }
  app.get('/api/health', options.health);

  app.use('/api', addressLimit(options.rateLimitPerMinute));
  app.use('/api', sameSiteOnly);
  app.use('/api', jsonBodiesOnly);
  // What is signed are the bytes, not what they mean.
  app.use(stripeWebhook.path, express.raw({ type: () => true, limit: '1mb' }));
  app.use('/api', express.json({ limit: '100kb' }));

  app.use('/api', options.markMarket);

  const built = new Map(options.routes.map(({ call, handle }) => [call, handle]));
  for (const call of CALLS) mount(app, call, built.get(call) ?? notBuilt(call), options.metrics);
  const document = openApiDocument(CALLS, (call) => built.has(call));
  app.get('/api/openapi.json', (_request, response) => void response.json(document));
  app.use('/api/docs', apiDocs());
  app.use('/api', unknownCall);

  if (options.portal) app.use(servePortal(options.portal, options.markMarket));
  app.use(nothingHere);
  app.use(answerErrors(options.logger));
  return app;
}

function mount(app: Express, call: Call, handle: RequestHandler, metrics: Metrics): void {
  const path = call.path.replaceAll(/\{(\w+)\}/g, ':$1');
  const name = `${call.method} ${call.path}`;
  const timed: RequestHandler = (_request, response, next) => {
    const end = metrics.requests.startTimer({ call: name });
    response.once('finish', () => end({ status: String(response.statusCode) }));
    next();
  };
  const method = call.method.toLowerCase() as Lowercase<Method>;
  app[method](path, timed, handle);
}

/** The contract stands, the answer does not yet: said plainly, and marked in /api/docs. */
function notBuilt(call: Call): RequestHandler {
  return (_request, _response, next) => {
    next(
      new Problem(
        501,
        'not_built',
        `${call.method} ${call.path} is not available in this version.`,
      ),
    );
  };
}
