import { readFile } from 'node:fs/promises';
import { beforeEach, expect, it } from 'vitest';
import { currentUser, trackAnalysisUsage, usage } from '#schemas/api/account.ts';
import { buyingDecision, comprehensiveAnalysis } from '#schemas/api/analysis.ts';
import { valuationReport } from '#schemas/api/report.ts';
import { absurdity, abstention, analyzer, decisionOf } from './support/buying.ts';
import { analysisOf, openMarket, USER } from './support/market.ts';
import { openReports } from './support/membership.ts';
import { ANALYSIS_DEPTH } from './support/plan-depth.ts';
import { describePortal, DESKTOP, eachVisit } from './support/portal.ts';

/** As a listing leads there. */
const LISTED =
  '/realtime-analyzer?make=Jayco&model=Jay+Flight+28QZX&year=2019&askingPrice=33000&location=TX';

describePortal('the real-time analyzer', (portal) => {
  const visit = eachVisit(portal);
  beforeEach(async () => {
    openMarket(portal.api);
    portal.api.answer(buyingDecision, decisionOf());
    await visit.go('/realtime-analyzer');
  });

  /** A price judged, and its advice shown. */
  const judge = async () => {
    const rv = analyzer(visit.page);
    await rv.fill();
    await rv.submit.click();
    await rv.result.getByText('Our advice').waitFor();
    return rv;
  };

  it('judges the price of the listing that led there', async () => {
    await visit.go(`${LISTED}&listingId=a2`);
    await analyzer(visit.page).submit.click();
    await visit.page.getByText('Our advice').waitFor();
    expect(portal.api.bodies(buyingDecision)).toMatchObject([{ listingId: 'a2' }]);
  });

  it('takes a guest from an RV, its price and place to the advice and what it rests on', async () => {
    const rv = await judge();
    expect(portal.api.bodies(buyingDecision)).toEqual([
      {
        make: 'Jayco',
        model: 'Jay Flight 28QZX',
        year: 2019,
        condition: 'used',
        askingPrice: 33_000,
        location: 'Texas',
      },
    ]);
    await rv.result.getByRole('heading', { name: 'Negotiate', exact: true }).waitFor();
    const text = await rv.result.innerText();
    for (const words of [
      '2019 Jayco Jay Flight 28QZX',
      'Travel Trailer, used, TX',
      '$33,000 asked in Texas, 4.8% above market value',
      '$33,000 is $1,500 (4.8%) above our estimate of $31,500',
      'from $30,500 down it is a price to take',
      'Confidence in the advice: 76%',
      'up to $30,500',
      'up to $33,900',
      'up to $35,500',
      'above $35,500',
      'Negotiate (this offer)',
      '6.2 out of 10',
      'Half of such RVs have been on offer for 94 days or more in the South',
      'not known',
      'Optimal',
      'HIGH',
      '17% more than a year ago',
      'Current Market Value',
      'View All 10 Years',
    ])
      expect(text).toContain(words);
    expect(portal.api.calls(comprehensiveAnalysis)).toBe(0);
  });

  it('gives members of Premium the report of the listing and the place that it judged', async () => {
    const { api } = portal;
    openReports(api);
    await visit.go(`${LISTED}&listingId=0a1b`);
    await analyzer(visit.page).submit.click();
    await visit.page.getByText('Our advice').waitFor();
    const downloading = visit.page.waitForEvent('download');
    await visit.page.getByRole('button', { name: 'PDF report' }).click();
    await downloading;
    expect(api.bodies(valuationReport)).toMatchObject([
      { year: 2019, state: 'TX', listingId: '0a1b' },
    ]);
  });

  it('is as deep as the analysis of a value, and its file says of which market it is', async () => {
    const { page } = visit;
    const valuation = { ...analysisOf(), depth: ANALYSIS_DEPTH };
    portal.api.answer(buyingDecision, decisionOf({ sample: true, valuation }));
    const { result } = await judge();
    await result.getByRole('region', { name: 'What would change it' }).waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const csv = await readFile(await (await downloading).path(), 'utf8');
    expect(csv.trim().split('\r\n').slice(1)).toEqual(
      Array.from({ length: 11 }, () => expect.stringMatching(/,sample$/)),
    );
  });

  it('brings into view what came of it, from the foot of the form', async () => {
    const { page } = visit;
    const heightOf = async (text: string) =>
      (await page.getByText(text).first().boundingBox())?.y ?? NaN;
    const rv = analyzer(page);
    await rv.fill();
    portal.api.refuse(buyingDecision, 422, { code: 'unknown_place', message: 'No such place.' });
    for (const answer of ['No such place.', 'Our advice']) {
      await rv.submit.scrollIntoViewIfNeeded();
      await rv.submit.click();
      await page.getByText(answer).first().waitFor();
      await expect.poll(() => heightOf(answer)).toBeGreaterThanOrEqual(0);
      await expect.poll(() => heightOf(answer)).toBeLessThan(DESKTOP.height / 2);
      portal.api.answer(buyingDecision, decisionOf());
    }
  });

  it('marks the place that the server knows no state of, and leads there', async () => {
    const message = '"Narnia" is no US state or ZIP code.';
    const details = [{ path: 'location', message }];
    portal.api.refuse(buyingDecision, 422, { code: 'unknown_location', message, details });
    const rv = analyzer(visit.page);
    await rv.fill('33,000', 'Narnia');
    await rv.submit.click();
    await visit.page.locator('[name=location][aria-invalid=true]:focus').waitFor();
    const described = await rv.location.getAttribute('aria-describedby');
    const error = visit.page.locator(`[id="${described?.split(' ').at(-1)}"]`);
    expect(await error.innerText()).toBe(message);
    await rv.location.fill('Texas');
    await visit.page.locator('[name=location]:not([aria-invalid])').waitFor();
  });

  it('draws the price on the scale, and says it to who cannot see it', async () => {
    const rv = await judge();
    const scale = rv.result.getByRole('img', {
      name: '$33,000 is asked; the market value is $31,500, and four in five ask $27,700 to $35,500.',
    });
    const across = async (label: string) => (await scale.getByText(label).boundingBox())?.x ?? NaN;
    await expect
      .poll(async () => (await across('Asked $33,000')) - (await across('Market value $31,500')))
      .toBeGreaterThan(0);
  });

  it('uses up an analysis as the calculator does, and keeps its answer through a reload', async () => {
    await judge();
    await visit.page.getByText('2 analyses left of 3 today').waitFor();
    await visit.page.waitForURL(/askingPrice=33%2C000&location=Texas/);
    await visit.page.reload();
    await analyzer(visit.page).result.getByText('Our advice').waitFor();
    await visit.page.getByText('2 analyses left of 3 today').waitFor();
    expect(portal.api.calls(buyingDecision)).toBe(1);
  });

  it('asks for a member’s grant before it judges', async () => {
    const used = { analysesUsed: 1, analysesLimit: 3, isAtLimit: false, isOneKept: false };
    portal.api.answer(currentUser, USER);
    portal.api.answer(usage, { subscriptionStatus: 'free', ...used });
    portal.api.answer(trackAnalysisUsage, used);
    await visit.go('/realtime-analyzer');
    await judge();
    expect(portal.api.calls(trackAnalysisUsage)).toBe(1);
  });

  it('fills the form from a link, and uses nothing up before it is asked', async () => {
    await visit.go(
      '/realtime-analyzer?make=Jayco&model=Eagle&year=2021&askingPrice=41000&location=TX',
    );
    const rv = analyzer(visit.page);
    await expect.poll(() => rv.askingPrice.inputValue()).toBe('41000');
    await expect.poll(() => rv.location.inputValue()).toBe('TX');
    await rv.submit.click();
    await rv.result.getByText('Our advice').waitFor();
    expect(portal.api.calls(buyingDecision)).toBe(1);
  });

  it('clears the advice when the price changes, and Back leads to it again', async () => {
    const rv = await judge();
    await visit.page.waitForURL(/askingPrice=33/);
    await rv.askingPrice.fill('29,000');
    await rv.result.getByText('The form has changed').waitFor();
    await visit.page.waitForURL(/askingPrice=29/);
    await visit.page.goBack();
    await rv.result.getByText('Our advice').waitFor();
    await expect.poll(() => rv.askingPrice.inputValue()).toBe('33,000');
  });

  it('says at the field that there is no price, and asks nothing until there is one', async () => {
    const rv = analyzer(visit.page);
    await rv.fill('');
    await rv.submit.click();
    await visit.page.getByText('Asking price is required').waitFor();
    await rv.askingPrice.and(visit.page.locator(':focus')).waitFor();
    await rv.askingPrice.fill('33,000');
    await rv.submit.click();
    await rv.result.getByText('Our advice').waitFor();
    expect(portal.api.calls(buyingDecision)).toBe(1);
  });

  it('shows the server’s words for a place it does not know', async () => {
    portal.api.refuse(buyingDecision, 422, {
      code: 'unknown_location',
      message: '"Atlantis" is no US state or ZIP code: write it as TX, Texas or 78701.',
    });
    const rv = analyzer(visit.page);
    await rv.fill('33,000', 'Atlantis');
    await rv.submit.click();
    await visit.page.getByRole('alert').getByText('"Atlantis" is no US state').waitFor();
    await visit.page.getByText('3 analyses left of 3 today').waitFor();
  });

  it('gives no advice where there is too little to compare with', async () => {
    portal.api.answer(buyingDecision, abstention());
    const rv = await judge();
    await rv.result.getByRole('heading', { name: 'Too little to judge the price by' }).waitFor();
    await expect
      .poll(() => rv.result.innerText())
      .toContain('No listing is near enough to compare with');
    await expect.poll(() => rv.result.getByText('not without more listings').count()).toBe(2);
  });

  it('puts that a price cannot be right before the advice', async () => {
    portal.api.answer(buyingDecision, absurdity());
    const rv = await judge();
    await rv.result.getByRole('heading', { name: 'This price cannot be right' }).waitFor();
    await rv.result.getByText('Asked $330,000, off the scale').waitFor();
  });

  it('takes over what was filled in at the calculator', async () => {
    await visit.go('/depreciation?make=Jayco&model=Eagle&year=2021');
    await visit.page.getByRole('link', { name: 'Judge an asking price' }).click();
    await visit.page.waitForURL('**/realtime-analyzer?make=Jayco&model=Eagle&year=2021');
    await expect.poll(() => analyzer(visit.page).model.inputValue()).toBe('Eagle');
  });

  it('is a link in the header', async () => {
    portal.api.answer(currentUser, USER);
    await visit.go('/');
    await visit.page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Real-Time Analyzer' })
      .click();
    await visit.page
      .getByRole('heading', { level: 1, name: 'Is it worth what they ask?' })
      .waitFor();
  });
});
