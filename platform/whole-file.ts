import { randomUUID } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';

/** A file that appears under its name only when it is whole: one that breaks off leaves what was there. */
export interface WholeFile {
  write(bytes: Uint8Array): Promise<void>;
  /** Gives the file its name, once what was written is on the disk. */
  finish(): Promise<void>;
  /** Takes away what was begun. */
  discard(): Promise<void>;
}

/** How the name of one ends that is not whole yet, or whose process died. */
export const UNFINISHED = '.part';

/**
 * @throws Error where the name already stands for something that is no file (a folder, a device), which
 *   the new file would replace, and the file system's error where it cannot be made
 */
export async function createWholeFile(path: string): Promise<WholeFile> {
  const there = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (there !== undefined && !there.isFile())
    throw new Error(`${path} is there and is not a file: name another`);
  // Never over a file, nor through a link, that somebody else put there.
  const unfinished = `${path}.${randomUUID()}${UNFINISHED}`;
  const file = await open(unfinished, 'wx');
  return {
    write: (bytes) => file.writeFile(bytes),
    async finish() {
      await file.sync();
      await file.close();
      await rename(unfinished, path);
    },
    async discard() {
      await file.close();
      await rm(unfinished, { force: true });
    },
  };
}
