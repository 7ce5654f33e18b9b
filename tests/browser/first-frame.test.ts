import type { BrowserContextOptions, Locator } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { currentUser, getProfile } from '#schemas/api/account.ts';
import { openListings } from './support/listings.ts';
import { layoutShift } from './support/looks.ts';
import { openMarket, USER } from './support/market.ts';
import { openMembership } from './support/membership.ts';
import { DESKTOP, describePortal, eachVisit, PHONE, type Visit } from './support/portal.ts';
import { openStaff } from './support/staff.ts';
import { withoutTypeface } from './support/typeface.ts';

const FOR_ALL = ['/', '/depreciation', '/realtime-analyzer', '/accuracy', '/market-stories'];
/** Open to all, and another page for a guest, or one under a dialog. */
const PAYMENT = ['/subscription', '/checkout'];
const FOR_MEMBERS = ['/search', '/analytics', '/compare', '/data-dashboard', '/profile', '/admin'];

describePortal('a page before its script runs', (portal) => {
  const visit = eachVisit(portal);
  beforeEach(() => {
    portal.api.market = 'sample';
    openMarket(portal.api);
    openListings(portal.api);
    openMembership(portal.api);
    openStaff(portal.api);
    signOut();
  });
  const signIn = () => portal.api.answer(currentUser, USER);
  const signOut = () =>
    portal.api.refuse(currentUser, 401, { code: 'unauthorized', message: 'Please sign in.' });

  const placeOf = async (part: Locator) => {
    const { x, y, height } = (await part.boundingBox()) ?? {};
    return { x, y, height };
  };

  /** What it is called, and what stands at its top, with where. */
  const headOf = async ({ page }: Visit) => {
    const heading = page.getByRole('heading', { level: 1 });
    return {
      title: await page.title(),
      heading: await heading.innerText(),
      at: await placeOf(heading),
      brand: await placeOf(page.getByRole('banner').getByRole('link').first()),
      notice: await placeOf(page.getByRole('complementary', { name: 'Sample market' })),
    };
  };

  /** In the letters of the system: whether our own come in time is the machine's matter. */
  const plainly = async (options: BrowserContextOptions) => {
    const visitor = await portal.visit(options);
    await withoutTypeface(visitor.page);
    return visitor;
  };

  describe.each([
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ])('on a %s', (_, viewport) => {
    it.each([
      ['a guest', FOR_ALL],
      ['a member', [...FOR_ALL, ...PAYMENT, ...FOR_MEMBERS]],
    ])('has for %s the head that the app draws, in its place', async (who, paths) => {
      if (who === 'a member') signIn();
      // What it says of a member comes later.
      portal.api.hold(getProfile);
      const before = await plainly({ viewport, javaScriptEnabled: false });
      const after = await plainly({ viewport });
      for (const path of paths) {
        await before.page.goto(path);
        await after.go(path);
        await expect.poll(() => headOf(after), { message: path }).toEqual(await headOf(before));
      }
      await before.leaveQuietly();
      await after.leaveQuietly();
    });

    it('welcomes a member home where the app does, and adds the name', async () => {
      signIn();
      const before = await plainly({ viewport, javaScriptEnabled: false });
      const after = await plainly({ viewport });
      await before.page.goto('/home');
      await after.go('/home');
      await after.page.getByRole('heading', { level: 1, name: 'Welcome, Ada' }).waitFor();
      const head = await headOf(before);
      expect(head.heading).toBe('Welcome');
      await expect
        .poll(async () => ({ ...(await headOf(after)), heading: 'Welcome' }))
        .toEqual(head);
      await before.leaveQuietly();
      await after.leaveQuietly();
    });

    it.each([
      ['a guest', '/'],
      ['a guest', '/market-stories'],
      ['a guest', '/search'],
      ['a member', '/'],
      ['a member', '/home'],
      ['a member', '/search'],
      ['a member', '/compare'],
      ['a member', '/data-dashboard'],
      ['a member', '/profile'],
    ])('moves nothing for %s at %s when the app takes over', async (who, path) => {
      if (who === 'a member') signIn();
      const visitor = await portal.visit({ viewport });
      await visitor.go(path);
      await visitor.page.waitForLoadState('networkidle');
      expect(await layoutShift(visitor)).toBeLessThanOrEqual(0.02);
      await visitor.leaveQuietly();
    });
  });

  it('tells a guest nothing of a page that only members have', async () => {
    const other = await (await visit.page.request.get(`${portal.api.url}/nowhere`)).text();
    for (const path of FOR_MEMBERS) {
      const page = await (await visit.page.request.get(portal.api.url + path)).text();
      expect(page).toBe(other);
      expect(page).not.toContain('<h1');
    }
  });

  it('has a description of its own on every path', async () => {
    signIn();
    const described = new Set<string>();
    const paths = [...FOR_ALL, ...PAYMENT, ...FOR_MEMBERS, '/home'];
    for (const path of paths) {
      const html = await (await visit.page.request.get(portal.api.url + path)).text();
      described.add(/name="description"\s+content="([^"]+)"/.exec(html)?.[1] ?? 'none');
    }
    expect(described.size).toBe(paths.length);
  });

  it('keeps its heading until it is known who is here, and the page with it', async () => {
    signIn();
    const release = portal.api.hold(currentUser);
    await visit.page.goto('/search');
    await visit.page.waitForLoadState('load');
    await visit.page.getByRole('heading', { name: 'Search RVs' }).waitFor();
    // The app is there, and waits.
    await expect.poll(() => portal.api.calls(currentUser)).toBe(1);
    expect(await visit.page.locator('#content').count()).toBe(0);
    release();
    await visit.page.locator('#content').getByRole('article').first().waitFor();
  });

  it.each([
    ['a guest', '/'],
    ['a guest', '/depreciation'],
    ['a member', '/market-stories'],
    ['a member', '/search'],
  ])('asks once who %s is, at %s', async (who, path) => {
    if (who === 'a member') signIn();
    await visit.go(path);
    await visit.page.waitForLoadState('networkidle');
    expect(portal.api.calls(currentUser)).toBe(1);
  });

  it('asks again with the next page', async () => {
    await visit.go('/');
    await visit.page.waitForLoadState('networkidle');
    await visit.page.getByRole('link', { name: 'Market Stories' }).first().click();
    await visit.page.getByRole('heading', { name: 'Market Intelligence Stories' }).waitFor();
    await expect.poll(() => portal.api.calls(currentUser)).toBe(2);
  });
});
