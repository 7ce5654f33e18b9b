import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

export const pythonIn = (folder: string): string => join(folder, 'bin/python');

/**
 * Makes a folder with a Python of its own that holds these packages; it gets its name when it is whole.
 * @returns undefined where there is no python3
 */
export async function makePython(
  folder: string,
  packages: readonly string[],
): Promise<string | undefined> {
  const run = promisify(execFile);
  const python3 = await run('python3', ['--version']).catch(() => undefined);
  if (python3 === undefined) return undefined;
  console.error(`installing ${packages.join(', ')} …`);
  await mkdir(dirname(folder), { recursive: true });
  // An environment's scripts hold the path it was made at, so only its python is used after the rename.
  const unfinished = await mkdtemp(`${folder}.`);
  try {
    await run('python3', ['-m', 'venv', unfinished]);
    await run(pythonIn(unfinished), ['-m', 'pip', 'install', '--quiet', ...packages]);
    await rename(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return pythonIn(folder);
}
