import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchListings } from '#schemas/api/listings.ts';
import { SEARCH } from '../../portal/content/search.ts';
import { launchChromium, whyNoChromium } from '../support/chromium.ts';
import { requireOrSkip } from '../support/engines.ts';
import { startServer, temporaryDataDir, type RunningServer } from '../support/server.ts';
import { calculator } from './support/calculator.ts';

requireOrSkip('chromium', whyNoChromium());

/** Chromium's own line for an answer the contract requires: the user lookup of a guest. */
const EXPECTED = /api\/auth\/user/;

describe.skipIf(whyNoChromium() !== undefined)('the real server in a browser', () => {
  let data: Awaited<ReturnType<typeof temporaryDataDir>>;
  let server: RunningServer;
  let browser: Browser;
  const complaints: string[] = [];

  beforeAll(async () => {
    data = await temporaryDataDir();
    server = await startServer({ DATA_DIR: data.path });
    browser = await launchChromium();
  }, 480_000);
  afterAll(async () => {
    await browser.close();
    await server.stop();
    await data.remove();
  });

  async function open(path: string): Promise<Page> {
    const page = await browser.newPage();
    page.on('console', (message) => {
      const isExpected = EXPECTED.test(message.location().url);
      if (['error', 'warning'].includes(message.type()) && !isExpected)
        complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    // A refused eval is caught by whoever tried and never reaches the console.
    await page.exposeFunction('complain', (text: string) => complaints.push(text));
    await page.addInitScript(
      `document.addEventListener('securitypolicyviolation', (e) => complain(e.violatedDirective + ' ' + e.blockedURI))`,
    );
    await page.goto(`${server.url}${path}`);
    return page;
  }

  it('values an RV of the sample market, says that it is a sample, and opens all ten years', async () => {
    const page = await open('/');
    await page.getByText('Sample market').first().waitFor();
    await page.getByRole('link', { name: 'Calculate Depreciation' }).first().click();
    const rv = calculator(page);
    await rv.fill('Keystone', 'Montana', '2021');
    await rv.submit.click();
    await rv.result.getByText('Current Market Value').waitFor();
    await expect.poll(() => rv.result.innerText()).toMatch(/\$\d{2,3},\d{3}/);
    await rv.result.getByRole('button', { name: 'View All 10 Years' }).click();
    await rv.result
      .getByText(String(new Date().getUTCFullYear() + 10))
      .first()
      .waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('names the years there are, in a message, for a year outside them', async () => {
    const page = await open('/depreciation');
    const answer = await page.request.post(`${server.url}/api/algorithms/comprehensive-analysis`, {
      data: { make: 'Keystone', model: 'Montana', year: 1950 },
    });
    expect(answer.status()).toBe(422);
    const { message } = (await answer.json()) as { message: string };
    expect(message).toBe(`Year must be from 1990 to ${new Date().getUTCFullYear() + 1}`);
    await page.close();
  });

  it('finds what the keyword’s field names as examples', async () => {
    const page = await open('/');
    await page.getByText('Sample market').first().waitFor();
    // The last is no example but a kind.
    const examples = SEARCH.filters.keywordPlaceholder.split(', ').slice(0, -1);
    const found = examples.map(async (keyword) => {
      const params = { keyword };
      const answer = await page.request.get(`${server.url}${searchListings.path}`, { params });
      const { total } = (await answer.json()) as { total: number };
      return [keyword, total > 0];
    });
    expect(examples).not.toEqual([]);
    expect(await Promise.all(found)).toEqual(examples.map((keyword) => [keyword, true]));
    await page.close();
  });

  it('answers an unknown path with 404 and the card', async () => {
    const page = await browser.newPage();
    const response = await page.goto(`${server.url}/no-such-page`);
    expect(response?.status()).toBe(404);
    await page.getByText('404 Page Not Found').waitFor();
    await page.close();
  });

  it('shows the API description without a refused script or style', async () => {
    complaints.length = 0;
    const page = await open('/api/docs');
    await page.getByText('/api/rv-makes').first().waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });
});
