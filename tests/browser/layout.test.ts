import { beforeEach, expect, it } from 'vitest';
import { currentUser, login, register } from '#schemas/api/account.ts';
import { requestPasswordReset, resetPassword } from '#schemas/api/mailed-links.ts';
import { marketData } from '#schemas/api/market.ts';
import { layoutShift } from './support/looks.ts';
import { openMarket, USER } from './support/market.ts';
import { DESKTOP, describePortal, eachVisit, PHONE } from './support/portal.ts';

describePortal('what stands around every page', (portal) => {
  const visit = eachVisit(portal);
  beforeEach(() => {
    openMarket(portal.api);
  });

  const signIn = () => portal.api.answer(currentUser, USER);
  const signOut = () =>
    portal.api.refuse(currentUser, 401, { code: 'unauthorized', message: 'Please sign in.' });

  it('has links in the header for who is signed in, in the footer for everyone', async () => {
    signOut();
    const { page } = visit;
    const header = page.getByRole('banner');
    await visit.go('/depreciation');
    await header.getByRole('button', { name: 'Sign In' }).waitFor();
    await expect.poll(() => page.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
    await expect
      .poll(() => header.getByRole('button', { name: 'Contribute Data' }).count())
      .toBe(0);
    const explore = page.getByRole('navigation', { name: 'Explore' });
    await explore.getByRole('link', { name: 'Market Stories' }).waitFor();
    signIn();
    await page.reload();
    await header.getByRole('link', { name: 'Search RVs' }).waitFor();
  });

  it.each([
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ])('moves nothing on a %s when it hears who is here', async (_, viewport) => {
    signIn();
    const visitor = await portal.visit({ viewport });
    const { page } = visitor;
    await visitor.go('/market-stories');
    await page.getByRole('link', { name: 'Ada' }).waitFor();
    const release = portal.api.hold(currentUser);
    await page.reload();
    await page.locator('#content h1').waitFor();
    // What the page itself brings is there before: only the lookup is still to come.
    await page.locator('main [aria-busy=true]').waitFor({ state: 'detached' });
    await page.waitForLoadState('load');
    const before = await layoutShift(visitor);
    release();
    await page.getByRole('link', { name: 'Ada' }).waitFor();
    expect((await layoutShift(visitor)) - before).toBe(0);
    await visitor.leave();
  });

  it('says that a dialog could not be opened, leaves the page, and opens it when asked again', async () => {
    const { page } = visit;
    await visit.go('/depreciation');
    await page.waitForLoadState('networkidle');
    const ask = page.getByRole('banner').getByRole('button', { name: 'Sign In' });
    // The toast's own code too: what it says must not need a connection.
    await page.route(/assets\/(sign-in|toast)/, (route) => route.abort());
    await ask.click();
    await page.locator('[data-toast=bad]').getByText('That could not be opened').waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.unrouteAll();
    await ask.click();
    await page.getByRole('dialog').waitFor();
    visit.forgiveNetwork();
  });

  it('says that a page could not be loaded, and loads it once there is a connection', async () => {
    const { page } = visit;
    await visit.go('/depreciation');
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Market Stories' }).click();
    await page.getByText('This page could not be loaded').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('heading', { level: 1, name: /stories/i }).waitFor();
    visit.forgiveNetwork();
  });

  it('says that the user lookup failed, instead of taking a member for nobody', async () => {
    const { page } = visit;
    portal.api.refuse(currentUser, 500, { code: 'internal', message: 'x' });
    await page.goto('/search');
    // Others may stand beside it: what else could not be loaded.
    const alert = page.getByRole('alert').filter({ hasText: 'Failed to fetch user' });
    await alert.waitFor();
    await expect.poll(() => page.getByText('404 Page Not Found').count()).toBe(0);
    await visit.go('/depreciation');
    await alert.waitFor();
    signIn();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'Ada' }).waitFor();
    await expect.poll(() => alert.count()).toBe(0);
  });

  it('gives the server’s reason where something could not be loaded', async () => {
    const message = 'The market is still being prepared. Please try again in a moment.';
    portal.api.refuse(marketData, 503, { code: 'market_not_ready', message });
    await visit.go('/?view=browse');
    await visit.page.getByRole('alert').getByText(message).waitFor();
  });

  it('is named after the page, and says which page a link has led to', async () => {
    const { page } = visit;
    await visit.go('/depreciation');
    await expect.poll(() => page.title()).toBe('Calculate Depreciation | RigWorth');
    await page.getByRole('link', { name: 'Market Stories' }).click();
    await page.getByRole('status').getByText('Market Stories', { exact: true }).waitFor();
    await expect.poll(() => page.title()).toBe('Market Stories | RigWorth');
    await visit.go('/search');
    await expect.poll(() => page.title()).toBe('404 Page Not Found | RigWorth');
  });

  it('asks who is here when its window is turned to', async () => {
    await visit.go('/depreciation');
    await visit.page.getByRole('banner').getByRole('button', { name: 'Sign In' }).waitFor();
    signIn();
    await visit.page.evaluate(`window.dispatchEvent(new Event('focus'))`);
    await visit.page.getByRole('link', { name: 'Ada' }).waitFor();
  });

  it('says in the sign-in modal that the browser keeps no session', async () => {
    const { page } = visit;
    portal.api.answer(login, USER);
    await visit.go('/depreciation');
    await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail').fill('ada@example.com');
    await dialog.getByLabel('Password').fill('correct horse');
    await dialog.getByRole('button', { name: 'Sign In' }).click();
    await dialog
      .getByRole('alert')
      .getByText(/allow cookies/)
      .waitFor();
  });

  it('begins at the first wrong field of the sign-in modal, and keeps the e-mail in both modes', async () => {
    const { page } = visit;
    await visit.go('/depreciation');
    await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail').fill('ada');
    await dialog.getByRole('button', { name: 'Sign up' }).click();
    await expect.poll(() => dialog.getByLabel('E-mail').inputValue()).toBe('ada');
    await dialog.getByRole('button', { name: 'Create Account' }).click();
    await dialog.getByLabel('First name').and(page.locator(':focus')).waitFor();
  });

  it('keeps no refusal beside what the forms of the sign-in refuse themselves', async () => {
    const { page } = visit;
    const message = 'Refused for now.';
    for (const call of [register, requestPasswordReset, resetPassword])
      portal.api.refuse(call, 422, { code: 'x', message });
    const dialog = page.getByRole('dialog');
    const refused = dialog.getByRole('alert').getByText(message);
    const button = (name: string) => dialog.getByRole('button', { name });
    const sent = async (name: string, wrong: string) => {
      await button(name).click();
      await refused.waitFor();
      await dialog.getByLabel(wrong).fill('');
      await button(name).click();
      await dialog.locator('[aria-invalid=true]').waitFor();
      await refused.waitFor({ state: 'detached' });
    };
    await visit.go('/depreciation');
    await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
    await button('Sign up').click();
    await dialog.getByLabel('First name').fill('Ada');
    await dialog.getByLabel('E-mail').fill('ada@example.com');
    await dialog.getByLabel('Password').fill('a caravan in the rain');
    await sent('Create Account', 'First name');
    await button('Sign In').click();
    await button('Forgot your password?').click();
    await sent('Send the Link', 'E-mail');
    await visit.go('/#reset-password=token');
    await dialog.getByLabel('New password').fill('a tent under the stars');
    await sent('Set the Password', 'New password');
  });

  it('has a printed page say what it is, and where it is from', async () => {
    const { page } = visit;
    await visit.go('/market-stories');
    const address = page.getByText(`${portal.api.url}/market-stories`);
    await address.waitFor({ state: 'attached' });
    expect(await address.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    await page.getByRole('heading', { level: 1, name: /stories/i }).waitFor();
    await address.waitFor();
  });

  it('gives a card the ground that its place asks for', async () => {
    await visit.go('/depreciation');
    const card = visit.page.locator('.card', { hasText: 'Free Guest Access' });
    await card.waitFor();
    const soft = await visit.page.evaluate<string>(`(() => {
      const probe = document.body.appendChild(document.createElement('p'));
      probe.className = 'bg-primary-soft';
      return getComputedStyle(probe).backgroundColor;
    })()`);
    const ground = `getComputedStyle(document.querySelector('main .card')).backgroundColor`;
    await expect.poll(() => visit.page.evaluate(ground)).toBe(soft);
  });

  it('has buttons on a phone as high as a thumb wants them', async () => {
    portal.api.refuse(marketData, 503, { code: 'unavailable', message: 'x' });
    await visit.page.setViewportSize(PHONE);
    await visit.go('/?view=browse');
    const button = visit.page.getByRole('alert').getByRole('button', { name: 'Try again' });
    await button.waitFor();
    await expect.poll(async () => (await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  });

  it('takes a press of a thumb around what is smaller than one', async () => {
    await visit.page.setViewportSize(PHONE);
    await visit.go('/depreciation');
    await visit.page.getByRole('radio', { name: 'Used' }).waitFor({ state: 'attached' });
    const pressed = await visit.page.evaluate<boolean>(`(() => {
      const label = document.querySelector('[type=radio][value=used]').closest('label');
      label.scrollIntoView({ block: 'center' });
      const { left, width, top, height } = label.getBoundingClientRect();
      const reach = 22 - height / 2 - 0.5;
      return [top - reach, top + height + reach].every((y) =>
        label.contains(document.elementFromPoint(left + width / 2, y)),
      );
    })()`);
    expect(pressed).toBe(true);
  });

  /** How high what says that something loads stands on the page; a pixel at most where it is only heard. */
  const wordsHeight = async () =>
    (await visit.page.getByRole('main').getByText('Loading...').boundingBox())?.height ?? 0;

  /** Holds scripts of the build until the returned function is called. */
  const holdScripts = async (names: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await visit.page.route(`**/assets/${names}.js`, async (route) => {
      await promise;
      await route.continue();
    });
    return resolve;
  };

  it('has a face before its script has come', async () => {
    const { page } = visit;
    const release = await holdScripts('*');
    await page.goto('/depreciation', { waitUntil: 'commit' });
    await page.locator('main .skeleton').waitFor();
    expect(await wordsHeight()).toBe(1);
    await page.getByRole('banner').getByText('RigWorth', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Ten years of value' }).waitFor();
    release();
    await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await layoutShift(visit)).toBeLessThanOrEqual(0.02);
  });

  it('draws where a page will be while its code comes', async () => {
    const { page } = visit;
    await visit.go('/depreciation');
    await page.waitForLoadState('networkidle');
    const release = await holdScripts('market-stories-page*');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Market Stories' }).click();
    await page.locator('#content .skeleton').first().waitFor();
    await page.getByRole('status').getByText('Loading...').waitFor();
    expect(await wordsHeight()).toBe(1);
    release();
    await page.getByRole('heading', { level: 1, name: 'Market Intelligence Stories' }).waitFor();
    expect(await layoutShift(visit)).toBeLessThanOrEqual(0.02);
  });

  it('says of the real-time analyzer in words that it loads', async () => {
    const { page } = visit;
    const release = await holdScripts('*');
    await page.goto('/realtime-analyzer', { waitUntil: 'commit' });
    await expect.poll(wordsHeight).toBeGreaterThan(16);
    release();
    await visit.go('/depreciation');
    await page.waitForLoadState('networkidle');
    await page.unrouteAll();
    const releasePage = await holdScripts('realtime-analyzer-page*');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Real-Time Analyzer' }).click();
    await expect.poll(wordsHeight).toBeGreaterThan(16);
    releasePage();
    await page.getByRole('main').getByText('Loading...').waitFor({ state: 'detached' });
  });

  it('says what to do where its script does not come', async () => {
    const { page } = visit;
    await page.route('**/assets/entry-*.js', (route) => route.abort());
    await page.goto('/depreciation?make=Jayco');
    const reload = page.getByRole('link', { name: 'Load the page again' });
    await page.getByText('Loading...').waitFor();
    await page.getByText('Load the page again').waitFor({ state: 'attached' });
    expect(await reload.isVisible()).toBe(false);
    // Time goes by.
    await page.evaluate('document.getAnimations().forEach((animation) => animation.finish())');
    await page.unrouteAll();
    await reload.click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.url()).toContain('?make=Jayco');
    visit.forgiveNetwork();
  });
});
