import { expect, it } from 'vitest';
import { parseMapping } from './load-mapping.ts';
import { compileMapping } from './map-record.ts';
import { readRecords } from './read-records.ts';
import { Tally } from './tally.ts';
import { sourceFolder } from './testing/source.ts';

/** What is told of a file by a mapping with these lines beside its id. */
async function told(lines: string, records: readonly unknown[]): Promise<Tally> {
  const mapping = parseMapping(
    `source: corner-rv\nformat: ndjson\nid: [id]\n${lines}\n`,
    'corner-rv.yaml',
  );
  const text = records.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  await using source = await sourceFolder({ 'a.ndjson': text.join('\n') });
  const tally = new Tally(mapping);
  const eventsOf = compileMapping(mapping);
  for await (const one of readRecords(source.paths[0] ?? '', mapping))
    tally.record(one, eventsOf(one, { runId: 'r', observedAt: undefined }));
  return tally;
}

it('names a field that records give only of earlier', async () => {
  const { emptyFields } = await told(
    'fields: { title: name, price: ask }\nobservedAt: seen\nhistory: { path: prices, observedAt: at, fields: { price: usd } }',
    [{ id: 1, name: 'Eagle', seen: '2026-03-09', prices: [{ at: '2026-01-01', usd: 5 }] }],
  );
  expect(emptyFields).toEqual(['price']);
});

it('counts the records that become dead letters as they are, and says of the first why', async () => {
  const { now } = await told('fields: { title: name }\nobservedAt: seen', [
    { id: 1, name: 'Eagle', seen: '2026-03-09' },
    { id: 2, name: 'Kite' },
    '{"id": 3',
  ]);
  expect(now).toMatchObject({
    read: 3,
    unreadable: 2,
    firstUnreadable: 'a.ndjson#2: nothing says when it was observed',
  });
});
