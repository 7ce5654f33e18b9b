import { randomUUID } from 'node:crypto';
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** A file that appears under its name only when it is whole: one that breaks off leaves what was there. */
export interface WholeFile {
  write(bytes: Uint8Array): Promise<void>;
  /** Gives the file its name, once what was written is on the disk. */
  finish(): Promise<void>;
  /** Takes away what was begun. */
  discard(): Promise<void>;
}

/** Nothing was made or changed: the message names the file and why it cannot be one. */
export class FileNotBegun extends Error {
  readonly code = 'file_not_begun';
}

/** How the name of one ends that is not whole yet, or whose process died. */
export const UNFINISHED = '.part';

/**
 * @throws FileNotBegun where it cannot be made, or where the name already stands for something that is no
 *   file (a folder, a device), which the new file would replace
 */
export async function createWholeFile(path: string): Promise<WholeFile> {
  // Never over a file, nor through a link, that somebody else put there.
  const unfinished = `${path}.${randomUUID()}${UNFINISHED}`;
  const file = await begin(path, unfinished);
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

/** @throws FileNotBegun */
export async function writeWholeFile(path: string, text: string): Promise<void> {
  const file = await createWholeFile(path);
  try {
    await file.write(Buffer.from(text));
    await file.finish();
  } catch (error) {
    await file.discard();
    throw error;
  }
}

/**
 * For who writes only after long work: refuses at once, as `createWholeFile` would then, and leaves nothing.
 * @throws FileNotBegun
 */
export async function checkWholeFile(path: string): Promise<void> {
  const file = await createWholeFile(path);
  await file.discard();
}

async function begin(path: string, unfinished: string): Promise<FileHandle> {
  const notBegun = (why: string, cause?: unknown) => new FileNotBegun(`${path}: ${why}`, { cause });
  try {
    const there = await stat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (there?.isFile() === false) throw notBegun('is there and is not a file; name another');
    return await open(unfinished, 'wx');
  } catch (error) {
    if (error instanceof FileNotBegun) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? `there is no folder ${dirname(resolve(path))}` : message;
    throw notBegun(why, error);
  }
}
