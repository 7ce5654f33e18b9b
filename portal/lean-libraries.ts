import { fileURLToPath } from 'node:url';
import type { Alias, Plugin } from 'vite';

const routerFile = (name: string): string =>
  fileURLToPath(new URL(`../node_modules/react-router/dist/production/${name}`, import.meta.url));

/** The router's package offers only its development half by name: with warnings for developers. */
export const PRODUCTION_ROUTER: Alias[] = [
  { find: /^react-router$/, replacement: routerFile('index.mjs') },
  { find: /^react-router\/dom$/, replacement: routerFile('dom-export.mjs') },
];

/** A text of a library's file, and what stands in its place in the built portal. */
type Cut = readonly [from: RegExp, to: string];

/**
 * What libraries bring along and the portal never runs. Their bundles hold it because methods of classes,
 * and names given to components, cannot be seen to be unused.
 */
const CUTS: readonly { file: RegExp; cuts: readonly Cut[] }[] = [
  {
    file: /\/zod\/v4\/classic\/schemas\.js$/,
    cuts: [
      // Schemas are described by the server, for its OpenAPI document.
      [/^import \* as processors from .*;$/m, 'const processors = {};'],
      [
        /^import \{ createStandardJSONSchemaMethod, createToJSONSchemaMethod \} from .*;$/m,
        'const createStandardJSONSchemaMethod = () => undefined, createToJSONSchemaMethod = createStandardJSONSchemaMethod;',
      ],
      // Compiles parsers with `new Function`, which our Content Security Policy forbids.
      [/\$ZodObjectJIT\.init\(/, '$ZodObject.init('],
      // Formats are functions of their own, `z.email()`. As methods of strings they are deprecated, and hold every format.
      [/(\("ZodString", \(inst, def\) => \{[^}]*\}), \{\n {4}email\([^]*?\n\}\);/, '$1);'],
      // For values that contain themselves; JSON has none.
      [/core\.config\(\{ memoizer: core\.memoizer\(\) \}\);/, 'return;'],
    ],
  },
  {
    file: /\/react-router\/dist\/production\/chunk-\w+\.mjs$/,
    cuts: [
      [/^\w+\.displayName = .*;$/gm, ''],
      // Reads ahead with a router that runs on a server too; ours does not.
      [/React\d*\.createElement\(PrefetchPageLinks, \{ page: href \}\)/, 'null'],
      [/= (React\d*)\.(createContext|forwardRef|memo)\(/g, '= /* @__PURE__ */ $1.$2('],
    ],
  },
];

/** Leaves those out. A library that is not as expected, after an update, fails the build. */
export function leanLibraries(): Plugin {
  const waiting = new Set(CUTS.flatMap(({ cuts }) => cuts));
  return {
    name: 'lean-libraries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: CUTS.map(({ file }) => file) },
      handler(code, id) {
        let lean = code;
        for (const cut of CUTS.flatMap(({ file, cuts }) => (file.test(id) ? cuts : []))) {
          const before = lean;
          lean = lean.replace(...cut);
          if (lean !== before) waiting.delete(cut);
        }
        return { code: lean, map: null };
      },
    },
    buildEnd(error) {
      if (error === undefined && waiting.size > 0)
        throw new Error(
          `no library has ${[...waiting].map(([from]) => String(from)).join(' or ')}: see portal/lean-libraries.ts`,
        );
    },
  };
}
