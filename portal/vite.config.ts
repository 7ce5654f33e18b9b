import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compressAssets } from './compress-assets.ts';
import { leanLibraries, PRODUCTION_ROUTER } from './lean-libraries.ts';
import { drawFirstFrames } from './first-frames.ts';

/** Where a development server finds the api; the built portal is served by it. */
const DEVELOPMENT_API = process.env.PORTAL_API ?? 'http://127.0.0.1:3000';

const LIBRARIES =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack|zod)\//;
const BASE = new RegExp(
  [
    // Named one by one: what one of them imports comes along.
    'portal/app/',
    'portal/client/(api|catalogue|client|current-user|failures|field-errors|listing-rules|market-mark|own-address|query-client|server-clock|session-over|sign-in-prompt|tab-owner|toasts|use-address|use-left-by-back|use-own-address|contribute-prompt|usage)\\.',
    'portal/content/(brand|isolated|listings-of)\\.',
    'portal/ui/(alert|avatar|badge|brand-mark|button|check-list|choice|classes|error-boundary|field|focus-first-wrong|format|icons|load-failed|meter|overlay|page-head|page-hero|part|rv-name|select|silhouettes|surface|tabs|use-retry-online)\\.',
    'schemas/(constants|shown-values|vocabulary|api/(account|call|catalogue))\\.',
  ].join('|'),
);
/** What runs before the page is painted, and must wait for nothing else. */
const ENTRY =
  /portal\/(app\/(main|pages|colours)|client\/(brings-session|browser-storage|paths))\.|preload-helper/;
/** The contracts of valuations, which pages without a calculator have too. */
const ANALYSIS = /schemas\/api\/analysis\./;
const CALCULATOR = /portal\/(features\/calculator\/|content\/calculator\.|client\/kept-results\.)/;
/** The market's figures, how right they are, and that they are of the sample. */
const MARKET =
  /portal\/(client\/market-data|features\/accuracy\/(accuracy-claim|queries)|ui\/sample-badge)\.|schemas\/(accuracy|api\/(accuracy|market))\./;
/** The fields of make and model, which the search has too. */
const NAMES =
  /portal\/(ui\/(combobox|name-fields|name-options)|client\/(rank-matches|use-names)\.|content\/names)|schemas\/(sound|names)\./;
/** What is known and said of a listing, also where it is a line of those saved. */
const LISTINGS =
  /portal\/(ui\/saved-price|client\/saved-rvs|content\/listings)\.|schemas\/api\/(listings|saved-rvs)\./;
/** The cards of listings, in the search, in a comparison and at home. */
const CARDS =
  /portal\/ui\/(compare-button|deal-badge|listing-card|listing-picture|listing-words)\./;

/**
 * Asks for the typeface with the page. It is `font-display: optional`: one that comes late is not
 * swapped in, because moving the text would be worse than the system's own letters.
 */
const preloadTypeface = (): Plugin => ({
  name: 'preload-typeface',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => file.endsWith('.woff2'))
        .map((file) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            href: `/${file}`,
            as: 'font',
            type: 'font/woff2',
            crossorigin: '',
          },
          injectTo: 'head' as const,
        })),
  },
});

export default defineConfig(({ command }) => {
  // Tests and some shells set another one, which would build React's development half.
  if (command === 'build') process.env.NODE_ENV = 'production';
  return {
    plugins: [
      react(),
      tailwindcss(),
      leanLibraries(),
      preloadTypeface(),
      drawFirstFrames(),
      compressAssets(),
    ],
    resolve: { alias: command === 'build' ? PRODUCTION_ROUTER : [] },
    build: {
      outDir: '../.build/portal',
      emptyOutDir: true,
      // A data: URL would need `img-src data:` in the Content Security Policy.
      assetsInlineLimit: 0,
      // The polyfill is for browsers older than those the styles need.
      modulePreload: { polyfill: false },
      target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
      rolldownOptions: {
        // Contracts are only declarations: those of calls a page does not make are left out of it.
        treeshake: {
          manualPureFunctions: ['defineCall', 'z'],
          // No library here does anything by being read. Else each `extends React.Component` would be kept.
          propertyReadSideEffects: false,
        },
        // Few pieces, each compressed by itself: what nearly every page needs, and what a few share that show
        // much alike. A page must not be brought by one of them what only others need: its script has a budget.
        output: {
          codeSplitting: {
            groups: [
              { name: 'entry', priority: 5, test: ENTRY },
              { name: 'libraries', priority: 4, test: LIBRARIES },
              { name: 'base', priority: 3, test: BASE, minShareCount: 2 },
              { name: 'analysis', priority: 2, test: ANALYSIS, minShareCount: 2 },
              { name: 'names', priority: 2, test: NAMES, minShareCount: 2 },
              { name: 'listings', priority: 2, test: LISTINGS, minShareCount: 2 },
              { name: 'cards', priority: 1, test: CARDS, minShareCount: 2 },
              { name: 'market', priority: 1, test: MARKET, minShareCount: 2 },
              { name: 'calculator', priority: 1, test: CALCULATOR, minShareCount: 2 },
            ],
          },
        },
      },
      cssTarget: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    },
    server: { host: '127.0.0.1', proxy: { '/api': DEVELOPMENT_API } },
  };
});
