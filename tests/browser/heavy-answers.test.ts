import { beforeEach, describe, expect, it } from 'vitest';
import { rvMakes } from '#schemas/api/catalogue.ts';
import { analysed, calculator } from './support/calculator.ts';
import { listingOf, openListings } from './support/listings.ts';
import { openMarket } from './support/market.ts';
import { describePortal, eachVisit } from './support/portal.ts';

const MEGABYTE = 1_000_000;
/** A page that is kept still by what it was sent takes longer. */
const AT_ONCE = { timeout: 20_000 };

describePortal('an answer of 5 MB', (portal) => {
  const visit = eachVisit(portal);

  it('is used where it is right: a list of makes', async () => {
    openMarket(portal.api);
    const makes = Array.from({ length: 60_000 }, (_, at) => ({
      id: `maker-${at}`,
      name: `Maker ${at} of recreational vehicles`,
      aliases: [],
      listings: at,
    }));
    expect(JSON.stringify(makes).length).toBeGreaterThan(5 * MEGABYTE);
    portal.api.answer(rvMakes, makes);
    await visit.go('/depreciation');
    const rv = calculator(visit.page);
    await rv.make.fill('maker 59999');
    await visit.page.getByRole('option', { name: /^Maker 59999 / }).click(AT_ONCE);
    await expect.poll(() => rv.make.inputValue()).toBe('Maker 59999 of recreational vehicles');
    await analysed(visit.page);
  });

  describe('that is wrong', () => {
    const items = `[${Array(600_000).fill('{"a":0}').join(',')}]`;
    const send = async (path: string, body: string) => {
      expect(body.length).toBeGreaterThan(4.5 * MEGABYTE);
      await visit.page.route(path, (route) =>
        route.fulfill({ contentType: 'application/json', body }),
      );
    };

    beforeEach(() => openListings(portal.api));

    it('is said to have failed: a list of 600,000', async () => {
      await send('**/api/market-stories', items);
      await visit.go('/market-stories');
      await visit.page.getByText('The stories could not be loaded').waitFor(AT_ONCE);
    });

    it('is said to have failed: such a list within an answer', async () => {
      await send('**/api/rv-listings/search?*', `{"listings":${items},"total":600000}`);
      await visit.go('/search');
      await visit.page.getByText('Failed to load RV listings').waitFor(AT_ONCE);
      await visit.page.getByRole('button', { name: 'Apply Filters' }).waitFor(AT_ONCE);
    });

    it('is said to have failed: a single word', async () => {
      const listings = [listingOf('a1', 'class-c', { dealer: 'D'.repeat(5 * MEGABYTE) })];
      await send('**/api/rv-listings/search?*', JSON.stringify({ listings, total: 1 }));
      await visit.go('/search');
      await visit.page.getByText('Failed to load RV listings').waitFor(AT_ONCE);
    });
  });
});
