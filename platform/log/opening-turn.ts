import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

const ATTEMPTS = 3_000;
const AGAIN_MS = 20;

/**
 * Does the work, opening or closing the folder's LMDB environment, while no other process does either. Whoever
 * opens one while another process closes it as the last finds LMDB's locks taken down, "Invalid argument", and they
 * stay so until all who have it open have ended.
 *
 * The turn is SQLite's lock on a file of the folder: the system takes it from a process that ends, however it ends.
 * @param random gives numbers from 0 to 1, so that those who wait do not ask in step
 * @throws Error where another process has kept the turn for half a minute: it is stopped in the midst of it
 */
export async function inTurn<T>(
  directory: string,
  random: () => number,
  work: () => T | Promise<T>,
): Promise<T> {
  const lock = new DatabaseSync(join(directory, 'opening.lock'), { timeout: 0 });
  try {
    for (let attempt = 1; !isTaken(lock); attempt += 1) {
      if (attempt === ATTEMPTS)
        throw new Error('another process has been opening or closing it for half a minute');
      await sleep(random() * AGAIN_MS);
    }
    return await work();
  } finally {
    // Closing it gives the turn back.
    lock.close();
  }
}

const SQLITE_BUSY = 5;

function isTaken(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false;
    throw error;
  }
}
