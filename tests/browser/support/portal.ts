import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { buildPortal } from '#deploy/build-portal.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest';
import { launchChromium, whyNoChromium } from '#tests/support/chromium.ts';
import { requireOrSkip } from '#tests/support/engines.ts';
import { type MockApi, startMockApi } from './mock-api.ts';
import { bringTypeface } from './typeface.ts';

export const PHONE = { width: 360, height: 740 };
export const DESKTOP = { width: 1280, height: 900 };
/** What is waited for takes a moment, on a busy machine many. */
const PATIENCE_MS = 90_000;

export interface Portal {
  api: MockApi;
  browser: Browser;
  /** A new visitor's page; what the console said against us is in `complaints`. */
  visit: (options?: BrowserContextOptions) => Promise<Visit>;
  close: () => Promise<void>;
}

export interface Visit {
  page: Page;
  complaints: string[];
  go: (path: string) => Promise<void>;
  /** Drops Chromium's own lines of what the network did not bring, which a test has planned. */
  forgiveNetwork: () => void;
  leave: () => Promise<void>;
  /** Leaves, and fails where the console complained. */
  leaveQuietly: () => Promise<void>;
}

/** Chromium's own line for an answer that is not a success; tests plan those, so they are no complaint. */
const NETWORK_LINE = 'Failed to load resource: the server responded with a status of';
/** And its line for what did not come at all. */
const NO_ANSWER_LINE = 'Failed to load resource: net::';

/**
 * Tests of the production build behind the mock server, in a real Chromium; the server has forgotten
 * what it was told to answer before each. The portal is there from the first hook on.
 */
export function describePortal(name: string, tests: (portal: Portal) => void): void {
  requireOrSkip('chromium', whyNoChromium());
  describe.skipIf(whyNoChromium() !== undefined)(`${name}, in Chromium`, () => {
    const portal = {} as Portal;
    beforeAll(async () => {
      Object.assign(portal, await openPortal());
    });
    afterAll(() => portal.close());
    beforeEach(() => portal.api.reset());
    tests(portal);
  });
}

/** A visit of its own for each test, which is left after it and has to have been quiet. */
export function eachVisit(portal: Portal, options?: BrowserContextOptions): Visit {
  const current = {} as Visit;
  let shared: SharedContext | undefined;
  beforeEach(async () => {
    shared ??= await shareContext(portal, options);
    Object.assign(current, await shared.visit());
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') process.stderr.write(await stateOf(current.page));
    await current.leaveQuietly();
    if (shared?.isUsedUp()) {
      await shared.close();
      shared = undefined;
    }
  });
  afterAll(() => shared?.close());
  return current;
}

async function openPortal(): Promise<Portal> {
  // A copy: whoever changes the portal meanwhile has it built anew.
  const directory = await mkdtemp(join(tmpdir(), 'rigworth-portal-'));
  await cp(await buildPortal(), directory, { recursive: true });
  const api = await startMockApi(directory);
  const browser = await launchChromium();
  return {
    api,
    browser,
    visit: async (options) => {
      const context = await newContext(browser, api, options);
      return visitIn(await context.newPage(), () => context.close());
    },
    close: async () => {
      await browser.close();
      await api.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const ANSWERS_IN_MS = 5_000;

/** What the page of a failed test is at: one that neither answers nor draws waits for nothing. */
async function stateOf(page: Page): Promise<string> {
  const answerTo = (question: string) =>
    Promise.race([
      page.evaluate(question).then(String, String),
      after(ANSWERS_IN_MS, 'nothing', { ref: false }),
    ]);
  const state = await answerTo('`${location.href}, ${document.visibilityState}`');
  const drawn = await answerTo('new Promise((drawn) => requestAnimationFrame(drawn))');
  return `The page says of itself: ${state}; of its next frame: ${drawn}\n`;
}

interface SharedContext {
  /** A page without cookies and storage, alone with its server. */
  visit: () => Promise<Visit>;
  /** Whether something was set that cannot be undone. */
  isUsedUp: () => boolean;
  close: () => Promise<void>;
}

/**
 * One context for visits one after another, which forgets between them: a page beside another of its
 * site takes half of what one does for which a browser starts a process and reads the scripts anew.
 */
async function shareContext(
  { api, browser }: Portal,
  options?: BrowserContextOptions,
): Promise<SharedContext> {
  const context = await newContext(browser, api, options);
  const keeper = await context.newPage();
  await keeper.goto('/icon.svg');
  let isUsedUp = false;
  const forget = async () => {
    const others = context.pages().filter((page) => page !== keeper);
    await Promise.all(others.map((page) => page.close()));
    await keeper.evaluate('localStorage.clear()');
    await context.clearCookies();
    await context.clearPermissions();
    await context.setOffline(false);
  };
  return {
    visit: async () => {
      const [page] = await Promise.all([
        context.waitForEvent('page'),
        keeper.evaluate('void open("about:blank")'),
      ]);
      const visit = visitIn(page, forget);
      const { clock } = context;
      Object.defineProperty(visit.page, 'clock', {
        get: () => {
          isUsedUp = true; // a page's clock is its whole context's
          return clock;
        },
      });
      return visit;
    },
    isUsedUp: () => isUsedUp,
    close: () => context.close(),
  };
}

async function newContext(
  browser: Browser,
  api: MockApi,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: DESKTOP,
    reducedMotion: 'reduce',
    baseURL: api.url,
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  await bringTypeface(context);
  return context;
}

function visitIn(page: Page, leave: () => Promise<void>): Visit {
  const complaints: string[] = [];
  page.on('console', (message) => {
    const loud = message.type() === 'error' || message.type() === 'warning';
    if (loud && !message.text().startsWith(NETWORK_LINE)) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return {
    page,
    complaints,
    go: async (path) => {
      await page.goto(path);
      // The app's own: its heading stands there before it does.
      await page.locator('#content :is(h1, [aria-busy=true])').first().waitFor();
    },
    forgiveNetwork: () => {
      const others = complaints.filter((text) => !text.startsWith(NO_ANSWER_LINE));
      complaints.splice(0, complaints.length, ...others);
    },
    leave,
    leaveQuietly: async () => {
      await leave();
      if (complaints.length > 0) throw new Error(`the console said: ${complaints.join('\n')}`);
    },
  };
}

/** Stops a page's installed clock ahead of where it stands, further than it goes until a slow machine has heard of it. */
export const stopTime = async ({ page }: Visit): Promise<void> =>
  page.clock.pauseAt(await page.evaluate<number>('Date.now() + 20_000'));
