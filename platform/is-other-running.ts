/**
 * Whether another process of this machine runs by this number; one of another user does too. The number of
 * this process, found in a file, is that of one that ended, or that runs in another container.
 */
export function isOtherRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
