import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { currentUser } from '#schemas/api/account.ts';
import { rvNames } from '#schemas/api/catalogue.ts';
import { contribute, listContributions } from '#schemas/api/contribution.ts';
import { MODAL_CLOSE_DELAY_MS } from '#schemas/constants.ts';
import { expectGoodLooks, TWO_VIEWS } from './support/looks.ts';
import { openMarket, USER } from './support/market.ts';
import { CONTRIBUTIONS, openMembership } from './support/membership.ts';
import { describePortal, eachVisit, PHONE, stopTime } from './support/portal.ts';
import { fillPurchase } from './support/purchase.ts';

describePortal('the contribute-data dialog', (portal) => {
  const visit = eachVisit(portal);
  beforeEach(() => {
    openMarket(portal.api);
    portal.api.answer(currentUser, { ...USER, hasContributedData: false });
    portal.api.answer(contribute, { id: 'c1', shared: true, message: 'Thank you.' });
  });

  const dialog = (page: Page) => page.getByRole('dialog');
  async function open(page: Page): Promise<void> {
    await visit.go('/depreciation');
    await page.getByRole('banner').getByRole('button', { name: 'Contribute Data' }).click();
    await dialog(page).getByText('Why Your Data Matters').waitFor();
  }
  async function openForm(page: Page): Promise<void> {
    await open(page);
    await dialog(page).getByRole('button', { name: 'Share My RV Purchase' }).click();
  }
  const send = (page: Page) =>
    dialog(page).getByRole('button', { name: 'Contribute Data' }).click();

  it('is for those who are signed in', async () => {
    openMarket(portal.api);
    await visit.go('/depreciation');
    const { page } = visit;
    await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Contribute Data' }).count()).toBe(0);
  });

  it('says why first, then asks in four sections; Back keeps what was typed', async () => {
    const { page } = visit;
    await open(page);
    await dialog(page)
      .getByText(/2-3 minutes/)
      .waitFor();
    await dialog(page).getByRole('button', { name: 'Share My RV Purchase' }).click();
    for (const name of [
      'RV Information',
      'Purchase Details',
      'Additional Details (Optional)',
      'Market Experience',
    ])
      await dialog(page).getByRole('group', { name }).waitFor();
    const values = await Promise.all(
      ['Model year', 'Condition', 'Bought from', 'The market felt', 'Season'].map((label) =>
        dialog(page).getByLabel(label).inputValue(),
      ),
    );
    expect(values).toEqual([
      String(new Date().getUTCFullYear()),
      'used',
      'dealer',
      'normal',
      'spring',
    ]);
    await dialog(page).getByLabel('Purchase price').fill('47500');
    await dialog(page).getByRole('button', { name: 'Back' }).click();
    await dialog(page).getByText('Why Your Data Matters').waitFor();
    await dialog(page).and(page.locator(':focus')).waitFor();
    await dialog(page).getByRole('button', { name: 'Share My RV Purchase' }).click();
    await expect.poll(() => dialog(page).getByLabel('Purchase price').inputValue()).toBe('47500');
  });

  it('names what is missing, and sends nothing', async () => {
    const { page } = visit;
    await openForm(page);
    await dialog(page).getByLabel('Purchase price').fill('999');
    await send(page);
    for (const message of [
      'RV make is required',
      'RV model is required',
      'RV type is required',
      'Purchase price must be at least $1,000',
      'Purchase date is required',
      'Purchase location is required',
    ])
      await dialog(page).getByText(message).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('make');
    // What was mended is wrong no more; what was not still is.
    const wrong = dialog(page).locator('[aria-invalid=true]');
    await expect.poll(() => wrong.count()).toBe(6);
    await dialog(page).getByRole('combobox', { name: 'Make' }).fill('jay');
    await page.getByRole('option', { name: 'Jayco' }).click();
    await dialog(page).getByLabel('RV type').selectOption('Travel Trailer');
    await dialog(page).getByLabel('Purchase price').fill('47,500');
    await expect.poll(() => wrong.count()).toBe(3);
    await dialog(page).getByText('RV model is required').waitFor();
    await fillPurchase(page);
    await send(page);
    await page.getByText('Thank You for Contributing!').first().waitFor();
    expect(portal.api.calls(contribute)).toBe(1);
  });

  it('has the focus where it is led to from an open list', async () => {
    const { page } = visit;
    await openForm(page);
    const field = (name: string) => dialog(page).getByRole('combobox', { name, exact: true });
    const location = dialog(page).getByLabel('Purchase location');
    const isFocused = (one: typeof location) =>
      one.evaluate((element) => element === element.ownerDocument.activeElement);
    for (const text of ['Jayco', 'nothing like it']) {
      await field('Make').fill(text);
      await page.keyboard.press('Tab');
      await expect.poll(() => isFocused(field('Model'))).toBe(true);
      await field('Make').fill(text);
      await location.click();
      await page.keyboard.type('Dallas TX');
      await expect.poll(() => location.inputValue()).toBe('Dallas TX');
      await location.fill('');
    }
    await field('Model').click();
    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => isFocused(field('Make'))).toBe(true);
  });

  it('has nothing missing that a name taken as meant has filled in', async () => {
    const imagine = { name: 'Grand Design Imagine', make: 'Grand Design', model: 'Imagine' };
    portal.api.answer(rvNames, [imagine]);
    const { page } = visit;
    await openForm(page);
    await send(page);
    const field = (name: string) => dialog(page).getByRole('combobox', { name, exact: true });
    const [make, model] = [field('Make'), field('Model')];
    await expect.poll(() => model.getAttribute('aria-invalid')).toBe('true');
    await make.fill('imagine');
    await page.keyboard.press('Tab');
    await dialog(page)
      .getByRole('button', { name: /^Did you mean/ })
      .click();
    await expect.poll(() => model.inputValue()).toBe('Imagine');
    expect(await model.getAttribute('aria-invalid')).toBeNull();
  });

  it('sends the purchase, thanks, closes and begins anew; the user is asked for again', async () => {
    const { page } = visit;
    await openForm(page);
    await fillPurchase(page);
    const before = portal.api.calls(currentUser);
    const answer = portal.api.hold(contribute);
    await send(page);
    const pending = dialog(page).getByRole('button', { name: 'Contributing...' });
    await pending.waitFor();
    await expect.poll(() => pending.isDisabled()).toBe(true);
    answer();
    await page.getByText('Thank You for Contributing!', { exact: true }).waitFor();
    await page
      .getByText('Your data helps make our algorithms more accurate for everyone.', { exact: true })
      .waitFor();
    await dialog(page).waitFor({ state: 'hidden' });
    expect(portal.api.bodies(contribute)).toEqual([
      {
        make: 'Jayco',
        model: 'Eagle 317RLOK',
        year: 2021,
        rvType: 'fifth-wheel',
        purchasePrice: 47_500,
        purchaseDate: '2024-10-03',
        purchaseType: 'dealer',
        location: 'Boise, ID',
        condition: 'used',
        marketConditions: 'normal',
        seasonality: 'spring',
      },
    ]);
    await expect.poll(() => portal.api.calls(currentUser)).toBeGreaterThan(before);
    await page.getByRole('banner').getByRole('button', { name: 'Contribute Data' }).click();
    await dialog(page).getByRole('button', { name: 'Share My RV Purchase' }).click();
    await expect.poll(() => dialog(page).getByLabel('Purchase price').inputValue()).toBe('');
  });

  it('puts the purchase among those one sees in the settings', async () => {
    const { page } = visit;
    openMembership(portal.api);
    portal.api.answer(listContributions, []);
    await visit.go('/profile?tab=settings');
    await page.getByRole('button', { name: 'Configure' }).click();
    await page.getByText('You have contributed no purchase.').waitFor();
    await page.getByRole('banner').getByRole('button', { name: 'Contribute Data' }).click();
    await dialog(page).getByRole('button', { name: 'Share My RV Purchase' }).click();
    await fillPurchase(page);
    portal.api.answer(listContributions, CONTRIBUTIONS);
    await send(page);
    await page.getByText('$24,900, shared').waitFor();
  });

  it('keeps the form where sending failed, and says so', async () => {
    const { page } = visit;
    portal.api.refuse(contribute, 500, { code: 'internal', message: 'Something went wrong.' });
    await openForm(page);
    await fillPurchase(page);
    await send(page);
    await page.getByText('Contribution Failed', { exact: true }).waitFor();
    await page.getByText('Please try again or skip for now.', { exact: true }).waitFor();
    await expect.poll(() => dialog(page).getByLabel('Purchase price').inputValue()).toBe('$47,500');
    const toast = await page.locator('[data-toast=bad]').boundingBox();
    const button = await dialog(page)
      .getByRole('button', { name: 'Contribute Data' })
      .boundingBox();
    if (toast === null || button === null) throw new Error('The toast or the button is not drawn');
    // Whoever tries again reaches the button.
    expect(toast.y + toast.height).toBeLessThan(button.y);
    portal.api.answer(contribute, { id: 'c1', shared: false, message: 'Kept out of figures.' });
    await send(page);
    const thanks =
      'Your data helps make our algorithms more accurate for everyone. Kept out of figures.';
    await page.getByText(thanks, { exact: true }).waitFor();
  });

  it.each([
    ['', 'Something went wrong.'],
    [' of many lines', 'The purchase was not taken, as there is a lot to say about it. '.repeat(5)],
    [
      ' without an end',
      'The purchase was not taken, as there is a lot to say about it. '.repeat(80),
    ],
  ])(
    'leaves room for a toast%s on a phone, and keeps the button that was pressed in view',
    async (_, message) => {
      const { page } = visit;
      await openForm(page);
      await fillPurchase(page);
      await page.setViewportSize(PHONE);
      portal.api.refuse(contribute, 422, { code: 'refused', message });
      await send(page);
      /** Whether the toast ends above what the dialog scrolls in, and the button is seen. */
      const looks = await page.evaluate(`new Promise((done) => {
      const look = () => {
        const toast = document.querySelector('[data-toast=bad]');
        if (toast === null) return requestAnimationFrame(look);
        const dialog = document.querySelector('[data-dialog]');
        const button = document.querySelector('[role=dialog] [type=submit]');
        done({
          above: toast.getBoundingClientRect().bottom <= dialog.clientTop,
          button: button.getBoundingClientRect().bottom <= innerHeight,
          below: dialog.clientTop < innerHeight * 0.7,
        });
      };
      look();
    })`);
      expect(looks).toEqual({ above: true, button: true, below: true });
    },
  );

  it('has its thanks stand where they stay, while it still fades', async () => {
    const { page } = visit;
    await page.clock.install();
    portal.api.refuse(contribute, 500, { code: 'internal', message: 'Something went wrong.' });
    await openForm(page);
    await fillPurchase(page);
    await send(page);
    await page.locator('[data-toast=bad]').waitFor();
    portal.api.answer(contribute, { id: 'c1', shared: true, message: 'Thank you.' });
    await stopTime(visit);
    await send(page);
    const thanks = page.locator('[data-toast=good]');
    const thanked = async () => {
      await page.clock.runFor(1);
      return thanks.count();
    };
    await expect.poll(thanked).toBe(1);
    const fading = page.locator('[data-dialog]');
    expect(await fading.count()).toBe(1);
    // The ground goes with it, here without motion, not at once when it has gone.
    const opacity = `getComputedStyle(document.querySelector('[data-dialog]')).opacity`;
    await expect.poll(() => page.evaluate(opacity)).toBe('0');
    const { y } = (await thanks.boundingBox()) ?? {};
    await page.clock.runFor(MODAL_CLOSE_DELAY_MS);
    await fading.waitFor({ state: 'detached' });
    expect(await thanks.boundingBox()).toMatchObject({ y });
  });

  it('stays when a toast over it is closed by pointer, one from before it too', async () => {
    const { page } = visit;
    const { clock } = page;
    const toast = page.locator('[data-toast=bad]');
    await clock.install();
    portal.api.refuse(contribute, 500, { code: 'internal', message: 'Something went wrong.' });
    await openForm(page);
    await fillPurchase(page);
    // No toast goes by itself.
    await stopTime(visit);
    // What is loaded first, and what a mutation tells, comes with a timer: time goes on by a little.
    const until = (isSo: () => Promise<boolean>) =>
      expect
        .poll(async () => {
          await clock.runFor(50);
          return isSo();
        })
        .toBe(true);
    const becomes = (count: number, part = toast) =>
      until(async () => (await part.count()) === count);
    const closeToast = async () => {
      await toast.getByRole('button', { includeHidden: true }).click();
      await becomes(0);
      await clock.runFor(2 * MODAL_CLOSE_DELAY_MS);
    };

    await send(page);
    await becomes(1);
    await closeToast();
    await expect.poll(() => dialog(page).getByLabel('Purchase price').inputValue()).toBe('$47,500');

    await send(page);
    await becomes(1);
    const skip = dialog(page).getByRole('button', { name: 'Skip for Now' });
    await until(() => skip.isEnabled());
    await skip.click();
    await clock.runFor(2 * MODAL_CLOSE_DELAY_MS);
    await becomes(0, dialog(page));
    await page.getByRole('banner').getByRole('button', { name: 'Contribute Data' }).click();
    await becomes(1, dialog(page));
    await closeToast();
    await dialog(page).getByText('Why Your Data Matters').waitFor();
  });

  it('keeps what was typed when Escape closes a list, and when it is clicked beside', async () => {
    const { page } = visit;
    await page.clock.install();
    await openForm(page);
    const make = dialog(page).getByRole('combobox', { name: 'Make' });
    await dialog(page).getByLabel('Purchase location').fill('Boise, ID');
    await make.fill('jay');
    await dialog(page).getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => make.getAttribute('aria-expanded')).toBe('false');
    await page.mouse.click(5, 5);
    // A dialog that was closed stays a moment.
    await page.clock.runFor(2 * MODAL_CLOSE_DELAY_MS);
    await expect
      .poll(() => dialog(page).getByLabel('Purchase location').inputValue())
      .toBe('Boise, ID');
    await expect.poll(() => make.inputValue()).toBe('jay');
    await page.keyboard.press('Escape');
    await page.clock.runFor(2 * MODAL_CLOSE_DELAY_MS);
    await dialog(page).waitFor({ state: 'hidden' });
  });

  it('keeps what was typed for who closes it, until it is sent', async () => {
    const { page } = visit;
    await openForm(page);
    const reopen = async () => {
      await dialog(page).waitFor({ state: 'hidden' });
      await page.getByRole('banner').getByRole('button', { name: 'Contribute Data' }).click();
      await dialog(page).getByRole('button', { name: 'Share My RV Purchase' }).click();
    };
    const valuesOf = () =>
      Promise.all(
        ['make', 'location', 'seasonality', 'year'].map((name) =>
          dialog(page).locator(`[name=${name}]`).inputValue(),
        ),
      );
    await fillPurchase(page);
    await dialog(page).getByLabel('Season').selectOption('fall');
    const typed = await valuesOf();
    await page.keyboard.press('Escape');
    await reopen();
    await expect.poll(valuesOf).toEqual(typed);
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await reopen();
    await expect.poll(valuesOf).toEqual(typed);
    await dialog(page).getByRole('button', { name: 'Skip for Now' }).click();
    await reopen();
    await expect.poll(valuesOf).toEqual(typed);
    await send(page);
    await reopen();
    await expect.poll(valuesOf).toEqual(['', '', 'spring', String(new Date().getUTCFullYear())]);
  });

  it('says why a purchase was refused', async () => {
    const { page } = visit;
    portal.api.refuse(contribute, 422, { code: 'invalid', message: 'No RV costs that little.' });
    await openForm(page);
    await fillPurchase(page);
    await send(page);
    await page
      .getByText('No RV costs that little. Please try again or skip for now.', { exact: true })
      .waitFor();
  });

  it('says at its field what the server refuses of it', async () => {
    const { page } = visit;
    const message = 'Year must be from 1990 to 2020';
    const details = [{ path: 'year', message }];
    portal.api.refuse(contribute, 422, { code: 'invalid_request', message, details });
    await openForm(page);
    await fillPurchase(page);
    await send(page);
    const year = dialog(page).getByRole('spinbutton', { name: 'Model year' });
    await year.and(page.locator(':focus[aria-invalid=true]')).waitFor();
    await dialog(page).getByText(message, { exact: true }).waitFor();
    await year.fill('2020');
    await expect.poll(() => dialog(page).locator('[aria-invalid=true]').count()).toBe(0);
  });

  it.each(['Cancel', 'Skip for Now'])('is left by "%s", which sends nothing', async (name) => {
    const { page } = visit;
    await (name === 'Cancel' ? open(page) : openForm(page));
    await dialog(page).getByRole('button', { name, exact: true }).click();
    await dialog(page).waitFor({ state: 'hidden' });
    await openForm(page);
    await fillPurchase(page);
    await send(page);
    await page.getByText('Thank You for Contributing!').first().waitFor();
    expect(portal.api.calls(contribute)).toBe(1);
  });

  it('says to who skips the offer where it will be found', async () => {
    const { page } = visit;
    await visit.go('/home');
    await dialog(page).getByRole('button', { name: 'Skip for Now' }).click();
    for (const text of [
      'You can contribute later',
      "Find 'Contribute Data' in your account settings anytime.",
    ])
      await page.getByText(text, { exact: true }).waitFor();
    expect(portal.api.calls(contribute)).toBe(0);
  });

  it.each([
    { name: 'contribute intro', show: open },
    {
      name: 'contribute form with errors',
      show: async (page: Page) => {
        await openForm(page);
        await send(page);
      },
    },
  ])('$name looks good', async ({ name, show }) => {
    await show(visit.page);
    await expectGoodLooks(visit, name, TWO_VIEWS);
  });
});
