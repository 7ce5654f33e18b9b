import { readFile } from 'node:fs/promises';
import { createWholeFile } from '#platform/whole-file.ts';

/** What was written there last; undefined where nothing was. */
export async function readState<State>(path: string): Promise<State | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as State;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes it whole or not at all. */
export async function writeState(path: string, state: object): Promise<void> {
  const file = await createWholeFile(path);
  await file.write(Buffer.from(JSON.stringify(state)));
  await file.finish();
}
