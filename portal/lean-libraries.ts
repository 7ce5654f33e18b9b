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

/** A method of a class, with all that it alone needs. */
const method = (name: string): Cut => [
  new RegExp(
    String.raw`^ {4}(?:async |[gs]et )?${name}(?:: (?:async )?function \w+)?\(.*\) \{\n(?: {8}.*\n)+ {4}\},\n`,
    'gm',
  ),
  '',
];

/**
 * Methods of schemas that no contract calls. One that begins to fails as it is declared, on every page it is part of:
 * it is not a function there.
 */
const UNCALLED_METHODS = `
  with brand register superRefine overwrite apply meta exactOptional nullish nonoptional prefault
  catch readonly and isOptional isNullable parseAsync safeParseAsync spa validate validateAsync encode
  decode encodeAsync decodeAsync safeEncode safeDecode safeEncodeAsync safeDecodeAsync toJSONSchema
  keyof catchall passthrough loose strip safeExtend merge partial exactPartial required lowercase
  uppercase slugify multipleOf step includes startsWith endsWith nonempty gt gte lt lte safe
  negative nonpositive finite rest unwrap
`
  .trim()
  .split(/\s+/);

/**
 * What libraries, and the contracts, bring along and the portal never runs. Their bundles hold it because methods of classes,
 * and names given to components, cannot be seen to be unused.
 */
const CUTS: readonly { file: RegExp; cuts: readonly Cut[] }[] = [
  {
    file: /\/schemas\/api\/[\w-]+\.ts$/,
    // What a call is for is told by the server, in its OpenAPI document.
    cuts: [[/\bsummary:\s+(?:'[^'\n]*'|"[^"\n]*"|`[^`]*`),/g, "summary: '',"]],
  },
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
      ...UNCALLED_METHODS.map(method),
    ],
  },
  {
    file: /\/zod\/v4\/classic\/errors\.js$/,
    // Other shapes of what is wrong: our screens read the issues themselves.
    cuts: [[/ {4}const proto = [^]*? {4}\}\);\n(?=\};\nexport const ZodError )/, '']],
  },
  {
    file: /\/query-core\/build\/modern\/query\.js$/,
    cuts: [
      // No query of ours is one of endless pages.
      [
        /\(this\.#queryType === "infinite" \? .* : (this\.options\.behavior)\)(?=\?\.onFetch)/,
        '$1',
      ],
    ],
  },
  {
    file: /\/react-router\/dist\/production\/chunk-\w+\.mjs$/,
    cuts: [
      [/^\w+\.displayName = .*;$/gm, ''],
      // Reads ahead with a router that runs on a server too; ours does not.
      [/React\d*\.createElement\(PrefetchPageLinks, \{ page: href \}\)/, 'null'],
      // Errors that such a server has packed.
      [/return .*\(RSCErrorHandler, \{ error \}, result\);/, 'return result;'],
      [/const decoded = decodeRouteErrorResponseDigest\(error\.digest\);/, 'const decoded = null;'],
      // An address that cannot be decoded is one that is not found, which the page says.
      [/warning\(\s+false,\s+`The URL path [^`]*`\s+\);/, ''],
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
