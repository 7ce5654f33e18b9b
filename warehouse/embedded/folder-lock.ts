import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isOtherRunning } from '#platform/is-other-running.ts';
import { DataDirInUse } from '../errors.ts';

/**
 * Asks for the engine's lock on a folder without the engine, which prints its own error to the terminal
 * when it finds the lock, and whose code alone takes 150 MB. Who holds it may end meanwhile, and another
 * may take it.
 * @throws DataDirInUse where a process of this machine holds it, this one too; elsewhere than on Linux only
 *   opening the folder tells
 */
export function refuseHeldFolder(directory: string): void {
  if (isLocked(statusFile(directory))) throw new DataDirInUse(directory, ownerOf(directory));
}

/** The process that wrote the status file (`PID: 123`), where another than this still runs. */
export function livingOwner(directory: string): number | undefined {
  const pid = ownerOf(directory);
  return pid !== undefined && isOtherRunning(pid) ? pid : undefined;
}

/** The engine holds its lock on this file, and writes its number into it. */
const statusFile = (directory: string): string => join(directory, 'status');

/** Whether any process of this machine holds a lock on the file (Linux lists them; elsewhere unknown). */
function isLocked(path: string): boolean {
  try {
    const { ino } = statSync(path);
    const locks = readFileSync('/proc/locks', 'utf8');
    return locks.split('\n').some((line) => line.includes('FLOCK') && line.includes(`:${ino} `));
  } catch {
    return false;
  }
}

function ownerOf(directory: string): number | undefined {
  try {
    const [, pid] = /PID: (\d+)/.exec(readFileSync(statusFile(directory), 'utf8')) ?? [];
    return pid === undefined ? undefined : Number(pid);
  } catch {
    return undefined;
  }
}
