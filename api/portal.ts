import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import express, { Router, type RequestHandler } from 'express';
import { z } from 'zod';

/** The built portal: its folder, its page, and the paths it has a page for. */
export interface Portal {
  directory: string;
  html: string;
  pages: ReadonlySet<string>;
}

/** Reads what the build says about itself. */
export async function openPortal(directory: string): Promise<Portal> {
  const routes = z
    .array(z.string())
    .parse(JSON.parse(await readFile(join(directory, 'routes.json'), 'utf8')));
  const html = await readFile(join(directory, 'index.html'), 'utf8');
  return { directory, html, pages: new Set(routes) };
}

/** What the build makes for the server; as files they would be told for an hour after the next release. */
const OURS_ALONE = new Set(['/index.html', '/routes.json']);

/** The file that a path names, however it is written. */
function fileOf(path: string): string {
  try {
    return posix.normalize(decodeURIComponent(path));
  } catch {
    return path;
  }
}

/** The page, told which market it will show: so that what it says of it stands from the first frame on. */
export const pageOfMarket = (html: string, mark: string): string =>
  html.replace('<html ', `<html data-market="${mark}" `);

/**
 * Serves the portal: hashed assets may be cached for ever, the page never. Paths with a page answer
 * 200, any other 404, both with the app, which shows its 404 card. `markMarket` says by a header of the
 * page which market is served, if any is yet.
 */
export function servePortal(
  { directory, html, pages }: Portal,
  markMarket: RequestHandler,
): RequestHandler {
  const router = Router();
  router.use(
    '/assets',
    express.static(join(directory, 'assets'), { immutable: true, maxAge: '1y', index: false }),
  );
  const files = express.static(directory, { index: false, redirect: false, maxAge: '1h' });
  router.use((request, response, next) => {
    if (OURS_ALONE.has(fileOf(request.path))) next();
    else void files(request, response, next);
  });
  router.get('/{*path}', markMarket, (request, response) => {
    const path = request.path.replace(/(.)\/+$/, '$1');
    response.status(pages.has(path) ? 200 : 404);
    response.setHeader('Cache-Control', 'no-cache');
    const mark = response.getHeader('X-Market-Data');
    response.type('html').send(typeof mark === 'string' ? pageOfMarket(html, mark) : html);
  });
  return router;
}
