import type { Locator } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { listingsByIds, searchListings } from '#schemas/api/listings.ts';
import { answerSearches, listingOf, openListings, pageOf } from './support/listings.ts';
import { expectGoodLooks, layoutShift, TWO_VIEWS, VIEWS } from './support/looks.ts';
import { describePortal, DESKTOP, eachVisit, PHONE, type Visit } from './support/portal.ts';

const NONE = { listings: [], total: 0, suggestions: [] };

describePortal('comparing', (portal) => {
  /** What was searched for, oldest first. */
  let asked: string[];
  beforeEach(() => {
    openListings(portal.api);
    asked = [];
    answerSearches(portal.api, asked, (question) => pageOf(40, question));
  });

  describe('as a visitor does it', () => {
    const visit = eachVisit(portal);

    const results = () => visit.page.getByRole('list', { name: 'Listings found' });
    const table = () => visit.page.getByRole('table', { name: 'The selected listings compared' });
    const search = () => visit.page.getByLabel('Search by make');
    const add = (name: string) =>
      results().getByRole('button', { name: `Add to Compare: ${name}`, exact: true });
    const address = (end: RegExp) => expect.poll(() => visit.page.url()).toMatch(end);

    it('starts with what to do, and asks nothing while nothing is typed', async () => {
      await visit.go('/compare');
      const { page } = visit;
      await page.getByText('Nothing to compare yet').waitFor();
      await page.getByText('Type a make to find listings.').waitFor();
      await page.getByText('0 of 3 selected').waitFor();
      await search().fill('   ');
      await page.keyboard.press('Enter');
      await search().fill('jayco');
      await results().waitFor();
      expect(asked).toEqual(['make=jayco&limit=10']);
      expect(portal.api.calls(listingsByIds)).toBe(0);
      await expect.poll(() => results().getByRole('listitem').count()).toBe(10);
      await page.getByText('10 of 40 shown').waitFor();
      // Or by all that the search can.
      await page.getByRole('link', { name: 'Pick from all listings' }).click();
      await page.waitForURL('**/search');
    });

    it('says what it has found to who hears the page', async () => {
      await visit.go('/compare');
      const said = (text: string) =>
        visit.page
          .getByRole('status')
          .getByText(text, { exact: true })
          .waitFor({ state: 'attached' });
      await search().fill('jayco');
      await said('40 RVs found');
      portal.api.answer(searchListings, NONE);
      await search().fill('zzzzqq');
      await said('0 RVs found');
    });

    it('adds up to three, each once, and keeps them in the address', async () => {
      await visit.go('/compare?q=jayco');
      const { page } = visit;
      for (const name of ['2019 Jayco Jay Flight 28QZX', '2022 Winnebago View 24D'])
        await add(name).first().click();
      await page.getByText('2 of 3 selected').waitFor();
      const added = results().getByRole('button', { name: /^Added to compare/ });
      await expect.poll(() => added.count()).toBe(2);
      await expect.poll(() => added.first().isDisabled()).toBe(true);
      await add('2022 Grand Design Solitude 310GK').click();
      await page.getByText('3 of 3 selected').waitFor();
      await expect.poll(() => add('2026 Jayco Seismic 371').isDisabled()).toBe(true);
      await address(/\?q=jayco&ids=a1%2Ca2%2Ca3$/);
      await table()
        .getByRole('button', { name: /^Remove 2022 Winnebago/ })
        .click();
      await address(/\?q=jayco&ids=a1%2Ca3$/);
      await expect.poll(() => table().getByRole('columnheader').count()).toBe(3);
      await page.goBack();
      await page.getByText('3 of 3 selected').waitFor();
    });

    /** Presses every one of the buttons before anything is drawn. */
    const pressAll = (buttons: Locator) =>
      buttons.evaluateAll((all: { click: () => void }[]) => all.forEach((one) => one.click()));

    it('keeps each of those pressed in quick succession', async () => {
      await visit.go('/compare?q=jayco');
      await results().waitFor();
      await pressAll(results().getByRole('button', { name: /^Add to Compare: 2022/ }));
      await address(/\?q=jayco&ids=a2%2Ca3$/);
      await table()
        .getByRole('button', { name: /^Remove 2022/ })
        .nth(1)
        .waitFor();
      await pressAll(table().getByRole('button', { name: /^Remove 2022/ }));
      await visit.page.getByText('Nothing to compare yet').waitFor();
      await address(/\?q=jayco$/);
    });

    it('keeps the focus by what was pressed, also where that is gone', async () => {
      await visit.go('/compare?ids=a2&q=jayco');
      await table().waitFor();
      await add('2019 Jayco Jay Flight 28QZX').first().focus();
      await visit.page.keyboard.press('Enter');
      await visit.page.getByText('2 of 3 selected').waitFor();
      const focused = visit.page.locator(':focus');
      await focused.and(visit.page.getByRole('button', { name: /^Added to compare/ })).waitFor();
      await table()
        .getByRole('button', { name: /^Remove 2022 Winnebago/ })
        .focus();
      await visit.page.keyboard.press('Enter');
      await focused.and(visit.page.getByRole('heading', { name: 'Your comparison' })).waitFor();
    });

    it('sets their facts side by side, and marks the best', async () => {
      await visit.go('/compare?ids=a1,a2,a6');
      await table().waitFor();
      const row = async (name: string) => {
        const found = table()
          .getByRole('row')
          .filter({
            has: visit.page.getByRole('rowheader', { name, exact: true }),
          });
        return (await found.getByRole('cell').allInnerTexts()).map((text) =>
          text.replaceAll(/\s+/g, ' '),
        );
      };
      await expect
        .poll(() => row('Asking price'))
        .toEqual(['$33,000 lowest', '$84,995', 'N/A Call for price']);
      await expect
        .poll(() => row('Deal rating'))
        .toEqual([
          'Fair price Our valuation: $31,500. 66% of RVs like it ask less.',
          'Great price Our valuation: $104,500. 4% of RVs like it ask less.',
          'Not rated: no price is shown',
        ]);
      await expect
        .poll(() => row('Rule of thumb'))
        .toEqual(['$39,355, 16% below market', '$135,150, 37% below market', 'N/A']);
      await expect.poll(() => row('Model year')).toEqual(['2019', '2022 newest', '2018']);
      await expect.poll(() => row('Mileage')).toEqual(['N/A', '23,410 mi', 'N/A']);
      await expect.poll(() => row('Length')).toEqual(['32.5 ft', '25.5 ft', 'N/A']);
      await expect.poll(() => row('Weight')).toEqual([]);
    });

    it.each([320, 360])('breaks no price at %i px, however high it is', async (width) => {
      portal.api.answer(listingsByIds, {
        listings: ['a1', 'a2', 'a4'].map((id) => ({
          listing: listingOf(id, 'class-a', { listPrice: '1249995' }),
          onMarket: true,
        })),
      });
      await visit.page.setViewportSize({ ...PHONE, width });
      await visit.go('/compare?ids=a1,a2,a4');
      const prices = table().getByText('$1,249,995', { exact: true });
      await expect.poll(() => prices.count()).toBe(3);
      const torn = await visit.page.evaluate<number>(`(() => {
        const prices = [...document.querySelectorAll('[role=cell] span')].filter(
          ({ textContent }) => textContent === '$1,249,995',
        );
        return prices.filter((price) => {
          const text = document.createRange();
          text.selectNodeContents(price);
          const { scrollWidth, clientWidth } = price.closest('[role=cell]');
          return text.getClientRects().length > 1 || scrollWidth > clientWidth;
        }).length;
      })()`);
      expect(torn).toBe(0);
    });

    it('shows the same to whoever opens its address, and says what is gone', async () => {
      await visit.go('/compare?ids=b1,nobody-knows-it,a2');
      await table().getByText('No longer observed on the market').waitFor();
      await visit.page.getByText('One of the listings is no longer known to us.').waitFor();
      await visit.page.getByRole('button', { name: 'Leave out' }).click();
      await address(/\?ids=b1%2Ca2$/);
      await visit.page.getByRole('button', { name: 'Clear the comparison' }).click();
      await visit.page.getByText('Nothing to compare yet').waitFor();
      await address(/\/compare$/);
    });

    it('says that nothing was found, and searches for what may have been meant', async () => {
      portal.api.answer(searchListings, (question) =>
        question.query.get('make') === 'Jayco Eagle'
          ? pageOf(1, question)
          : { ...NONE, suggestions: [{ name: 'Jayco Eagle', make: 'Jayco', model: 'Eagle' }] },
      );
      await visit.go('/compare');
      await search().fill('jyco egle');
      await visit.page.getByText('No RVs found matching your search').waitFor();
      await visit.page.getByRole('button', { name: 'Jayco Eagle' }).click();
      await results().waitFor();
      await expect.poll(() => search().inputValue()).toBe('Jayco Eagle');
      await address(/\?q=Jayco\+Eagle$/);
    });

    it('tries again what could not be loaded', async () => {
      portal.api.refuse(listingsByIds, 503, { code: 'busy', message: 'x' });
      portal.api.refuse(searchListings, 503, { code: 'busy', message: 'x' });
      await visit.go('/compare?ids=a1&q=jayco');
      await visit.page.getByText('The listings could not be loaded').waitFor();
      await visit.page.getByText('Failed to load RV listings').waitFor();
      openListings(portal.api);
      const again = visit.page.getByRole('button', { name: 'Try again' });
      await again.nth(1).click();
      await results().waitFor();
      await again.click();
      await table().waitFor();
    });

    it('leads to the search with the selection kept', async () => {
      await visit.go('/compare?ids=a1,a2&q=jayco');
      await visit.page.getByRole('link', { name: 'See all in the search' }).click();
      await visit.page.waitForURL('**/search?make=jayco&compare=a1%2Ca2');
      await visit.page.getByText('2 of 3 selected').waitFor();
    });
  });

  describe('as it looks', () => {
    type Show = (visit: Visit) => Promise<unknown>;
    const showFull: Show = async ({ go, page }) => {
      await go('/compare?ids=a1,a2,a4&q=jayco');
      await page.getByRole('table').waitFor();
      await page.getByRole('list', { name: 'Listings found' }).waitFor();
    };
    const others: Record<string, Show> = {
      'nothing to compare': async ({ go, page }) => {
        portal.api.answer(searchListings, NONE);
        await go('/compare?q=qqzzy');
        await page.getByText('No RVs found matching your search').waitFor();
      },
      'comparison loading': async ({ go, page }) => {
        portal.api.hold(listingsByIds);
        portal.api.hold(searchListings);
        await go('/compare?ids=a1,a2&q=jayco');
        await page.locator('[aria-busy=true]').nth(1).waitFor();
      },
      'comparison unavailable': async ({ go, page }) => {
        for (const call of [listingsByIds, searchListings])
          portal.api.refuse(call, 503, { code: 'busy', message: 'Please wait a moment.' });
        await go('/compare?ids=a1&q=jayco');
        await page.getByText('Failed to load RV listings').waitFor();
      },
      'comparison of what is gone': async ({ go, page }) => {
        await go('/compare?ids=a1,b1,nobody');
        await page.getByText('One of the listings is no longer known to us.').waitFor();
      },
    };
    it.each([
      { name: 'comparison', show: showFull, views: VIEWS },
      ...Object.entries(others).map(([name, show]) => ({ name, show, views: TWO_VIEWS })),
    ])('$name', async ({ name, show, views }) => {
      const visit = await portal.visit(views[0]);
      await show(visit);
      await expectGoodLooks(visit, name, views);
    });

    it.each([
      { name: 'tall phone', viewport: { ...PHONE, height: 900 } },
      { name: 'tall desktop', viewport: { ...DESKTOP, height: 1_200 } },
    ])('moves nothing while it loads, on a $name', async ({ viewport }) => {
      const visit = await portal.visit({ viewport });
      const releases = [portal.api.hold(listingsByIds), portal.api.hold(searchListings)];
      await visit.go('/compare?ids=a1,a2&q=jayco');
      // What stands for the answers is drawn before they come.
      await visit.page.locator('[aria-busy=true]').nth(1).waitFor();
      const before = await layoutShift(visit);
      for (const release of releases) release();
      await visit.page.getByRole('table').waitFor();
      await visit.page.getByRole('list', { name: 'Listings found' }).waitFor();
      expect((await layoutShift(visit)) - before).toBeLessThanOrEqual(0.02);
      await visit.leave();
    });
  });
});
