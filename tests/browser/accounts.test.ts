import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { launchChromium, launchWithoutCookies, whyNoChromium } from '../support/chromium.ts';
import { requireOrSkip } from '../support/engines.ts';
import { startServer, temporaryDataDir, type RunningServer } from '../support/server.ts';

requireOrSkip('chromium', whyNoChromium());

const PASSWORD = 'a caravan in the rain';

describe.skipIf(whyNoChromium() !== undefined)('an account in a browser', () => {
  let data: Awaited<ReturnType<typeof temporaryDataDir>>;
  let server: RunningServer;
  let browser: Browser;

  beforeAll(async () => {
    data = await temporaryDataDir();
    server = await startServer({ DATA_DIR: data.path, SAMPLE: 'off' });
    browser = await launchChromium();
  }, 480_000);
  afterAll(async () => {
    await browser.close();
    await server.stop();
    await data.remove();
  });

  /** A browser without cookies, on the analyzer, the modal open. */
  async function openModal(): Promise<Page> {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${server.url}/depreciation`);
    await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('dialog').waitFor();
    return page;
  }

  async function fill(page: Page, email: string, password: string): Promise<void> {
    await page.getByRole('dialog').getByLabel('E-mail').fill(email);
    await page.getByRole('dialog').getByLabel('Password').fill(password);
  }

  async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
    await fill(page, email, password);
    await page.getByRole('dialog').getByRole('button', { name: 'Sign In' }).click();
  }

  async function register(email: string): Promise<Page> {
    const page = await openModal();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign up' }).click();
    await page.getByRole('dialog').getByLabel('First name').fill('Ada');
    await fill(page, email, PASSWORD);
    await page.getByRole('dialog').getByRole('button', { name: 'Create Account' }).click();
    await page.getByRole('banner').getByText('Ada', { exact: true }).waitFor();
    return page;
  }

  it('is made in the modal, signed in at once, and signed out to the root', async () => {
    const page = await register('ada@example.com');
    await page.reload();
    await page.getByRole('banner').getByText('Ada', { exact: true }).waitFor();
    await expect.poll(() => page.evaluate('document.cookie')).toBe('');

    await page.getByRole('button', { name: 'Sign Out' }).click();
    await page.waitForURL('**/?auth=logout');
    await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).waitFor();
    await page.context().close();
  });

  it('is signed in again by its password, and by no other', async () => {
    await (await register('grace@example.com')).context().close();
    const page = await openModal();
    await signIn(page, 'grace@example.com', 'not this one');
    await page
      .getByRole('alert')
      .getByText('Authentication failed. Please check the e-mail and the password.')
      .waitFor();
    await signIn(page, 'grace@example.com');
    await page.getByRole('banner').getByText('Ada', { exact: true }).waitFor();
    await page.context().close();
  });

  it('is told that the browser keeps no cookies, where all that needs none works', async () => {
    await (await register('edna@example.com')).context().close();
    const profile = await temporaryDataDir();
    const context = await launchWithoutCookies(profile.path);
    const [page = await context.newPage()] = context.pages();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    for (const [path, text] of [
      ['/', 'Market Analytics'],
      ['/?view=browse', 'Market Browse Coming Soon'],
      ['/market-stories', 'No stories available'],
      ['/depreciation', '3 analyses left of 3 today'],
    ] as const) {
      await page.goto(`${server.url}${path}`);
      await page.getByText(text).first().waitFor();
    }
    await expect(page.evaluate('localStorage')).rejects.toThrow('Access is denied');
    await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
    await signIn(page, 'edna@example.com');
    const alert = page.getByRole('dialog').getByRole('alert');
    await alert.getByText(/^You were let in.*allow cookies for this site/).waitFor();
    expect(await context.cookies()).toEqual([]);
    expect(errors).toEqual([]);
    await context.close();
    await profile.remove();
  });

  it('is told that the e-mail has an account', async () => {
    await (await register('mary@example.com')).context().close();
    const page = await openModal();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign up' }).click();
    await page.getByRole('dialog').getByLabel('First name').fill('Mary');
    await fill(page, 'mary@example.com', PASSWORD);
    await page.getByRole('dialog').getByRole('button', { name: 'Create Account' }).click();
    await page
      .getByRole('alert')
      .getByText('An account with this e-mail exists already. Please sign in instead.')
      .waitFor();
    await page.context().close();
  });

  it('is signed out by the link, for which there is no answer to wait', async () => {
    const page = await register('lin@example.com');
    await page.evaluate(`location.assign('/api/logout')`);
    await page.waitForURL('**/?auth=logout');
    await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).waitFor();
    await page.context().close();
  });

  /** The link of the newest mail to the address that has one of the purpose, as it lies in the outbox folder. */
  const linkTo = (email: string, purpose: string): Promise<string> =>
    vi.waitFor(async () => {
      const outbox = join(data.path, 'outbox');
      const names = (await readdir(outbox)).toSorted().toReversed();
      const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
      const ours = mails.filter((text) => text.includes(`To: ${email}`)).join('\n');
      const path = new RegExp(`http://localhost:\\d+(/#${purpose}=[\\w-]+)`).exec(ours)?.[1];
      if (path === undefined) throw new Error(`no mail for ${purpose} to ${email} yet`);
      return `${server.url}${path}`;
    }, 15_000);

  it('gets a new password by a mailed link', async () => {
    await (await register('ida@example.com')).context().close();
    const page = await openModal();
    const dialog = page.getByRole('dialog');
    // Typed once, before the password did not come to mind.
    await dialog.getByLabel('E-mail').fill('ida@example.com');
    await dialog.getByRole('button', { name: 'Forgot your password?' }).click();
    await dialog.getByRole('button', { name: 'Send the Link' }).click();
    await dialog.getByText('If this e-mail has an account, a link is on its way to it.').waitFor();

    const link = await linkTo('ida@example.com', 'reset-password');
    await page.goto('about:blank');
    await page.goto(link);
    await dialog.getByLabel('New password').fill('a tent under the stars');
    await expect.poll(() => page.url()).not.toContain('reset-password');
    await dialog.getByRole('button', { name: 'Set the Password' }).click();
    await dialog.getByText('Your password is set. Please sign in with it.').waitFor();
    await dialog.getByRole('button', { name: 'Sign In' }).click();
    await signIn(page, 'ida@example.com', 'a tent under the stars');
    await page.getByRole('banner').getByText('Ada', { exact: true }).waitFor();

    await page.goto('about:blank');
    await page.goto(link);
    await dialog.getByLabel('New password').fill('and once more');
    await dialog.getByRole('button', { name: 'Set the Password' }).click();
    await dialog.getByText(/^This link was used/).waitFor();
    await dialog.getByRole('button', { name: 'Ask for a New Link' }).click();
    await dialog.getByLabel('E-mail').fill('ida@example.com');
    await dialog.getByRole('button', { name: 'Send the Link' }).click();
    await dialog.getByText('If this e-mail has an account, a link is on its way to it.').waitFor();
    await page.context().close();
  });

  it('verifies its e-mail by a mailed link', async () => {
    const page = await register('eve@example.com');
    await page.goto('about:blank');
    await page.goto(await linkTo('eve@example.com', 'verify-email'));
    await page.getByRole('button', { name: 'Yes, It Is Mine' }).click();
    await page.getByText('Your e-mail is verified.').waitFor();
    const user = await page.request.get(`${server.url}/api/auth/user`);
    expect(await user.json()).toMatchObject({ emailVerified: true });
    await page.context().close();
  });

  it('asks who is signed out to sign in first, then opens the link again', async () => {
    await (await register('joan@example.com')).context().close();
    const page = await openModal();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    // Into the tab that is open: nothing is loaded.
    const link = await linkTo('joan@example.com', 'verify-email');
    await page.evaluate(`location.hash = '${new URL(link).hash}'`);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Please sign in first').waitFor();
    await dialog.getByRole('button', { name: 'Sign In' }).click();
    await dialog.getByLabel('Password').waitFor();
    await signIn(page, 'joan@example.com');
    await page.getByRole('button', { name: 'Yes, It Is Mine' }).click();
    await page.getByText('Your e-mail is verified.').waitFor();
    await expect.poll(() => page.url()).not.toContain('verify-email');
    await page.context().close();
  });

  it('is made at the checkout, and pays there: refused, asked by the bank, then welcomed', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${server.url}/checkout`);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Sign up' }).click();
    await dialog.getByLabel('First name').fill('Ada');
    await fill(page, 'rich@example.com', PASSWORD);
    await dialog.getByRole('button', { name: 'Create Account' }).click();

    // Back at the checkout, signed in: the modal goes with the page that is loaded anew.
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Test payments: no card is charged').waitFor();
    const toast = (title: string) => page.locator('[data-toast]').filter({ hasText: title });
    const pay = page.getByRole('button', { name: 'Complete Payment - $5 One-Time' });
    await page.getByLabel('Card number').fill('4111 1111 1111 1111');
    await pay.click();
    await page.getByText('No card is charged here: use one of the test cards').waitFor();
    await page.getByRole('radio', { name: /0002/ }).check();
    await pay.click();
    await toast('Payment Failed').getByText('Your card was declined.').waitFor();

    await page.getByRole('radio', { name: /3155/ }).check();
    await pay.click();
    await dialog.getByText('whether you are paying $5').waitFor();
    await dialog.getByRole('button', { name: 'Refuse' }).click();
    await pay.click();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await toast('Welcome to the Premium Club!')
      .getByText('You now have unlimited access to all RV analyses.')
      .waitFor();
    await page.getByText('Premium Member').waitFor();
    await page.getByText('Unlimited Access', { exact: true }).waitFor();
    await page.waitForURL('**/profile');
    await page.getByRole('tab', { name: 'Billing' }).click();
    await page.getByRole('heading', { name: 'Lifetime access' }).waitFor();

    await page.goto(`${server.url}/checkout`);
    await page.getByRole('heading', { name: 'Premium is yours for life' }).waitFor();
    await context.close();
  });

  it('is signed by a secret only its owner can read, and nothing of it is logged', async () => {
    const { mode } = await stat(join(data.path, 'session-secret'));
    expect(mode & 0o777).toBe(0o600);
    const page = await register('tove@example.com');
    const cookies = await page.context().cookies();
    const log = server.log.join('\n');
    for (const secret of [PASSWORD, 'tove@example.com', ...cookies.map(({ value }) => value)])
      expect(log).not.toContain(secret);
    await page.context().close();
  });
});
