import { defineConfig } from 'vitest/config';

/**
 * Four projects by what they need. Those that open chdb run in forks: in a worker thread the engine
 * crashes at exit. Two workers at most, each with its own DATA_DIR and port 0.
 */
const project = (name: string, include: string[], testTimeout: number) => ({
  test: {
    name,
    include,
    testTimeout,
    hookTimeout: testTimeout,
    pool: 'forks' as const,
    setupFiles: ['tests/support/same-cases.ts'],
    // Unit files share a process, which loads the code once; an engine wants one of its own.
    isolate: name !== 'unit',
    // A poll waits for what comes, on a busy machine too.
    expect: { poll: { timeout: 15_000 } },
  },
});

export default defineConfig({
  test: {
    maxWorkers: 2,
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
      project('engine', ['tests/integration/**/*.test.ts'], 120_000),
      project('browser', ['tests/browser/**/*.test.ts'], 120_000),
      project('fault', ['tests/fault/**/*.test.ts'], 600_000),
    ],
  },
});
