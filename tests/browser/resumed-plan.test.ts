import { beforeEach, expect, it } from 'vitest';
import { createSubscriptionIntent, resumeSubscription } from '#schemas/api/account.ts';
import { openPremium, SUBSCRIPTION } from './support/membership.ts';
import { describePortal, eachVisit } from './support/portal.ts';

describePortal('a plan that is cancelled and runs still', (portal) => {
  const visit = eachVisit(portal);
  const resume = () => visit.page.getByRole('button', { name: 'Resume Plan' });
  const toast = (title: string) => visit.page.locator('[data-toast]').filter({ hasText: title });
  beforeEach(() => openPremium(portal.api, { ...SUBSCRIPTION, cancelAtPeriodEnd: true }));

  it('is not sold again, but led to where it is resumed', async () => {
    const { page } = visit;
    await visit.go('/subscription');
    await page.getByRole('heading', { name: 'Premium is yours until your plan ends' }).waitFor();
    await page.getByRole('link', { name: 'See your plan' }).click();
    await resume().waitFor();
    expect(portal.api.calls(createSubscriptionIntent)).toBe(0);
  });

  it('is resumed, and goes on at its heading', async () => {
    const { page } = visit;
    await visit.go('/profile?tab=billing');
    portal.api.refuse(resumeSubscription, 503, { code: 'busy', message: '' });
    await resume().click();
    await toast('Not Resumed').waitFor();
    portal.api.answer(resumeSubscription, { message: 'x' });
    await resume().focus();
    await page.keyboard.press('Enter');
    await toast('Plan Resumed').getByText('It goes on after Dec 14, 2026.').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.innerText')).toBe('Your plan');
    await page.getByText('Next billing date').waitFor();
    await page.getByRole('button', { name: 'Cancel Plan' }).waitFor();
  });

  it('is not resumed by who owes a month', async () => {
    openPremium(portal.api, { ...SUBSCRIPTION, status: 'past_due', cancelAtPeriodEnd: true });
    await visit.go('/profile?tab=billing');
    await visit.page.getByText('Cancelled', { exact: true }).waitFor();
    expect(await resume().count()).toBe(0);
  });
});
