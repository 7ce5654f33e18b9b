import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Role } from '#deploy/roles/parts-of-role.ts';
import { keepLog } from './logs.ts';
import { PROJECT } from './server.ts';

export interface RunningRole {
  role: Role;
  process: ChildProcess;
  /** What it wrote so far, by line: its log and what else came on standard error. */
  log: string[];
  stderr: string[];
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Resolves with the first line that matches; fails when the role ends before. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
}

/** Starts a role as a process of its own, as `npm run role -- ROLE` does. */
export function startRole(role: Role, variables: Record<string, string | undefined>): RunningRole {
  const child = spawn(process.execPath, ['deploy/role.ts', role], {
    cwd: PROJECT,
    env: { ...process.env, UV_THREADPOOL_SIZE: '12', HOST: '127.0.0.1', PORT: '0', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log: string[] = keepLog([]);
  const stderr: string[] = keepLog([]);
  const listeners = new Set<() => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    log.push(line);
    for (const look of listeners) look();
  });
  createInterface({ input: child.stderr }).on('line', (line) => stderr.push(line));
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
  }));
  return {
    role,
    process: child,
    log,
    stderr,
    ended,
    says(pattern) {
      const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>();
      const look = (): void => {
        for (const line of log) {
          const match = pattern.exec(line);
          if (match) resolve(match);
        }
      };
      listeners.add(look);
      look();
      void ended.then(({ code, signal }) =>
        reject(
          new Error(
            `${role} ended with ${code ?? signal} before it said ${pattern.source}:\n${[...log, ...stderr].join('\n')}`,
          ),
        ),
      );
      return promise.finally(() => listeners.delete(look));
    },
  };
}
