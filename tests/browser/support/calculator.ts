import type { Page } from 'playwright-core';

/** The calculator as a visitor works it. */
export const calculator = (page: Page) => ({
  make: page.getByRole('combobox', { name: 'Make' }),
  model: page.getByRole('combobox', { name: 'Model' }),
  year: page.getByLabel('Model year'),
  mileage: page.getByLabel('Mileage'),
  result: page.getByRole('region', { name: 'Result of the analysis' }),
  submit: page.getByRole('form', { name: 'Your RV' }).getByRole('button', { name: /Calculat/ }),
  /** Makes typed, the model chosen, then the year. */
  fill: async (make = 'Jayco', model = 'Jay Flight 28QZX', year = '2019') => {
    await page.getByRole('combobox', { name: 'Make' }).fill(make);
    await page.keyboard.press('Tab');
    await page.getByRole('combobox', { name: 'Model' }).fill(model);
    await page.keyboard.press('Tab');
    await page.getByLabel('Model year').fill(year);
  },
});

/** The calculator with an analysis asked for and answered. */
export async function analysed(page: Page) {
  const rv = calculator(page);
  await rv.fill();
  await rv.submit.click();
  await rv.result.getByText('Current Market Value').waitFor();
  return rv;
}
