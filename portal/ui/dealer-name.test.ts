import { expect, test } from 'vitest';
import { dealerName } from './dealer-name.ts';

test.each([
  ['hank-s-rv', "Hank's RV"],
  ['lakeside-rvs-of-boise', 'Lakeside RVs of Boise'],
  ['st-cloud-rv', 'St Cloud RV'],
  ['tnt-camping-2', 'TNT Camping 2'],
  ['Lakeside RV - Boise', 'Lakeside RV - Boise'],
  ['lakeside-rv.example', 'lakeside-rv.example'],
  ['lakeside', 'lakeside'],
  ['Lakeside', 'Lakeside'],
  ['', ''],
])('%j is shown as %j', (dealer, shown) => {
  expect(dealerName(dealer)).toBe(shown);
});
