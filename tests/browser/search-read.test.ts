import { expect, it } from 'vitest';
import { searchListings } from '#schemas/api/listings.ts';
import { LISTINGS, pageOf } from './support/listings.ts';
import { describePortal } from './support/portal.ts';
import { eachSearch } from './support/searching.ts';

const NONE = { listings: [], total: 0, suggestions: [] };

describePortal('names and keywords of a search as they are read', (portal) => {
  const { visit, answer, open, searched, button } = eachSearch(portal);

  it('says as what make a name in the address was read', async () => {
    const readAs = { name: 'Jayco', make: 'Jayco', model: '' };
    answer((question) => ({
      ...pageOf(30, question),
      ...(question.query.get('make') === 'jayko' ? { readAs } : {}),
    }));
    await open('?make=jayko&model=Eagle');
    await visit.page
      .getByText(
        'No make is called \u2068jayko\u2069. This is what there is for \u2068Jayco\u2069.',
      )
      .waitFor();
    // Its models are that make's.
    await visit.page.getByText('We know no models of this make.').waitFor({ state: 'detached' });
    await button('Use this name').click();
    await searched('make=Jayco&model=Eagle&limit=12&offset=0');
    await visit.page.getByText('No make is called').waitFor({ state: 'detached' });
  });

  it('says of no make what there is for it where there is nothing', async () => {
    const readAs = { name: 'Airstream', make: 'Airstream', model: '' };
    answer(() => ({ ...NONE, readAs, emptiedBy: [] }));
    await visit.go('/search?make=airsteam');
    await visit.page.getByText('No filter alone leaves nothing').waitFor();
    expect(await visit.page.getByText('No make is called').count()).toBe(0);
  });

  it('offers what a keyword says by the filters that say it, before names like it', async () => {
    const { page } = visit;
    const keywordReadAs = {
      types: ['fifth-wheel' as const],
      condition: 'used' as const,
      near: { zip: '33131', city: 'Miami' },
      state: 'FL',
      keyword: 'jyco',
      total: 1_422,
      inPlace: false,
    };
    const suggestions = [{ name: 'Jayco', make: 'Jayco', model: '', keyword: '2019' }];
    answer(({ query }) =>
      query.get('keyword') === 'used jyco fifth wheel 33131'
        ? { ...NONE, suggestions, keywordReadAs: [keywordReadAs] }
        : { total: 1, listings: LISTINGS.slice(0, 1) },
    );
    const start = '/search?keyword=used+jyco+fifth+wheel+33131&priceMax=90000';
    await visit.go(start);
    const found = page.getByRole('region', { name: '0 RVs found' });
    const offers = found.getByText('Did you mean:').locator('xpath=..').getByRole('button');
    const offer = '“jyco”, Near 33131, Miami, In Florida, Fifth Wheel, Used (1,422)';
    const name = 'Jayco, “2019”, Near 33131, Miami, In Florida, Fifth Wheel, Used';
    await expect.poll(() => offers.allInnerTexts()).toEqual([offer, name]);
    await button(offer).press('Enter');
    await searched(
      'keyword=jyco&location=33131&state=FL&type=fifth-wheel&condition=used&priceMax=90000&limit=12&offset=0',
    );
    await page.getByRole('heading', { name: '1 RV found' }).and(page.locator(':focus')).waitFor();
    await page.goBack();
    // With a name in its place, the keyword says the rest of it all the same.
    await button(name).click();
    await searched(
      'keyword=2019&location=33131&state=FL&make=Jayco&type=fifth-wheel&condition=used&priceMax=90000&limit=12&offset=0',
    );
  });

  it('keeps the keyword beside a name in place of a make', async () => {
    answer(({ query }) =>
      query.get('make') === 'jyco egle'
        ? { ...NONE, suggestions: [{ name: 'Jayco Eagle', make: 'Jayco', model: 'Eagle' }] }
        : { total: 1, listings: LISTINGS.slice(0, 1) },
    );
    await visit.go('/search?keyword=bunk&make=jyco+egle');
    await button('Jayco Eagle').click();
    await searched('keyword=bunk&make=Jayco&model=Eagle&limit=12&offset=0');
  });

  it('offers the words that were typed without their state, before names like them', async () => {
    const read = { types: [], state: 'TX', keyword: 'alpine', total: 0, inPlace: false };
    const suggestions = [{ name: 'Aliner', make: 'Aliner', model: '' }];
    const anywhere = { types: [], keyword: 'alpine', leftOut: 'texas', total: 6, inPlace: false };
    const there = { ...read, keyword: '', leftOut: 'alpine', total: 9 };
    answer(({ query }) =>
      query.has('state') || query.get('keyword') === 'alpine'
        ? { total: 1, listings: LISTINGS.slice(0, 1) }
        : { ...NONE, suggestions, keywordReadAs: [read, anywhere, there] },
    );
    await visit.go('/search?keyword=alpine+texas');
    const line = button('“alpine” (6), without “texas”');
    await line.waitFor();
    const offers = visit.page.locator('ul').filter({ has: line }).getByRole('button');
    expect(await offers.allInnerTexts()).toEqual([
      '“alpine” (6), without “texas”',
      'Aliner, In Texas',
      'In Texas (9), without “alpine”',
    ]);
    await line.click();
    await searched('keyword=alpine&limit=12&offset=0');
  });

  it('offers a line that is called as a state anywhere, before what leaves its words out', async () => {
    const read = { types: [], state: 'MT', keyword: '99X', total: 0, inPlace: false };
    const montana = { name: 'Keystone Montana', make: 'Keystone', model: 'Montana' };
    answer(({ query }) =>
      query.has('keyword')
        ? {
            ...NONE,
            keywordReadAs: [read, { ...read, keyword: '', leftOut: '99X', total: 7 }],
            suggestions: [{ ...montana, leftOut: '99X', anywhere: true }],
          }
        : { total: 1, listings: LISTINGS.slice(0, 1) },
    );
    await visit.go('/search?keyword=montana+99x');
    const line = button('Keystone Montana, without “99X”');
    await line.waitFor();
    const offers = visit.page.locator('ul').filter({ has: line }).getByRole('button');
    expect(await offers.allInnerTexts()).toEqual([
      'Keystone Montana, without “99X”',
      'In Montana (7), without “99X”',
    ]);
    await line.click();
    await searched('make=Keystone&model=Montana&limit=12&offset=0');
  });

  it('offers a keyword’s filters above what its words find, where there is more', async () => {
    const { page } = visit;
    let total = 11_422;
    answer((question) => ({
      ...pageOf(270, question),
      ...(question.query.get('keyword') === 'Travel Trailer' && {
        keywordReadAs: [{ types: ['travel-trailer'], keyword: '', total, inPlace: false }],
      }),
    }));
    await open('?keyword=Travel+Trailer');
    const offer = button('Travel Trailer (11,422)');
    await offer.waitFor();
    // Another keyword is not what was read.
    const release = portal.api.hold(searchListings);
    await page.getByLabel('Keyword').fill('Travel Trailer bunk');
    await offer.waitFor({ state: 'detached' });
    release();
    await page.getByLabel('Keyword').fill('Travel Trailer');
    await offer.click();
    await searched('type=travel-trailer&limit=12&offset=0');
    await offer.waitFor({ state: 'detached' });
    total = 0;
    await open('?keyword=Travel+Trailer&state=HI');
    await searched('keyword=Travel+Trailer&state=HI&limit=12&offset=0');
    expect(await page.getByText('Did you mean:').count()).toBe(0);
  });

  it('says how a keyword was read whose words found nothing, and puts that into the filters', async () => {
    const { page } = visit;
    answer((question) => ({
      ...pageOf(18, question),
      ...(question.query.get('keyword') === 'toy haulers tx' && {
        keywordReadAs: [
          {
            types: ['toy-hauler'],
            state: 'TX',
            priceMax: 60_000,
            keyword: '',
            total: 18,
            inPlace: true,
          },
        ],
      }),
    }));
    await open('?keyword=toy+haulers+tx');
    const said = '“\u2068toy haulers tx\u2069” was taken to mean:';
    const line = page.getByRole('region', { name: '18 RVs found' }).getByText(said);
    await line.waitFor();
    expect(await page.getByText('Did you mean:').count()).toBe(0);
    await line.getByRole('button', { name: 'In Texas, Toy Hauler, Up to $60,000 (18)' }).click();
    await searched('state=TX&type=toy-hauler&priceMax=60000&limit=12&offset=0');
    await line.waitFor({ state: 'detached' });
  });

  it('offers what else a keyword says beside what was found by it', async () => {
    const types = ['fifth-wheel' as const];
    answer((question) => ({
      ...pageOf(86, question),
      ...(question.query.get('keyword') === 'montana fifth wheel' && {
        keywordReadAs: [
          { types, state: 'MT', keyword: '', total: 86, inPlace: true },
          { types, keyword: 'montana', total: 12, inPlace: false },
        ],
      }),
    }));
    await open('?keyword=montana+fifth+wheel');
    const { page } = visit;
    const said = page.getByText('was taken to mean:').getByRole('button');
    await expect.poll(() => said.allInnerTexts()).toEqual(['In Montana, Fifth Wheel (86)']);
    const offers = page.getByText('Did you mean:').getByRole('button');
    expect(await offers.allInnerTexts()).toEqual(['“montana”, Fifth Wheel (12)']);
    await offers.click();
    await searched('keyword=montana&type=fifth-wheel&limit=12&offset=0');
  });

  it('says what of a keyword an offer leaves out', async () => {
    const types = ['class-c' as const];
    const whole = { types, state: 'OH', keyword: 'diesel', total: 0, inPlace: false };
    const cut = { ...whole, keyword: '', leftOut: 'diesel', total: 192 };
    answer((question) =>
      question.query.has('keyword')
        ? { ...NONE, keywordReadAs: [whole, cut] }
        : pageOf(192, question),
    );
    await visit.go('/search?keyword=diesel+class+c+ohio');
    await button('In Ohio, Class C (192), without “diesel”').click();
    await searched('state=OH&type=class-c&limit=12&offset=0');
  });

  it('says what it leaves out where that is all that a keyword says', async () => {
    const leftOut = 'under 30 ft';
    answer((question) => ({
      ...pageOf(836, question),
      ...(question.query.has('keyword') && {
        keywordReadAs: [{ types: [], keyword: '', leftOut, total: 836, inPlace: true }],
      }),
    }));
    await open('?keyword=under+30+ft');
    await button('Without “under 30 ft” (836)').click();
    await searched('limit=12&offset=0');
  });

  it('asks for the ZIP code that "near me" lacks, whatever was found', async () => {
    const { page } = visit;
    answer(({ query }) =>
      query.has('type') ? NONE : { total: 1, listings: LISTINGS.slice(0, 1) },
    );
    const asks = page.getByText('Type your ZIP code to see what is near you.');
    await open('?keyword=rvs+Near+Me');
    await asks.waitFor();
    await page.getByLabel('Zip Code').fill('83702');
    await asks.waitFor({ state: 'detached' });
    await visit.go('/search?keyword=near+me&type=class-b');
    await page.getByText('No RVs Found').waitFor();
    await asks.waitFor();
    await page.getByLabel('Keyword').fill('near memphis');
    await asks.waitFor({ state: 'detached' });
  });
});
