import { defineConfig } from 'vitest/config';

/** On two cores a worker each. */
const AT_CORES = { maxWorkers: 2, sequence: { groupOrder: 1 } };
/** Files that wait, for a batch to fill or a page to draw, most of their time leave a core to a third. */
const AT_WAITS = { maxWorkers: 3, sequence: { groupOrder: 0 } };
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
    setupFiles: ['tests/support/same-cases.ts', 'tests/support/no-secret-logged.ts'],
    // Unit files share a process, which loads the code once; an engine wants one of its own.
    isolate: name !== 'unit',
    // A poll waits for what comes, on a busy machine too.
    expect: { poll: { timeout: 15_000 } },
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
        60_000,
      ),
      project('engine', ['tests/integration/**/*.test.ts'], 120_000, AT_WAITS),
      project('browser', ['tests/browser/**/*.test.ts'], 120_000, AT_PAGES),
      project('fault', ['tests/fault/**/*.test.ts'], 600_000, AT_WAITS),
    ],
  },
});
