import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepLog } from './logs.ts';

export const PROJECT = resolve(import.meta.dirname, '../..');

/** A DATA_DIR of its own, removed by `remove`. */
export async function temporaryDataDir(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'rigworth-data-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
  /** The last line of standard output, parsed. */
  result<T>(): T;
}

type Variables = Record<string, string | undefined>;

/** Variables of this machine that would choose other parts than the test means. */
const NEUTRAL: Variables = {
  KAFKA_BROKERS: undefined,
  CLICKHOUSE_URL: undefined,
  DATABASE_URL: undefined,
  SESSION_SECRET: undefined,
  PORT: undefined,
  SAMPLE: undefined,
};

function start(script: string, args: readonly string[], variables: Variables): ChildProcess {
  return spawn(process.execPath, [join('deploy', script), ...args], {
    cwd: PROJECT,
    env: { ...process.env, ...NEUTRAL, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs a command of the project to its end. */
export async function runCommand(
  script: string,
  args: readonly string[],
  variables: Variables,
): Promise<Finished> {
  const child = start(script, args, variables);
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (data: Buffer) => (output.stdout += data.toString()));
  child.stderr?.on('data', (data: Buffer) => (output.stderr += data.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return {
    code,
    ...output,
    result: <T>() => JSON.parse(output.stdout.trim().split('\n').at(-1) ?? '') as T,
  };
}

export interface RunningServer {
  url: string;
  process: ChildProcess;
  /** What it logged so far. */
  log: string[];
  /** Ctrl-C; resolves with the exit code. */
  stop(): Promise<number | null>;
}

/** Starts the server on a free port and waits until health answers 200. */
export async function startServer(
  variables: Variables,
  script = 'start.ts',
  args: string[] = [],
): Promise<RunningServer> {
  const child = start(script, args, { PORT: '0', HOST: '127.0.0.1', ...variables });
  const log: string[] = keepLog([]);
  const ended = once(child, 'exit');
  const url = await new Promise<string>((found, fail) => {
    const read = (line: string): void => {
      log.push(line);
      const match = /"url":"http:\/\/localhost:(\d+)".* is up"/.exec(line);
      if (match) found(`http://127.0.0.1:${match[1]}`);
    };
    if (child.stdout) createInterface(child.stdout).on('line', read);
    if (child.stderr) createInterface(child.stderr).on('line', read);
    child.once('exit', (code) =>
      fail(new Error(`the server ended with ${code}:\n${log.join('\n')}`)),
    );
  });
  await untilHealthy(url, log).catch((error: unknown) => {
    // Nobody else would end it.
    child.kill();
    throw error;
  });
  return {
    url,
    process: child,
    log,
    async stop() {
      child.kill('SIGINT');
      const [code] = (await ended) as [number | null];
      return code;
    },
  };
}

/** A first start takes less than a minute, on a slow machine many times that. */
const HEALTHY_WITHIN_MS = 480_000;

async function untilHealthy(url: string, log: readonly string[]): Promise<void> {
  const deadline = Date.now() + HEALTHY_WITHIN_MS;
  while (Date.now() < deadline) {
    const status = await fetch(`${url}/api/health`).then(
      ({ status }) => status,
      () => 0,
    );
    if (status === 200) return;
    await sleep(100);
  }
  throw new Error(`not healthy within ${HEALTHY_WITHIN_MS / 1_000} s:\n${log.join('\n')}`);
}

/** Asks the API and parses its JSON. */
export async function ask<T>(
  url: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: T; headers: Headers }> {
  const response = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    ...(body === undefined
      ? {}
      : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as T, headers: response.headers };
}
