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
  if (isLocked(directory)) throw new DataDirInUse(directory, ownerOf(directory));
}

/** The process that wrote the status file (`PID: 123`), where another than this still runs. */
export function livingOwner(directory: string): number | undefined {
  const pid = ownerOf(directory);
  return pid !== undefined && isOtherRunning(pid) ? pid : undefined;
}

/** The engine holds its lock on this file, and writes its number into it. */
const statusFile = (directory: string): string => join(directory, 'status');

/** Whether any process of this machine holds the engine's lock (Linux lists them; elsewhere unknown). */
function isLocked(directory: string): boolean {
  try {
    const file = statSync(statusFile(directory));
    const owner = ownerOf(directory);
    const locks = readFileSync('/proc/locks', 'utf8').split('\n');
    return locks.some((line) => isLockOf(line, file, owner));
  } catch {
    return false;
  }
}

/**
 * Whether a line of /proc/locks (`7: FLOCK  ADVISORY  WRITE 4711 fe:00:1234 0 EOF`) is of this file. Files of
 * several devices have one number; where a file system shows another device than it locks on (Btrfs, overlays),
 * the process that the file names tells.
 */
export function isLockOf(
  line: string,
  { dev, ino }: { dev: number; ino: number },
  owner: number | undefined,
): boolean {
  const [, pid, major = '', minor = '', number] =
    / FLOCK .* (\d+) ([\da-f]+):([\da-f]+):(\d+) /.exec(line) ?? [];
  if (number !== String(ino)) return false;
  // As the C library puts them into one number.
  const device =
    ((dev >>> 8) & 0xfff) === parseInt(major, 16) && minorOf(dev) === parseInt(minor, 16);
  return device || (owner !== undefined && Number(pid) === owner);
}

const minorOf = (dev: number): number => (dev & 0xff) | ((dev >>> 12) & 0xfff00);

function ownerOf(directory: string): number | undefined {
  try {
    const [, pid] = /PID: (\d+)/.exec(readFileSync(statusFile(directory), 'utf8')) ?? [];
    return pid === undefined ? undefined : Number(pid);
  } catch {
    return undefined;
  }
}
