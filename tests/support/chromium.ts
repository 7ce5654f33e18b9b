import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser'];

/** Where Debian's Chromium is; undefined where it is not installed. */
export const chromiumPath = (): string | undefined => PLACES.find((path) => existsSync(path));

/** As root and without a graphics card, and without the calls home that it makes by itself. */
export const QUIET_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Why there is no browser to test in; undefined when there is one. */
export const whyNoChromium = (): string | undefined =>
  chromiumPath() === undefined ? "Debian's chromium package is not installed" : undefined;

/** Parts of the browser that no page needs. The last list counts, so that Playwright's own is in it. */
const LEFT_OUT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // Two pages of the address bar's that every window would load, in processes of their own.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
];

/** Debian's Chromium without a screen, and without the calls home it makes by itself. */
export const launchChromium = async (): Promise<Browser> => chromium.launch(optionsOf());

/** The same with its cookies switched off, as its settings do it, and with them what a page may store. */
export async function launchWithoutCookies(folder: string): Promise<BrowserContext> {
  const profile = { default_content_setting_values: { cookies: BLOCKED } };
  await mkdir(join(folder, 'Default'), { recursive: true });
  await writeFile(join(folder, 'Default', 'Preferences'), JSON.stringify({ profile }));
  return chromium.launchPersistentContext(folder, optionsOf());
}

/** Of Chromium's content settings. */
const BLOCKED = 2;

function optionsOf() {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error(whyNoChromium());
  return {
    executablePath,
    args: [
      ...QUIET_FLAGS,
      // A process for each site keeps a spare one ready: a third of all that are started, used by no test.
      '--disable-site-isolation-trials',
      // A page goes on in the process of another of its site, where the scripts have been read.
      '--process-per-site',
      `--disable-features=${LEFT_OUT.join(',')}`,
    ],
  };
}
