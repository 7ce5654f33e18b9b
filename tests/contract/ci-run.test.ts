import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rigworth-ci-'));
  await mkdir(join(folder, '.ci'));
  await mkdir(join(folder, 'bin'));
  await copyFile(join(import.meta.dirname, '../../.ci/run'), join(folder, '.ci/run'));
});
afterEach(() => rm(folder, { recursive: true }));

interface Steps {
  install?: number;
  test?: number;
  check?: number;
  report?: object;
}

/** Runs `.ci/run` where npm and the package manager of the machine end as they are told to. */
async function run({ install = 0, test = 0, check = 0, report }: Steps) {
  const command = async (name: string, lines: string[]) => {
    const path = join(folder, 'bin', name);
    await writeFile(path, ['#!/bin/sh', ...lines, ''].join('\n'));
    await chmod(path, 0o755);
  };
  await command('apt-get', ['exit 0']);
  await writeFile(join(folder, 'report.json'), JSON.stringify(report ?? {}));
  const writes = report === undefined ? '' : `cp '${join(folder, 'report.json')}' "\${arg#*=}"`;
  await command('npm', [
    `if [ "$1" = ci ]; then exit ${install}; fi`,
    `if [ "$1" = run ]; then exit ${check}; fi`,
    `for arg in "$@"; do case "$arg" in --outputFile*) ${writes} ;; esac; done`,
    `exit ${test}`,
  ]);
  return new Promise<{ code: unknown; last: string | undefined }>((resolve) => {
    execFile(
      join(folder, '.ci/run'),
      { env: { ...process.env, PATH: [join(folder, 'bin'), process.env['PATH']].join(delimiter) } },
      (error, stdout) =>
        resolve({ code: error?.code ?? 0, last: stdout.trimEnd().split('\n').at(-1) }),
    );
  });
}

const report = (passed: number, failed: number, over: object = {}) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: 0,
  testResults: [],
  ...over,
});
const fileThatCannotBeLoaded = { status: 'failed', assertionResults: [] };

it.each<[string, Steps, number, string]>([
  ['all passes', { report: report(9, 0) }, 0, '9 passed, 0 failed'],
  ['some are skipped', { report: report(9, 0, { numPendingTests: 2 }) }, 0, '9 passed, 0 failed, 2 skipped'],
  ['a test fails', { test: 1, report: report(8, 1) }, 1, '8 passed, 1 failed'],
  ['a file cannot be loaded', { test: 1, report: report(8, 0, { testResults: [fileThatCannotBeLoaded] }) }, 1, '8 passed, 1 failed'],
  ['tests end with an error that is no test’s', { test: 1, report: report(9, 0) }, 1, '9 passed, 1 failed'],
  ['the check alone fails', { check: 2, report: report(9, 0) }, 1, '9 passed, 1 failed'],
  ['a test and the check fail', { test: 1, check: 2, report: report(8, 1) }, 1, '8 passed, 2 failed'],
  ['no report is written', { test: 1 }, 1, '0 passed, 1 failed'],
  ['the tests are gone without a word', {}, 1, '0 passed, 1 failed'],
  ['the packages cannot be installed', { install: 1 }, 1, '0 passed, 2 failed'],
])('.ci/run ends with what passed and what failed where %s', async (_case, steps, code, last) => {
  expect(await run(steps)).toEqual({ code, last });
}); // prettier-ignore
