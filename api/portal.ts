import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import express, { Router, type RequestHandler } from 'express';
import { z } from 'zod';

/** The built portal: its folder, and the paths it has a page for. */
export interface Portal {
  directory: string;
  pages: ReadonlySet<string>;
}

/** Reads what the build says about itself. */
export async function openPortal(directory: string): Promise<Portal> {
  const routes = z
    .array(z.string())
    .parse(JSON.parse(await readFile(join(directory, 'routes.json'), 'utf8')));
  return { directory, pages: new Set(routes) };
}

/**
 * Serves the portal: hashed assets may be cached for ever, the page never. Paths with a page answer
 * 200, any other 404, both with the app, which shows its 404 card.
 */
export function servePortal({ directory, pages }: Portal): RequestHandler {
  const router = Router();
  router.use(
    '/assets',
    express.static(join(directory, 'assets'), { immutable: true, maxAge: '1y', index: false }),
  );
  router.use(express.static(directory, { index: false, redirect: false, maxAge: '1h' }));
  router.get('/{*path}', (request, response, next) => {
    const path = request.path.replace(/(.)\/+$/, '$1');
    response.status(pages.has(path) ? 200 : 404);
    response.setHeader('Cache-Control', 'no-cache');
    response.sendFile('index.html', { root: directory }, (error?: Error) => {
      if (error && !response.headersSent) next(error);
    });
  });
  return router;
}
