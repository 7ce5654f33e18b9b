import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makePython, pythonIn } from '#deploy/backtest/python-packages.ts';

/** Calls an API with what its OpenAPI document allows and with what it does not. */
const PACKAGE = 'schemathesis==4.32.5';
const FOLDER = join(import.meta.dirname, '../.cache', PACKAGE.replace('==', '-'));
/** Of each operation, besides one case for each of its document's rules and limits. */
const CASES = 20;

/** The Python that holds it, where it has been made. */
export const schemathesisIfReady = (): string | undefined =>
  existsSync(pythonIn(FOLDER)) ? pythonIn(FOLDER) : undefined;

/** The same, made on first use. @returns undefined where there is no python3 */
export async function prepareSchemathesis(): Promise<string | undefined> {
  return schemathesisIfReady() ?? (await makePython(FOLDER, [PACKAGE]));
}

export interface Fuzzing {
  url: string;
  /** Paths as the document writes them. */
  paths: readonly string[];
  headers?: Record<string, string>;
  /** Where it may leave files. */
  directory: string;
}

/**
 * Calls the paths again and again, with the same cases for the same document.
 * @returns 0 where no call was answered with a status of 500 or above, and what it says of those that were
 */
export function fuzz(
  python: string,
  { url, paths, headers = {}, directory }: Fuzzing,
): Promise<{ code: number; said: string }> {
  const options = {
    checks: 'not_a_server_error',
    phases: 'examples,coverage,fuzzing',
    'max-examples': String(CASES),
    'request-timeout': '60',
    warnings: 'off',
    // More share a parser of Python 3.11 that is not made for it.
    workers: '1',
  };
  const args = [
    '-m',
    'schemathesis.cli',
    'run',
    `${url}/api/openapi.json`,
    '--generation-deterministic',
    '--no-shrink',
    '--continue-on-failure',
    '--no-color',
    ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
    ...paths.flatMap((path) => ['--include-path', path]),
    ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
  ];
  return new Promise((resolve) => {
    execFile(python, args, { cwd: directory, maxBuffer: 1e8 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), said: `${stdout}${stderr}` }),
    );
  });
}
