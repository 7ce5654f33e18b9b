import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from './postgres.ts';
import { until } from './until.ts';

/** Stripe's own stand-in: it holds every call against the published OpenAPI, and remembers nothing. */
const VERSION = 'v0.203.0';
const FOLDER = join(import.meta.dirname, '../.cache/stripe-mock', VERSION);
const BINARY = join(FOLDER, 'stripe-mock');

/** Why it cannot be used here, or undefined when it can (it may still have to be built). */
export function whyNoStripeMock(): string | undefined {
  if (existsSync(BINARY)) return undefined;
  const [, minor] =
    /go1\.(\d+)/.exec(spawnSync('go', ['version'], { encoding: 'utf8' }).stdout ?? '') ?? [];
  return Number(minor ?? 0) >= 21 ? undefined : 'Go 1.21 or newer is needed to build it';
}

export async function startStripeMock(): Promise<{ url: string; stop(): void }> {
  if (!existsSync(BINARY)) {
    mkdirSync(FOLDER, { recursive: true });
    const built = spawnSync('go', ['install', `github.com/stripe/stripe-mock@${VERSION}`], {
      env: { ...process.env, GOBIN: FOLDER },
      encoding: 'utf8',
    });
    if (built.status !== 0) throw new Error(`stripe-mock could not be built: ${built.stderr}`);
  }
  const port = await freePort();
  const server = spawn(BINARY, ['-http-addr', `127.0.0.1:${port}`], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  const answers = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  await until('stripe-mock answers', answers).catch((error: unknown) => {
    // Nobody else would end it.
    server.kill();
    throw error;
  });
  return { url, stop: () => void server.kill() };
}
