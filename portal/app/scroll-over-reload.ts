import { sessionStore } from '../client/browser-storage.ts';

const KEY = 'rigworth.scrolled';
/** What somebody does who goes to another place of the page by then. */
const OWN_WAYS = ['wheel', 'touchstart', 'pointerdown', 'keydown', 'popstate'];

const address = (): string => location.pathname + location.search;

/** Where the window stood when the page was loaded anew; at the top where it was not. */
function scrolledBefore(): number {
  const [loading] = performance.getEntriesByType('navigation');
  const kept = sessionStore.getItem(KEY)?.split(' ') ?? [];
  const isAnew = loading instanceof PerformanceNavigationTiming && loading.type !== 'navigate';
  return isAnew && kept[1] === address() ? Number(kept[0]) : 0;
}

/**
 * A page that is loaded anew goes on where it was. The browser would go there as soon as the page is loaded, when
 * what stands there has not come yet, and end where the page ended then.
 */
export function keepScrollOverReload(): void {
  window.addEventListener('pagehide', () =>
    sessionStore.setItem(KEY, `${Math.round(scrollY)} ${address()}`),
  );
  const before = scrolledBefore();
  if (before === 0) return;
  const done = new AbortController();
  const page = document.documentElement;
  const longer = new ResizeObserver(() => {
    if (page.scrollHeight - innerHeight < before) return;
    scrollTo(0, before);
    done.abort();
  });
  done.signal.addEventListener('abort', () => longer.disconnect());
  for (const way of OWN_WAYS)
    window.addEventListener(way, () => done.abort(), { passive: true, signal: done.signal });
  longer.observe(document.body);
}
