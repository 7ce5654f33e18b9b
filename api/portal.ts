import { readdir, readFile } from 'node:fs/promises';
import { extname, join, posix } from 'node:path';
import express, { Router, type RequestHandler } from 'express';
import { z } from 'zod';
import { bringsSession } from './auth/session-cookie.ts';

/** A page as it is sent to a guest, and to who brings a session along. */
const PAGE = z.object({ guest: z.string(), member: z.string() });
type PortalPage = z.output<typeof PAGE>;

/** The built portal: its folder, its pages by path and query of a view, and what stands at any other path. */
export interface Portal {
  directory: string;
  /** Its assets by name, also as the build compressed them: a newer build takes the place of their folder while pages that name them are open. */
  assets: ReadonlyMap<string, Buffer>;
  pages: ReadonlyMap<string, PortalPage>;
  other: string;
}

/** Reads what the build says about itself. */
export async function openPortal(directory: string): Promise<Portal> {
  const routes = z
    .record(z.string(), PAGE)
    .parse(JSON.parse(await readFile(join(directory, 'routes.json'), 'utf8')));
  const other = await readFile(join(directory, 'index.html'), 'utf8');
  const names = await readdir(join(directory, 'assets'));
  const assets = new Map(
    await Promise.all(
      names.map(async (name) => [name, await readFile(join(directory, 'assets', name))] as const),
    ),
  );
  return { directory, assets, pages: new Map(Object.entries(routes)), other };
}

/** What the build makes for the server; as files they would be told for an hour after the next release. */
const OURS_ALONE = new Set(['/index.html', '/routes.json']);

/** The file that a path names, however it is written; undefined of one that cannot be read. */
function fileOf(path: string): string | undefined {
  try {
    return posix.normalize(decodeURIComponent(path));
  } catch {
    return undefined;
  }
}

/** Who asks, as far as the page is another for it. */
export interface Visitor {
  /** A session's cookie came along; whether it is still good, the user lookup says. */
  member: boolean;
  market: string | undefined;
}

/**
 * The page of a path, or of the view of it that a query names, told whose it may be and which market it will show: so that what depends on it stands
 * from the first frame on. `found` says whether the path has one.
 */
export function pageOf(
  { pages, other }: Portal,
  path: string,
  view: unknown,
  { member, market }: Visitor,
) {
  // The app's own routes are found in any case of letters.
  const known = path.replace(/(.)\/+$/, '$1').toLowerCase();
  const page = pages.get(`${known}?view=${String(view)}`) ?? pages.get(known);
  const html = page === undefined ? other : member ? page.member : page.guest;
  const says =
    (market === undefined ? '' : `data-market="${market}" `) + (member ? 'data-member ' : '');
  return { found: page !== undefined, html: html.replace('<html ', () => `<html ${says}`) };
}

/** The best first. */
const COMPRESSIONS = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
];

/** Sends an asset, to be cached for ever since its name says what is in it, as the build compressed it for who takes it so. */
const sendAsset =
  (assets: Portal['assets']): RequestHandler<{ name: string }> =>
  (request, response, next) => {
    const { name } = request.params;
    const asset = assets.get(name);
    if (asset === undefined) {
      next();
      return;
    }
    response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    response.vary('Accept-Encoding');
    response.type(extname(name));
    const found = COMPRESSIONS.find(
      ({ encoding, ending }) =>
        assets.has(name + ending) && request.acceptsEncodings(encoding) !== false,
    );
    if (found !== undefined) response.setHeader('Content-Encoding', found.encoding);
    response.send(found === undefined ? asset : assets.get(name + found.ending));
  };

/**
 * Serves the portal: hashed assets may be cached for ever, the page never. Paths with a page answer
 * 200, any other 404, both with the app, which shows its 404 card. `markMarket` says by a header of the
 * page which market is served, if any is yet.
 */
export function servePortal(portal: Portal, markMarket: RequestHandler): RequestHandler {
  const { directory } = portal;
  const router = Router();
  const sendPage: RequestHandler = (request, response) => {
    const mark = response.getHeader('X-Market-Data');
    const { found, html } = pageOf(portal, request.path, request.query['view'], {
      member: bringsSession(request),
      market: typeof mark === 'string' ? mark : undefined,
    });
    response.status(found ? 200 : 404);
    response.setHeader('Cache-Control', 'no-cache');
    response.vary('Cookie');
    response.type('html').send(html);
  };
  // Before the routes: they refuse a path that cannot be read, in words for programs.
  const unreadable = Router().use(markMarket, sendPage);
  router.use((request, response, next) => {
    const isAsked = request.method === 'GET' || request.method === 'HEAD';
    if (!isAsked || fileOf(request.path) !== undefined) next();
    else unreadable(request, response, next);
  });
  router.get('/assets/:name', sendAsset(portal.assets));
  const files = express.static(directory, { index: false, redirect: false, maxAge: '1h' });
  router.use((request, response, next) => {
    if (OURS_ALONE.has(fileOf(request.path) ?? '')) next();
    else void files(request, response, next);
  });
  router.get('/{*path}', markMarket, sendPage);
  return router;
}
