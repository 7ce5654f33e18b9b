import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createWholeFile, UNFINISHED } from '#platform/whole-file.ts';

const KEPT = 20;
const POINTER = 'latest';
const SUFFIX = '.snapshot';

/** Writes a snapshot beside the others; it appears under its name only when it is whole on disk. */
export async function writeSnapshotFile(
  folder: string,
  id: string,
  bytes: Uint8Array,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeWhole(join(folder, nameOf(id)), bytes);
}

/** Points `latest` at a snapshot that was written and is published. */
export async function pointAtSnapshotFile(folder: string, id: string): Promise<void> {
  await writeWhole(join(folder, POINTER), Buffer.from(nameOf(id)));
}

/** Lets go of all but the last 20. `served` stay, however old. */
export async function deleteOldSnapshotFiles(
  folder: string,
  served: readonly string[],
): Promise<void> {
  const kept = new Set(served.map(nameOf));
  const files = await readdir(folder);
  // One process writes snapshots at a time, so these are of one that died.
  for (const file of files) if (file.endsWith(UNFINISHED)) await rm(join(folder, file));
  // Ids begin with their instant, so the names sort by age.
  const old = files.filter((file) => file.endsWith(SUFFIX)).toSorted();
  for (const file of old.slice(0, -KEPT)) if (!kept.has(file)) await rm(join(folder, file));
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

const nameOf = (id: string): string => `${id.replaceAll(/[^A-Za-z0-9@.-]/g, '-')}${SUFFIX}`;

async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const file = await createWholeFile(path);
  try {
    await file.write(bytes);
    await file.finish();
  } catch (error) {
    await file.discard();
    throw error;
  }
}
