import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import { rateLimit } from 'express-rate-limit';
import helmet from 'helmet';
import { addressOf } from './address.ts';
import { Problem } from './problem.ts';

export type NewId = () => string;

/** Headers of every answer, errors included. Scripts and styles only from ourselves, never inline. */
export function securityHeaders(): ReturnType<typeof helmet> {
  return headers({}, 'same-origin');
}

function headers(
  others: Record<string, string[]>,
  opener: 'same-origin' | 'same-origin-allow-popups',
): ReturnType<typeof helmet> {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'https:'],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...others,
      },
    },
    crossOriginOpenerPolicy: { policy: opener },
    xFrameOptions: { action: 'deny' },
  });
}

/** Pages with a card form. */
export const PAYMENT_PAGES = /^\/(checkout|subscription)\/?$/;

/**
 * In place of those above on pages where Stripe's form stands: its script, its frames and its API, and those of
 * Link, its wallet, as https://docs.stripe.com/security/guide lists them. A page keeps the policy it was loaded
 * with, so these are entered by loading them.
 */
export function paymentPageHeaders(): ReturnType<typeof helmet> {
  const scripts = ['https://js.stripe.com', 'https://*.js.stripe.com'];
  const link = ['https://link.com', 'https://*.link.com'];
  return headers(
    {
      scriptSrc: ["'self'", ...scripts],
      frameSrc: [...scripts, 'https://hooks.stripe.com', ...link],
      connectSrc: ["'self'", 'https://api.stripe.com', ...link],
    },
    // Wallets answer in a window of their own.
    'same-origin-allow-popups',
  );
}

/**
 * The same as they are, for answers given before a request reaches the app.
 * @param others directives of the policy that differ
 */
export function securityHeaderValues(
  others: Record<string, string[]> = {},
): Record<string, string> {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  headers(others, 'same-origin')(response.req, response, () => undefined);
  return Object.fromEntries(
    response.getHeaderNames().map((name) => [name, String(response.getHeader(name))]),
  );
}

const REQUEST_ID = /^[A-Za-z0-9._-]{8,100}$/;

/** Every answer names its request; a proxy's id is kept where it is plain. */
export function requestId(newId: NewId): RequestHandler {
  return (request, response, next) => {
    const given = request.get('x-request-id');
    response.locals['requestId'] = given !== undefined && REQUEST_ID.test(given) ? given : newId();
    response.setHeader('X-Request-Id', response.locals['requestId'] as string);
    next();
  };
}

/** One address may make so many API requests a minute. */
export function addressLimit(perMinute: number): RequestHandler {
  return rateLimit({
    windowMs: 60_000,
    limit: perMinute,
    keyGenerator: addressOf,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    handler: (_request, _response, next) => {
      next(
        new Problem(
          429,
          'too_many_requests',
          'Too many requests from this address. Please wait a minute.',
        ),
      );
    },
  });
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A page of another site must not act for a signed-in person: Sec-Fetch-Site first, Origin as the
 * fallback of older browsers. Callers that are no browsers send neither.
 */
export const sameSiteOnly: RequestHandler = (request, _response, next) => {
  if (SAFE_METHODS.has(request.method)) return next();
  const site = request.get('sec-fetch-site');
  const origin = request.get('origin');
  const foreign =
    site === undefined
      ? origin !== undefined && !sameHost(origin, request.get('host'))
      : site !== 'same-origin' && site !== 'none';
  next(
    foreign
      ? new Problem(403, 'cross_site', 'This request came from another site and was refused.')
      : undefined,
  );
};

function sameHost(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}

/** Where there is a body it must say that it is JSON: a form of another site cannot. */
export const jsonBodiesOnly: RequestHandler = (request, _response, next) => {
  const hasBody =
    request.get('transfer-encoding') !== undefined ||
    Number(request.get('content-length') ?? 0) > 0;
  if (SAFE_METHODS.has(request.method) || !hasBody || request.is('application/json')) return next();
  next(new Problem(415, 'json_only', 'Send the body as application/json.'));
};
