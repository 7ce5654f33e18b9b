import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser'];

/** Why there is no browser to test in; undefined when there is one. */
export const whyNoChromium = (): string | undefined =>
  PLACES.some((path) => existsSync(path))
    ? undefined
    : "Debian's chromium package is not installed";

/** Debian's Chromium without a screen, and without the calls home it makes by itself. */
export function launchChromium(): Promise<Browser> {
  const executablePath = PLACES.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error(whyNoChromium());
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      // A process for each site keeps a spare one ready: a third of all that are started, used by no test.
      '--disable-site-isolation-trials',
    ],
  });
}
