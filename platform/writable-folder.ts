import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder with all that is missing above it, and sees that it may be read and written. One
 * folder at a time: Node's recursive mkdir never returns where the system answers "no such file" to
 * a mkdir in a folder that is there, as Linux does under /proc.
 * @throws Error whose message names what is in the way
 */
export function makeWritableFolder(path: string): void {
  const missing: string[] = [];
  let there = resolve(path);
  for (;;) {
    const found = statSync(there, { throwIfNoEntry: false });
    if (found?.isDirectory()) break;
    if (found !== undefined) throw new Error(`${there} is not a folder`);
    missing.push(there);
    there = dirname(there);
  }
  assertWritable(there);
  for (const folder of missing.toReversed()) {
    try {
      // What stands in it is for the one who runs us: raw records, later accounts.
      mkdirSync(folder, { mode: 0o700 });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EEXIST')
        throw new Error(`${folder} cannot be made (${code})`, { cause: error });
    }
  }
}

function assertWritable(folder: string): void {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new Error(`${folder} may not be written by this user`, { cause });
  }
}
