import { defineConfig, type DummyRuleMap } from 'oxlint';

/**
 * Which top-level folder may import which. This table is the architecture; a new direction is a
 * decision, not an accident. `tests/contract/boundaries.test.ts` plants violations and sees them fail.
 */
const mayImport: Record<string, string[]> = {
  schemas: [],
  domain: ['schemas'],
  platform: ['schemas'],
  ingest: ['schemas', 'domain', 'platform'],
  warehouse: ['schemas', 'platform'],
  pipelines: ['schemas', 'domain', 'platform', 'warehouse'],
  api: ['schemas', 'domain', 'platform', 'warehouse'],
  portal: ['schemas'],
  deploy: ['schemas', 'domain', 'platform', 'ingest', 'warehouse', 'pipelines', 'api'],
};
const folders = [...Object.keys(mayImport), 'tests'];

/** The portal's layers, lowest first: a layer imports only from those before it. */
const portalLayers = ['content', 'client', 'ui', 'charts', 'features', 'pages', 'app'];

interface Pattern {
  regex: string;
  importNames?: string[];
  message: string;
}

const AROUND = 'Between top-level folders use the # imports.';

function topLevelPatterns(folder: string): Pattern[] {
  const others = folders.filter((name) => name !== folder);
  const forbidden = others.filter((name) => !mayImport[folder]?.includes(name));
  // `schemas/api` is a folder of its own: there one level up and into `api` is still schemas.
  const reached = folders.filter((name) => folder !== 'schemas' || name !== 'api');
  return [
    {
      regex: `^#(${forbidden.join('|')})/`,
      message: `${folder}/ may not import this folder (see oxlint.config.ts).`,
    },
    {
      regex: `^(\\.\\./)+(${reached.join('|')})/|^(\\.\\./){2,}api/`,
      message: AROUND,
    },
  ];
}

function portalPatterns(layer: string): Pattern[] {
  const above = portalLayers.slice(portalLayers.indexOf(layer) + 1);
  const patterns: Pattern[] = [
    ...topLevelPatterns('portal'),
    {
      regex: '^react-router-dom$',
      importNames: ['useSearchParams'],
      message: 'A page reads and writes its address by client/use-address.ts.',
    },
    {
      regex: '^@tanstack/react-query$',
      importNames: ['useMutation'],
      message: 'A page sends by client/use-mutation.ts, once however often it is pressed.',
    },
  ];
  if (above.length > 0)
    patterns.push({
      regex: `^(\\.\\./)+(${above.join('|')})/`,
      message: `portal/${layer} may not import a layer above it.`,
    });
  if (!['client', 'features', 'app'].includes(layer))
    patterns.push(
      {
        regex: '^@tanstack/react-query$',
        importNames: ['useQuery', 'useQueryClient'],
        message: `What portal/${layer} shows is handed to it.`,
      },
      {
        regex: '/client/use-mutation\\.ts$',
        message: `What portal/${layer} is pressed for is handed to it.`,
      },
    );
  if (layer === 'features') patterns.push(otherFeature('\\.\\./'));
  return patterns;
}

/** One level up from a feature's folder, two from a part of it, and into a folder is always another feature. */
const otherFeature = (up: string): Pattern => ({
  regex: `^${up}[^./][^/]*/|^(\\.\\./)+features/`,
  message: 'No feature imports another.',
});

const SPY_INSTEAD = 'Use vi.spyOn, which does not ask that the module be loaded after it.';

const restrict = (patterns: Pattern[]): DummyRuleMap => ({
  'no-restricted-imports': ['error', { patterns }],
});

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error' },
  options: { typeAware: true },
  ignorePatterns: ['node_modules', '.data', '.build'],
  rules: {
    'import/no-cycle': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/consistent-type-imports': 'error',
    'no-console': 'error',
    'import/no-unassigned-import': 'off',
    'react/react-in-jsx-scope': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'no-shadow': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'vitest/require-mock-type-parameters': 'off',
    // Unit files share the code that is loaded: a module that is there already is not replaced.
    'vitest/no-restricted-vi-methods': [
      'error',
      { mock: SPY_INSTEAD, doMock: SPY_INSTEAD, hoisted: SPY_INSTEAD },
    ],
    // supertest's and our own helpers assert too.
    'vitest/expect-expect': 'off',
  },
  overrides: [
    ...Object.keys(mayImport).map((folder) => ({
      files: [`${folder}/**/*.{ts,tsx}`],
      rules: restrict(topLevelPatterns(folder)),
    })),
    // From its top `../api/` is the folder beside it.
    {
      files: ['schemas/*.ts'],
      rules: restrict([...topLevelPatterns('schemas'), { regex: '^\\.\\./', message: AROUND }]),
    },
    ...portalLayers.map((layer) => ({
      files: [`portal/${layer}/**/*.{ts,tsx}`],
      rules: restrict(portalPatterns(layer)),
    })),
    {
      files: ['portal/features/*/*/**/*.{ts,tsx}'],
      rules: restrict([...portalPatterns('features'), otherFeature('(\\.\\./){2}')]),
    },
    // The portal is built without what zod has deprecated (portal/lean-libraries.ts): there it would fail.
    { files: ['{schemas,portal}/**/*.{ts,tsx}'], rules: { 'typescript/no-deprecated': 'error' } },
    // Command lines and the bench talk to a person; everything else logs through platform/logging.
    { files: ['deploy/**', 'tests/bench/**', '**/*.test.ts'], rules: { 'no-console': 'off' } },
    // A test says what it expects to be answered by the type it asks for.
    { files: ['tests/**'], rules: { 'typescript/no-unnecessary-type-parameters': 'off' } },
  ],
});
