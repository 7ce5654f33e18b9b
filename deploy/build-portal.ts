import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

const PROJECT = resolve(import.meta.dirname, '..');
const BUILT = join(PROJECT, '.build', 'portal');
const HASH_FILE = '.sources';

/** What the built portal is made of; a change in any of it makes a new build. */
const SOURCES = ['portal/**/*', 'schemas/**/*.ts', 'package-lock.json'];

/**
 * Builds the portal in a child process when its sources changed since the last build, beside the old
 * build and swapped in whole. Several processes may do so at once: each builds in a folder of its own,
 * and the first one done is kept.
 * @returns the folder to serve
 * @throws Error with the build's own output when it fails
 */
export async function buildPortal(folder = BUILT): Promise<string> {
  const hash = await hashOfSources();
  const isBuilt = async (): Promise<boolean> =>
    (await readFile(join(folder, HASH_FILE), 'utf8').catch(() => '')) === hash;
  if (await isBuilt()) return folder;
  await mkdir(dirname(folder), { recursive: true });
  const own = await mkdtemp(`${folder}-`);
  const [next, old] = [join(own, 'next'), join(own, 'old')];
  try {
    await runVite(next);
    await writeFile(join(next, HASH_FILE), hash);
    if (await isBuilt()) return folder;
    await rename(folder, old).catch(unless('ENOENT'));
    await rename(next, folder).catch(unless('ENOTEMPTY', 'EEXIST'));
    return folder;
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/** Passes over an error with one of these codes. */
function unless(...codes: string[]): (error: NodeJS.ErrnoException) => void {
  return (error) => {
    if (!codes.includes(error.code ?? '')) throw error;
  };
}

async function hashOfSources(): Promise<string> {
  const files = await Array.fromAsync(glob(SOURCES, { cwd: PROJECT, withFileTypes: true }));
  const paths = files
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .toSorted();
  const hash = createHash('sha256');
  for (const path of paths)
    hash
      .update(path.slice(PROJECT.length))
      .update('\0')
      .update(await readFile(path))
      .update('\0');
  return hash.digest('hex');
}

function runVite(outDir: string): Promise<void> {
  const vite = join(PROJECT, 'node_modules', 'vite', 'bin', 'vite.js');
  if (!existsSync(vite)) throw new Error('vite is not installed: run npm ci');
  const child = spawn(
    process.execPath,
    [vite, 'build', 'portal', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'error'],
    { cwd: PROJECT, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (output += data.toString()));
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (code) =>
      code === 0 ? done() : fail(new Error(`building the portal failed:\n${output}`)),
    );
  });
}

// `node deploy/build-portal.ts` builds ahead of the first start, which then finds it: the container image does so.
if (import.meta.main) await buildPortal();
