import { beforeEach, expect, it } from 'vitest';
import { comprehensiveAnalysis } from '#schemas/api/analysis.ts';
import { rvMakes, rvModelsOfMake, rvNames } from '#schemas/api/catalogue.ts';
import { analysed, calculator } from './support/calculator.ts';
import { analysisOf, MAKES, openMarket } from './support/market.ts';
import { describePortal, eachVisit } from './support/portal.ts';

describePortal('makes and models in the calculator', (portal) => {
  const visit = eachVisit(portal);
  beforeEach(() => {
    openMarket(portal.api);
  });

  it('keeps the model field closed until there is a make', async () => {
    await visit.go('/depreciation');
    await expect.poll(() => calculator(visit.page).model.isDisabled()).toBe(true);
  });

  it('asks for models once per make, not per letter', async () => {
    await visit.go('/depreciation');
    const rv = calculator(visit.page);
    await rv.make.pressSequentially('Jayco');
    await visit.page.keyboard.press('Tab');
    await rv.model.click();
    await visit.page.getByRole('option', { name: /28QZX/ }).waitFor();
    expect(portal.api.calls(rvModelsOfMake)).toBe(1);
  });

  it('offers the nearest makes for one it does not know, and fills in the chosen one', async () => {
    portal.api.refuse(comprehensiveAnalysis, 422, {
      code: 'unknown_make',
      message: 'No make is called “Jako”.',
      suggestions: ['Jayco', 'Winnebago'],
    });
    await visit.go('/depreciation');
    const rv = calculator(visit.page);
    await rv.fill('Jako');
    await rv.submit.click();
    await visit.page.getByRole('alert').getByText('No make is called “Jako”.').waitFor();
    await rv.result.getByRole('button', { name: 'Did you mean Jayco?' }).click();
    await expect.poll(() => rv.make.inputValue()).toBe('Jayco');
    await expect.poll(() => rv.model.inputValue()).toBe('Jay Flight 28QZX');
  });

  it('says which make may have been meant as soon as the field is left', async () => {
    await visit.go('/depreciation');
    const rv = calculator(visit.page);
    const offered = visit.page.getByRole('button', { name: 'Did you mean \u2068Jayco\u2069?' });
    await rv.make.pressSequentially('jayko');
    await visit.page.getByRole('option', { name: /Jayco/ }).waitFor();
    expect(await offered.count()).toBe(0);
    await visit.page.keyboard.press('Tab');
    await offered.click();
    await expect.poll(() => rv.make.inputValue()).toBe('Jayco');
    await offered.waitFor({ state: 'detached' });
    await rv.make.and(visit.page.locator(':focus')).waitFor();
  });

  it('offers the nearest models beside a value that rests on the make', async () => {
    const { resolved, ...analysis } = analysisOf();
    portal.api.answer(comprehensiveAnalysis, {
      ...analysis,
      basis: 'make',
      resolved: { ...resolved, lineStatus: 'unknown' },
      suggestions: ['Jayco', 'Jayco Jay Feather', 'Winnebago View'],
    });
    await visit.go('/depreciation');
    const rv = await analysed(visit.page);
    const jayco = '\u2068Jayco\u2069';
    await expect.poll(() => rv.result.innerText()).toContain(`Based on 132 listings by ${jayco}`);
    await expect.poll(() => rv.result.innerText()).toContain(`Valued as ${jayco}, model unknown`);
    await expect
      .poll(() => visit.page.getByRole('button', { name: /^Did you mean/ }).allInnerTexts())
      .toEqual(['Jayco Jay Feather', 'Winnebago View']);
    await visit.page.getByRole('button', { name: 'Did you mean Jayco Jay Feather?' }).click();
    await expect.poll(() => rv.make.inputValue()).toBe('Jayco');
    await expect.poll(() => rv.model.inputValue()).toBe('Jay Feather');
    expect(portal.api.calls(comprehensiveAnalysis)).toBe(1);
  });

  it('says of a line it knows without listings that the value rests on the make', async () => {
    const { resolved, ...analysis } = analysisOf();
    portal.api.answer(comprehensiveAnalysis, {
      ...analysis,
      basis: 'make',
      resolved: { ...resolved, lineStatus: 'known' },
    });
    await visit.go('/depreciation');
    const rv = await analysed(visit.page);
    const text = await rv.result.innerText();
    expect(text).toContain(
      `We know the \u2068Jay Flight\u2069, but have no listings of it to go by`,
    );
    expect(text).toContain(`Based on 132 listings by \u2068Jayco\u2069`);
    expect(text).not.toContain('unknown model');
    expect(text).not.toContain('Names we know');
  });

  it('offers the models of the make that may have been meant', async () => {
    await visit.go('/depreciation');
    const rv = calculator(visit.page);
    await rv.make.fill('winebago');
    await visit.page.keyboard.press('Tab');
    await visit.page.getByRole('button', { name: 'Did you mean \u2068Winnebago\u2069?' }).waitFor();
    await rv.model.click();
    await visit.page.getByRole('option', { name: /24D/ }).click();
    await expect.poll(() => rv.model.inputValue()).toBe('View 24D');
    expect(await visit.page.getByText('We know no models of this make.').count()).toBe(0);
    expect(portal.api.calls(rvModelsOfMake)).toBe(1);
  });

  it('says which model may have been typed for a make, and fills in both', async () => {
    const imagine = { name: 'Grand Design Imagine', make: 'Grand Design', model: 'Imagine' };
    portal.api.answer(rvNames, ({ query }) => (query.get('text') === 'imagine' ? [imagine] : []));
    await visit.go('/depreciation');
    const { page } = visit;
    const rv = calculator(page);
    const release = portal.api.hold(rvNames);
    await rv.make.pressSequentially('imagine');
    await page.keyboard.press('Tab');
    await expect.poll(() => portal.api.calls(rvNames)).toBe(1);
    // Nothing is said of it before it is known.
    expect(await page.getByText('We know no models of this make.').count()).toBe(0);
    release();
    const name = 'Did you mean \u2068Grand Design Imagine\u2069?';
    await page.getByRole('button', { name }).press('Enter');
    await expect.poll(() => rv.make.inputValue()).toBe('Grand Design');
    await expect.poll(() => rv.model.inputValue()).toBe('Imagine');
    await rv.make.and(page.locator(':focus')).waitFor();
    expect(portal.api.calls(rvNames)).toBe(1);
  });

  it('keeps a typed model that a make was meant for, and asks nobody about a make like its own', async () => {
    await visit.go('/depreciation');
    const rv = calculator(visit.page);
    await rv.fill('jayko', 'Eagle');
    await visit.page.getByRole('button', { name: 'Did you mean \u2068Jayco\u2069?' }).click();
    await expect.poll(() => rv.make.inputValue()).toBe('Jayco');
    expect(await rv.model.inputValue()).toBe('Eagle');
    expect(portal.api.calls(rvNames)).toBe(0);
  });

  it('takes a name without a Latin letter for none of its makes', async () => {
    await visit.go('/depreciation');
    await calculator(visit.page).fill('雪', 'Eagle');
    await visit.page.getByText('We know no models of this make.').waitFor();
    expect(await visit.page.getByRole('button', { name: /^Did you mean/ }).count()).toBe(0);
  });

  it('asks for models of a make in its list only, and takes another for no failure', async () => {
    await visit.go('/depreciation');
    await calculator(visit.page).fill('Zeppelin', 'Eagle');
    await visit.page.getByText('We know no models of this make.').waitFor();
    await calculator(visit.page).fill('Jayco', '');
    await calculator(visit.page).model.click();
    await visit.page.getByRole('option', { name: /28QZX/ }).waitFor();
    expect(portal.api.calls(rvModelsOfMake)).toBe(1);
  });

  it('asks for the models of a make by the name it is listed under', async () => {
    await visit.go('/depreciation?make=JAYCO%20Inc.&model=Eagle&year=2021');
    await calculator(visit.page).model.click();
    await visit.page.getByRole('option', { name: /28QZX/ }).waitFor();
  });

  it('takes another name of a make for it, though a make begins so', async () => {
    const california = { id: 'thor-california', name: 'Thor California', aliases: [], listings: 9 };
    portal.api.answer(
      rvMakes,
      [...MAKES, california].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    );
    await visit.go('/depreciation?make=Thor&model=Ace&year=2019');
    const rv = calculator(visit.page);
    await rv.model.click();
    await visit.page.getByRole('option', { name: /^Axis/ }).waitFor();
    expect(await visit.page.getByRole('button', { name: /^Did you mean/ }).count()).toBe(0);
    await rv.make.fill('thor industries');
    await expect
      .poll(() => visit.page.getByRole('option').allInnerTexts())
      .toEqual([expect.stringContaining('Thor Motor Coach')]);
  });

  it('says at the field why makes could not be fetched, and fetches them when asked again', async () => {
    const message = 'The store of listings is away. Please try again in a moment.';
    portal.api.refuse(rvMakes, 503, { code: 'warehouse_unavailable', message });
    await visit.go('/depreciation');
    await visit.page.getByText(`Failed to fetch makes: ${message}`).waitFor();
    openMarket(portal.api);
    await visit.page.getByRole('button', { name: 'Try again' }).click();
    await calculator(visit.page).make.click();
    await visit.page.getByRole('option', { name: /Jayco/ }).waitFor();
  });

  it('says at the field that the market is being prepared, which is no failure', async () => {
    const message = 'The market is still being prepared. Please try again in a moment.';
    portal.api.refuse(rvMakes, 503, { code: 'market_not_ready', message });
    await visit.go('/depreciation');
    const { make } = calculator(visit.page);
    await visit.page.locator('form').getByText(message, { exact: true }).waitFor();
    await expect.poll(() => make.getAttribute('aria-invalid')).toBeNull();
    await expect.poll(() => visit.page.getByText('Failed to fetch makes').count()).toBe(0);
  });

  it('says at the field that models could not be fetched, and lets them be typed', async () => {
    portal.api.refuse(rvModelsOfMake, 500, { code: 'internal', message: 'x' });
    await visit.go('/depreciation');
    await analysed(visit.page);
    await visit.page.getByText('Failed to fetch models').waitFor();
  });
});
