import { beforeEach, expect, it } from 'vitest';
import { comprehensiveAnalysis } from '#schemas/api/analysis.ts';
import { calculator } from './support/calculator.ts';
import { openMarket } from './support/market.ts';
import { describePortal, eachVisit } from './support/portal.ts';

describePortal('names typed into the calculator', (portal) => {
  const visit = eachVisit(portal);
  beforeEach(() => {
    openMarket(portal.api);
  });

  /** The form with everything but the model, whose names are there to choose from. */
  const openAtModel = async () => {
    await visit.go('/depreciation?make=Jayco&year=2020');
    const rv = calculator(visit.page);
    await rv.model.click();
    await visit.page.getByRole('option', { name: /28QZX/ }).waitFor();
    return rv;
  };
  const address = (part: RegExp) => expect.poll(() => visit.page.url()).toMatch(part);
  const entries = () => visit.page.evaluate('history.length');

  it.each(['jay flight', 'JAY-FLIGHT ', 'Jay Flight '])(
    'keep the answer to %j when leaving the field writes the name as it is listed',
    async (typed) => {
      const rv = await openAtModel();
      await rv.model.fill(typed);
      await address(/model=jay/i);
      const before = await entries();
      await visit.page.keyboard.press('Enter');
      await expect.poll(() => rv.model.inputValue()).toBe('Jay Flight');
      await address(/model=Jay\+Flight(&|$)/);
      await rv.result.getByText('Current Market Value').waitFor();
      expect(await entries()).toBe(before);
      await visit.page.reload();
      await rv.result.getByText('Current Market Value').waitFor();
      await visit.page.getByText('2 analyses left of 3 today').waitFor();
      expect(portal.api.calls(comprehensiveAnalysis)).toBe(1);
    },
  );

  it('are offered where they are seen, also from a field at the end of the window', async () => {
    const { page } = visit;
    await visit.go('/depreciation');
    const { make } = calculator(page);
    const field = await make.boundingBox();
    await page.setViewportSize({ width: 1280, height: Math.ceil((field?.y ?? 0) + 60) });
    await make.pressSequentially('jay');
    await page.getByRole('option', { name: /Jayco/ }).waitFor();
    const below = `document.querySelector('[role=listbox]:not([hidden])').getBoundingClientRect().bottom - innerHeight`;
    // Scrolling ends at whole pixels.
    await expect.poll(() => page.evaluate<number>(below)).toBeLessThan(1);
  });

  it('keep why there is no answer when leaving the field writes the name as it is listed', async () => {
    portal.api.refuse(comprehensiveAnalysis, 500, { code: 'internal', message: 'Our mistake.' });
    const rv = await openAtModel();
    await rv.model.fill('jay flight');
    await visit.page.keyboard.press('Enter');
    await expect.poll(() => rv.model.inputValue()).toBe('Jay Flight');
    await address(/model=Jay\+Flight(&|$)/);
    await visit.page.getByRole('alert').getByText('Our mistake.').waitFor();
  });

  it('keep what is wrong with other fields said when leaving writes the name as it is listed', async () => {
    await visit.go('/depreciation');
    const rv = calculator(visit.page);
    await rv.make.click();
    await visit.page.getByRole('option', { name: /Jayco/ }).waitFor();
    await rv.make.fill('jayco');
    await visit.page.keyboard.press('Enter');
    await expect.poll(() => rv.make.inputValue()).toBe('Jayco');
    await address(/make=Jayco(&|$)/);
    await expect.poll(() => rv.model.getAttribute('aria-invalid')).toBe('true');
  });

  it('keep the model of a link that spells its make otherwise', async () => {
    await visit.go('/depreciation?make=jayco&model=Jay+Flight&year=2020');
    const rv = calculator(visit.page);
    await rv.make.click();
    await visit.page.getByRole('option', { name: /Jayco/ }).waitFor();
    await visit.page.keyboard.press('Tab');
    await expect.poll(() => rv.make.inputValue()).toBe('Jayco');
    await address(/make=Jayco&model=Jay\+Flight&year=2020$/);
    await expect.poll(() => rv.model.inputValue()).toBe('Jay Flight');
  });

  it('go with the make they belong to', async () => {
    await visit.go('/depreciation?make=Jayco&model=Jay+Flight&year=2020');
    const rv = calculator(visit.page);
    await rv.make.fill('Winnebago');
    await expect.poll(() => rv.model.inputValue()).toBe('');
  });

  it('are asked about by the next press of Enter once a suggestion was taken', async () => {
    const message = 'No make is called “Jako”.';
    const unknown = { code: 'unknown_make', message, suggestions: ['Jayco'] };
    portal.api.refuse(comprehensiveAnalysis, 422, unknown);
    await visit.go('/depreciation');
    const rv = calculator(visit.page);
    await rv.fill('Jako');
    await rv.submit.click();
    const suggestion = visit.page.getByRole('button', { name: 'Did you mean Jayco?' });
    await suggestion.waitFor();
    openMarket(portal.api);
    await suggestion.press('Enter');
    await suggestion.waitFor({ state: 'detached' });
    const told = rv.result.getByRole('status');
    await told.getByText('Press “Calculate Depreciation” for an answer').waitFor();
    await visit.page.locator(':focus').and(rv.submit).waitFor();
    await visit.page.keyboard.press('Enter');
    await rv.result.getByText('Current Market Value').waitFor();
  });
});
