import { beforeEach, expect, it } from 'vitest';
import { saveRv, searchListings } from '#schemas/api/listings.ts';
import { listSavedRvs } from '#schemas/api/saved-rvs.ts';
import { openListings, pageOf, SAVED } from './support/listings.ts';
import { expectGoodLooks, layoutShift, TWO_VIEWS, VIEWS } from './support/looks.ts';
import { describePortal, PHONE, type Visit } from './support/portal.ts';

const NONE = { listings: [], total: 0, suggestions: [] };
const FULL = '/search?compare=a1,a2&type=class-a,class-c&make=Jayco&priceMax=100000';

describePortal('the search as it looks', (portal) => {
  beforeEach(() => {
    openListings(portal.api);
    portal.api.answer(searchListings, (question) => pageOf(1_234, question));
    portal.api.answer(listSavedRvs, SAVED);
  });

  type Show = (visit: Visit) => Promise<unknown>;
  const showFull: Show = async ({ go, page }) => {
    await go(FULL);
    await page.getByRole('article').nth(11).waitFor();
    await page.getByText('2 of 3 selected').waitFor();
  };
  const others: Record<string, Show> = {
    'saved listings': async ({ go, page }) => {
      await go('/search?view=saved');
      await page.getByRole('article').first().waitFor();
    },
    'search filters': async ({ go, page }) => {
      await go(FULL);
      await page.getByRole('article').first().waitFor();
      if (page.viewportSize()?.width === PHONE.width)
        await page.getByRole('button', { name: 'Filters (4)' }).click();
      await page.getByRole('form', { name: 'Filters' }).waitFor();
    },
    'search loading': async ({ go, page }) => {
      portal.api.hold(searchListings);
      await go('/search');
      await page.locator('[data-skeleton=listing]').nth(11).waitFor();
    },
    'search without a find': async ({ go, page }) => {
      const suggestions = [{ name: 'Jayco Eagle', make: 'Jayco', model: 'Eagle' }];
      portal.api.answer(searchListings, { ...NONE, suggestions });
      await go('/search?keyword=jyco+egle');
      await page.getByText('No RVs Found').waitFor();
    },
    'search for a type by its words': async ({ go, page }) => {
      portal.api.answer(searchListings, (question) => ({
        ...pageOf(270, question),
        keywordReadAs: [
          { types: ['travel-trailer' as const], keyword: '', total: 40_270, inPlace: false },
        ],
      }));
      await go('/search?keyword=travel+trailer');
      await page.getByText('Travel Trailer (40,270)').waitFor();
      await page.getByRole('article').nth(11).waitFor();
    },
    'search for a place by its words': async ({ go, page }) => {
      const near = { zip: '33131', city: 'Miami' };
      const types = ['fifth-wheel' as const];
      const keywordReadAs = [{ types, near, keyword: 'jyco', total: 12, inPlace: false }];
      const suggestions = [{ name: 'Jayco', make: 'Jayco', model: '' }];
      portal.api.answer(searchListings, { ...NONE, suggestions, keywordReadAs });
      await go('/search?keyword=jyco+fifth+wheel+33131');
      await page.getByText('Near 33131, Miami').first().waitFor();
    },
    'search failed': async ({ go, page }) => {
      portal.api.refuse(searchListings, 503, { code: 'busy', message: 'Please wait a moment.' });
      await go('/search');
      await page.getByText('Error: Please wait a moment.').waitFor();
    },
    'search without its next page': async ({ go, page }) => {
      await go('/search');
      await page.getByRole('article').first().waitFor();
      portal.api.refuse(searchListings, 503, { code: 'busy', message: 'Please wait a moment.' });
      await page.getByRole('button', { name: 'Next page' }).click();
      await page.getByText('Found before').first().waitFor();
    },
    'search near no such zip code': async ({ go, page }) => {
      portal.api.answer(searchListings, { ...NONE, unknownLocation: true });
      await go('/search?zip=00000');
      await page.getByText('There is no zip code 00000.').waitFor();
    },
    'search with no zip code': async ({ go, page }) => {
      await go('/search?zip=123&make=Jayco');
      await page.getByRole('article').first().waitFor();
    },
    'search with a toast': async ({ go, page }) => {
      portal.api.answer(saveRv, { id: 'x', listingId: 'a1' });
      await go('/search');
      await page
        .getByRole('button', { name: /^Save / })
        .first()
        .click();
      await page.locator('[data-toast]').waitFor();
    },
    'saved listings loading': async ({ go, page }) => {
      portal.api.hold(listSavedRvs);
      await go('/search?view=saved');
      await page.locator('[data-skeleton=listing]').first().waitFor();
    },
    'saved listings unavailable': async ({ go, page }) => {
      portal.api.refuse(listSavedRvs, 503, { code: 'busy', message: 'Please wait a moment.' });
      await go('/search?view=saved');
      await page.getByText('Your saved RVs could not be loaded').waitFor();
    },
    'nothing saved': async ({ go, page }) => {
      portal.api.answer(listSavedRvs, []);
      await go('/search?view=saved');
      await page.getByText('No saved RVs yet').waitFor();
    },
  };
  it.each([
    { name: 'search', show: showFull, views: VIEWS },
    ...Object.entries(others).map(([name, show]) => ({ name, show, views: TWO_VIEWS })),
  ])('$name', async ({ name, show, views }) => {
    const visit = await portal.visit(views[0]);
    await show(visit);
    await expectGoodLooks(visit, name, views);
  });

  it('moves nothing while it loads', async () => {
    for (const viewport of [PHONE, { width: 1280, height: 900 }]) {
      const visit = await portal.visit({ viewport });
      await visit.go('/search');
      await visit.page.getByRole('article').first().waitFor();
      expect(await layoutShift(visit)).toBeLessThanOrEqual(0.02);
      await visit.leave();
    }
  });
});
