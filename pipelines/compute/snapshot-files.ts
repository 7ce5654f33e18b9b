import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

const KEPT = 20;
const POINTER = 'latest';
const SUFFIX = '.snapshot';

/**
 * Writes a snapshot beside the others and points `latest` at it; each appears under its name only
 * when it is whole on disk. The last 20 are kept.
 */
export async function writeSnapshotFile(
  folder: string,
  id: string,
  bytes: Uint8Array,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const name = `${id.replaceAll(/[^A-Za-z0-9@.-]/g, '-')}${SUFFIX}`;
  await writeWhole(join(folder, name), bytes);
  await writeWhole(join(folder, POINTER), Buffer.from(name));
  // Ids begin with their instant, so the names sort by age.
  const old = (await readdir(folder)).filter((file) => file.endsWith(SUFFIX)).toSorted();
  for (const file of old.slice(0, -KEPT)) if (file !== name) await rm(join(folder, file));
}

/** The bytes of the snapshot `latest` points at; undefined before the first. */
export async function readLatestSnapshotFile(folder: string): Promise<Uint8Array | undefined> {
  try {
    const name = await readFile(join(folder, POINTER), 'utf8');
    return await readFile(join(folder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const unfinished = `${path}.part`;
  const file = await open(unfinished, 'w');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
}
