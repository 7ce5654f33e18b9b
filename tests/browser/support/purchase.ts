import type { Page } from 'playwright-core';

/** Fills in all that the open form of a purchase requires. */
export async function fillPurchase(page: Page): Promise<void> {
  const form = page.getByRole('dialog');
  await form.getByRole('combobox', { name: 'Make' }).fill('Jayco');
  await form.getByRole('combobox', { name: 'Model' }).fill('Eagle 317RLOK');
  await form.getByLabel('Model year').fill('2021');
  await form.getByLabel('RV type').selectOption('Fifth Wheel');
  await form.getByLabel('Purchase price').fill('$47,500');
  await form.getByLabel('Purchase date').fill('2024-10-03');
  await form.getByLabel('Purchase location').fill('Boise, ID');
}
