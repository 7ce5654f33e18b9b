import { beforeEach, expect, it } from 'vitest';
import { createPaymentIntent, currentUser } from '#schemas/api/account.ts';
import { openListings } from './support/listings.ts';
import { openMembership } from './support/membership.ts';
import { describePortal, eachVisit, type Visit } from './support/portal.ts';

interface Form {
  at: string;
  /** Opens what is not in the address. */
  open?: (page: Visit['page']) => Promise<void>;
  wrong?: { field: string; text: string };
  press: string;
  /** The field that is to be mended, and what it says. */
  field: string;
  says: RegExp;
  guest?: true;
}

const FORMS: Record<string, Form> = {
  'the password': {
    at: '/profile?tab=settings&password=open',
    press: 'Change Password',
    field: 'Current password',
    says: /password/i,
  },
  'the deletion of the account': {
    at: '/profile?tab=settings',
    open: (page) => page.getByRole('button', { name: 'Delete', exact: true }).click(),
    press: 'Delete My Account',
    field: 'Password',
    says: /password/i,
  },
  'a forgotten password': {
    at: '/',
    open: async (page) => {
      await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
      await page.getByRole('button', { name: 'Forgot your password?' }).click();
    },
    press: 'Send the Link',
    field: 'E-mail',
    says: /e-?mail/i,
    guest: true,
  },
  'a card': {
    at: '/checkout',
    wrong: { field: 'Card number', text: '123' },
    press: 'Complete Payment - $5 One-Time',
    field: 'Card number',
    says: /card/i,
  },
  'the filters': {
    at: '/search',
    wrong: { field: 'Zip Code *', text: '1' },
    press: 'Apply Filters',
    field: 'Zip Code *',
    says: /five digits/,
  },
};

describePortal('what is wrong with a field', (portal) => {
  const visit = eachVisit(portal);
  beforeEach(() => {
    openListings(portal.api);
    openMembership(portal.api);
    portal.api.answer(createPaymentIntent, {
      clientSecret: 'sandbox_1_secret_x',
      publishableKey: null,
      sandbox: true,
    });
  });

  it.each(Object.entries(FORMS))('of %s is told where it is mended', async (_, form) => {
    const { page } = visit;
    if (form.guest)
      portal.api.refuse(currentUser, 401, { code: 'unauthorized', message: 'Please sign in.' });
    await visit.go(form.at);
    await form.open?.(page);
    if (form.wrong) await page.getByLabel(form.wrong.field).fill(form.wrong.text);
    await page.getByRole('button', { name: form.press, exact: true }).click();
    const field = page.locator('input:focus');
    await field.and(page.getByLabel(form.field, { exact: true })).waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    const ids = (await field.getAttribute('aria-describedby'))?.split(' ') ?? [];
    expect(await page.locator(`[id="${ids.at(-1)}"]`).innerText()).toMatch(form.says);
  });
});
