import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fieldNames, topLevelKeys } from '../files/mapping.ts';
import { readFrom } from '../files/read-records.ts';
import { eventsOf, sourceFolder } from '../files/testing/source.ts';
import { parseRegistrationMapping } from '../registrations/mapping.ts';
import { compileRegistrations } from '../registrations/to-event.ts';

const guide = readFileSync(new URL('./README.md', import.meta.url), 'utf8');
/** The first block of a language that says something. */
const block = (language: string, says = ''): string =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``, 'g'))]
    .map(([, text = '']) => text)
    .find((text) => text.includes(says)) ?? '';

it('the walk of the guide does what the guide says', async () => {
  const events = await eventsOf(block('yaml'), { 'corner_20260309.csv': block('csv') });
  expect(
    events.map(({ sourceId, observedAt, fields }) => ({ sourceId, observedAt, fields })),
  ).toEqual([
    {
      sourceId: 'A100',
      observedAt: '2026-03-09T00:00:00.000Z',
      fields: {
        title: '2019 Grand Design Imagine 2510RK',
        price: '$31,500',
        condition: 'Used',
        year: '2019',
        url: 'https://www.corner-rv.example/inventory/used-2019-grand-design-imagine-a100',
        stockNumber: 'A100',
        dealer: 'Corner RV',
        currency: 'USD',
      },
    },
    {
      sourceId: 'A101',
      observedAt: '2026-03-09T00:00:00.000Z',
      fields: {
        title: '2026 Winnebago View 24Q',
        price: '$189,000',
        condition: 'New',
        year: '2026',
        url: 'https://www.corner-rv.example/inventory/new-2026-winnebago-view-a101',
        mileage: '35',
        stockNumber: 'A101',
        dealer: 'Corner RV',
        currency: 'USD',
      },
    },
  ]);
});

it('the mapping of offers in the guide reads a page without being told where', async () => {
  const unit = { '@type': 'Vehicle', name: '2026 Winnebago View 24Q', sku: 'A101' };
  const page = `<script type="application/ld+json">${JSON.stringify(unit)}</script>`;
  const events = await eventsOf(
    block('yaml', 'format: html-offers'),
    { 'a101.html': page },
    { observedAt: '2026-03-09T00:00:00.000Z' },
  );
  expect(events).toMatchObject([
    { sourceId: 'A101', fields: { title: '2026 Winnebago View 24Q', stockNumber: 'A101' } },
  ]);
});

it('the mapping of registrations in the guide reads what it says', async () => {
  const mapping = parseRegistrationMapping(block('yaml', 'kind: registrations'), 'oregon.yaml');
  await using folder = await sourceFolder({
    'oregon_20261101.txt': '202610JAYCO               TTY     31\n',
  });
  const toEvent = compileRegistrations(mapping);
  const take = { take: '', runId: 'test', observedAt: '2026-11-01T00:00:00.000Z', fileName: 'f' };
  const rows = [];
  for await (const record of readFrom(folder.paths[0] ?? '', mapping, 0))
    rows.push(toEvent(record, take).fields);
  expect(rows).toEqual([
    {
      state: 'OR',
      month: '2026-10',
      make: 'JAYCO',
      type: 'Travel Trailer',
      condition: 'new',
      count: '31',
    },
  ]);
});

it('the guide explains every key', () => {
  expect(
    topLevelKeys.filter((key) => !new RegExp(`^\\| \`${key}\` +\\|`, 'm').test(guide)),
  ).toEqual([]);
});

it('the guide names every field', () => {
  const fields = /\*\*Fields\*\*[^]*?\n\n/.exec(guide)?.[0] ?? '';
  expect(fieldNames.filter((name) => !fields.includes(`\`${name}\``))).toEqual([]);
});
