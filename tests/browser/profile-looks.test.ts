import { beforeEach, it } from 'vitest';
import { currentUser, getProfile, getSubscription } from '#schemas/api/account.ts';
import type { Call } from '#schemas/api/call.ts';
import { listContributions } from '#schemas/api/contribution.ts';
import { getSettings, listSessions } from '#schemas/api/profile.ts';
import { listSavedRvs } from '#schemas/api/saved-rvs.ts';
import { expectGoodLooks, TWO_VIEWS, VIEWS } from './support/looks.ts';
import { USER } from './support/market.ts';
import { openMembership, openPremium, PROFILE, SUBSCRIPTION } from './support/membership.ts';
import { describePortal, eachVisit } from './support/portal.ts';

type Show = () => Promise<unknown>;

describePortal('the profile as it looks', (portal) => {
  const visit = eachVisit(portal, TWO_VIEWS[0]);
  beforeEach(() => openMembership(portal.api));

  /** The tab, once a text stands in it. */
  const open = async (tab: string, text: string) => {
    await visit.go(`/profile?tab=${tab}`);
    await visit.page.getByText(text).first().waitFor();
  };
  /** The settings with all open that opens in place. */
  const openSettings = async () => {
    await visit.go('/profile?tab=settings');
    for (const name of ['Manage', 'Configure', 'Show', 'Change'])
      await visit.page.getByRole('button', { name, exact: true }).click();
  };
  const hold = (...calls: Call[]) => calls.forEach((call) => portal.api.hold(call));
  const refuse = (...calls: Call[]) =>
    calls.forEach((call) =>
      portal.api.refuse(call, 503, { code: 'busy', message: 'Please wait a moment.' }),
    );
  const skeleton = (at = 0) => visit.page.locator('main .skeleton').nth(at).waitFor();

  const FULL: Record<string, Show> = {
    'profile overview': () => open('overview', '$2,000 less than then'),
    'profile account': async () => {
      await visit.go('/profile?tab=account');
      await visit.page.getByRole('button', { name: 'Edit' }).click();
    },
    'profile billing': () => open('billing', 'Historical data access'),
    'profile settings': async () => {
      await openSettings();
      await visit.page.getByText('This device').waitFor();
      await visit.page.getByText('$24,900, shared').waitFor();
      await visit.page.getByRole('checkbox', { name: 'Price alerts' }).waitFor();
    },
    'profile of a new premium member': async () => {
      openPremium(portal.api, SUBSCRIPTION);
      portal.api.answer(currentUser, { ...USER, emailVerified: false });
      await open('billing', 'Dec 14, 2026');
    },
  };
  const FEW: Record<string, Show> = {
    'profile unavailable': async () => {
      refuse(getProfile);
      await open('overview', 'Your profile could not be loaded');
    },
    'profile loading': async () => {
      hold(getProfile, getSettings);
      await visit.go('/profile');
      await visit.page.locator('main [aria-busy=true]').waitFor();
    },
    'profile at the limit with nothing saved': async () => {
      portal.api.answer(getProfile, { ...PROFILE, analysesUsed: 3, joinedAt: null });
      portal.api.answer(listSavedRvs, []);
      await open('overview', 'Save a listing by its heart');
    },
    'profile saved RVs loading': async () => {
      hold(listSavedRvs);
      await open('overview', 'Usage statistics');
      await skeleton();
    },
    'profile saved RVs failed': async () => {
      refuse(listSavedRvs);
      await open('overview', 'Your saved RVs could not be loaded');
    },
    'profile billing loading': async () => {
      openPremium(portal.api, SUBSCRIPTION);
      hold(getSubscription);
      await open('billing', 'Premium Member');
      await skeleton();
    },
    'profile billing failed': async () => {
      openPremium(portal.api, SUBSCRIPTION);
      refuse(getSubscription);
      await open('billing', 'Your plan could not be loaded');
    },
    'profile billing of a month owed': async () => {
      openPremium(portal.api, { ...SUBSCRIPTION, status: 'past_due' });
      await open('billing', 'The last payment was refused');
    },
    'profile billing of a cancelled plan': async () => {
      openPremium(portal.api, { ...SUBSCRIPTION, cancelAtPeriodEnd: true });
      await open('billing', 'Resume Plan');
    },
    'profile billing for life': async () => {
      openPremium(portal.api, null);
      await open('billing', 'Lifetime access');
    },
    'profile settings loading': async () => {
      hold(getSettings, listContributions, listSessions);
      await openSettings();
      await skeleton(3);
    },
    'profile settings failed': async () => {
      refuse(getSettings, listContributions, listSessions);
      await openSettings();
      await visit.page.getByRole('button', { name: 'Try again' }).nth(3).waitFor();
    },
    'profile settings without a contribution': async () => {
      portal.api.answer(listContributions, []);
      await openSettings();
      await visit.page.getByText('You have contributed no purchase.').waitFor();
    },
  };
  it.each([
    ...Object.entries(FULL).map(([name, show]) => ({ name, show, views: VIEWS })),
    ...Object.entries(FEW).map(([name, show]) => ({ name, show, views: TWO_VIEWS })),
  ])('$name: accessible, quiet, and no wider than its window', async ({ name, show, views }) => {
    await show();
    await expectGoodLooks(visit, name, views);
  });
});
