import { defineConfig } from 'vitest/config';

/** On two cores a worker each; engines bring processes of their own. */
const AT_ENGINES = { maxWorkers: 2, sequence: { groupOrder: 0 } };
const AT_CORES = { maxWorkers: 2, sequence: { groupOrder: 1 } };
/** Files that wait for a page to draw most of their time leave a core to a third. */
const AT_PAGES = { maxWorkers: 3, sequence: { groupOrder: 2 } };

/**
 * Four projects by what they need. Those that open chdb run in forks: in a worker thread the engine
 * crashes at exit. Each worker has its own DATA_DIR and port 0.
 */
const project = (name: string, include: string[], testTimeout: number, at = AT_CORES) => ({
  test: {
    name,
    include,
    testTimeout,
    hookTimeout: testTimeout,
    ...at,
    pool: 'forks' as const,
    setupFiles: [
      'tests/support/no-file-hangs.ts',
      'tests/support/same-cases.ts',
      'tests/support/no-secret-logged.ts',
    ],
    // Unit files share a process, which loads the code once; an engine wants one of its own.
    isolate: name !== 'unit',
    // A poll waits for what comes, on a busy or slow machine too.
    expect: { poll: { timeout: 60_000 } },
  },
});

export default defineConfig({
  test: {
    globalSetup: ['tests/support/say-what-is-missing.ts', 'tests/support/once-a-run.ts'],
    projects: [
      project(
        'unit',
        [
          '{schemas,domain,platform,ingest,warehouse,pipelines,api,deploy,portal}/**/*.test.{ts,tsx}',
          'tests/{contract,guide}/**/*.test.ts',
        ],
        180_000,
      ),
      project('engine', ['tests/integration/**/*.test.ts'], 360_000, AT_ENGINES),
      project('browser', ['tests/browser/**/*.test.ts'], 360_000, AT_PAGES),
      project('fault', ['tests/fault/**/*.test.ts'], 1_200_000, AT_ENGINES),
    ],
  },
});
