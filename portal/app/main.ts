import '../ui/theme.css';
import { bringsSession } from '../client/brings-session.ts';
import { applyColours } from './colours.ts';
import { notFoundPage, pageAt, PAGES } from './pages.ts';
import { keepScrollOverReload } from './scroll-over-reload.ts';

/** So long a paint is waited for. Nothing is painted in a tab behind others. */
const PAINT_MS = 1_000;

/** The page says what it is before the app is there: the app's code would keep the line and the processor from it. */
const painted = new Promise<void>((resolve) => {
  new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true });
  setTimeout(resolve, PAINT_MS);
});

applyColours();
keepScrollOverReload();
void painted.then(() => {
  const name = pageAt(location.pathname, bringsSession());
  const page = name === undefined ? notFoundPage : PAGES[name];
  // What the page is built on runs before it, each piece in a task of its own: all of it at once would keep the page
  // still. All are asked for together. That one did not come is for whoever needs it: the page's, drawn, says so.
  for (const piece of [
    () => import('react'),
    () => import('react-dom/client'),
    () => import('../client/query-client.ts'),
    page,
  ])
    piece().catch(() => undefined);
  return import('./start.tsx');
});
