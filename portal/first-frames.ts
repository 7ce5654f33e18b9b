import { fileURLToPath } from 'node:url';
import { type Plugin, runnerImport } from 'vite';
import type { FirstFrame } from './app/first-frame.tsx';

const FRAMES = fileURLToPath(new URL('app/first-frame.tsx', import.meta.url));

/**
 * Draws the head of each page into its HTML, which then says what it is before the app is there: `routes.json`
 * has, by path (and the query of a view), the page as a guest and as a member is sent it. Any other path is `index.html`.
 */
export const drawFirstFrames = (): Plugin => ({
  name: 'draw-first-frames',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const index = bundle['index.html'];
      if (index?.type !== 'asset') throw new Error('the build has no index.html');
      const shell = index.source.toString();
      const { module } = await runnerImport<{
        firstFrames: () => { pages: FirstFrame[]; other: string };
      }>(FRAMES, { configFile: false, logLevel: 'error' });
      const { pages, other } = module.firstFrames();
      const bare = within(shell, other);
      index.source = bare;
      const routes = pages.map(({ path, guest, member, title, about }) => {
        const page = (frame: string) => described(within(shell, frame), title, about);
        return [path, { guest: guest === null ? bare : page(guest), member: page(member) }];
      });
      this.emitFile({
        type: 'asset',
        fileName: 'routes.json',
        source: `${JSON.stringify(Object.fromEntries(routes))}\n`,
      });
    },
  },
});

/** The page with that in its root. */
const within = (page: string, frame: string): string =>
  put(page, /(?<=<div id="root">)(?=<\/div>)/, frame);

const described = (page: string, title: string, about: string): string =>
  put(
    put(page, /(?<=<title>)[^<]*/, escaped(title)),
    /(?<=name="description"\s+content=")[^"]*/,
    escaped(about),
  );

function put(page: string, place: RegExp, text: string): string {
  if (!place.test(page)) throw new Error(`index.html has no ${String(place)}`);
  return page.replace(place, () => text);
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
