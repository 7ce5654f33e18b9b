import { expect, it } from 'vitest';
import { parseMapping } from './load-mapping.ts';
import { compileMapping } from './map-record.ts';
import { readRecords } from './read-records.ts';
import { Tally } from './tally.ts';
import { sourceFolder } from './testing/source.ts';

it('names a field that records give only of earlier', async () => {
  const mapping = parseMapping(
    `source: corner-rv
format: ndjson
id: [id]
fields: { title: name, price: ask }
observedAt: $option
history: { path: prices, observedAt: at, fields: { price: usd } }
`,
    'corner-rv.yaml',
  );
  const record = { id: 1, name: 'Eagle', asking: 4, prices: [{ at: '2026-01-01', usd: 5 }] };
  await using source = await sourceFolder({ 'a.ndjson': JSON.stringify(record) });
  const tally = new Tally(mapping);
  const eventsOf = compileMapping(mapping);
  for await (const one of readRecords(source.paths[0] ?? '', mapping))
    tally.record(one, eventsOf(one, { runId: 'r', observedAt: '2026-03-09T00:00:00.000Z' }));
  expect(tally.now).toMatchObject({ read: 1 });
  expect(tally.emptyFields).toEqual(['price']);
});
