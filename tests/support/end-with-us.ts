import { spawn, type ChildProcess } from 'node:child_process';

/**
 * A run that is killed must leave no server behind: the end of this process closes the guard's input,
 * which then kills the server and removes its folder.
 * @returns the guard, to be killed by who ends the server in good order
 */
export function endWithUs(server: ChildProcess, folder?: string): ChildProcess {
  const command = 'read _; kill -9 "$1" 2>/dev/null; [ -z "$2" ] || { sleep 1; rm -rf "$2"; }';
  const guard = spawn('sh', ['-c', command, 'sh', String(server.pid), folder ?? ''], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  return guard;
}
