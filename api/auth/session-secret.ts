import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { StartRefused } from '#platform/lifecycle.ts';

const BYTES = 32;

/**
 * The secret kept in a file: made at the first start, readable by its owner only. Whoever calls must
 * hold the lock of DATA_DIR.
 * @throws StartRefused when the file holds less than a secret
 */
export async function keptSecret(file: string): Promise<string> {
  const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (kept === undefined) {
    const made = randomBytes(BYTES).toString('base64');
    await writeFile(file, made, { mode: 0o600, flag: 'wx' });
    return made;
  }
  if (Buffer.from(kept, 'base64').length < BYTES)
    throw new StartRefused(
      `${file} holds less than ${BYTES} bytes: remove it, and everyone signs in again, or set SESSION_SECRET.`,
    );
  return kept;
}
