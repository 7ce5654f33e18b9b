import { afterAll, expect, it } from 'vitest';
import type { DeadLetter } from '#schemas/events/dead-letter.ts';
import { insertLetterEnds } from '#warehouse/queries/dead-letters.ts';
import { insertDeadLetters } from '#warehouse/queries/facts.ts';
import { unknownMakes } from '#warehouse/queries/unknown-names.ts';
import { openMarket } from '../support/market.ts';

const { warehouse, close } = await openMarket();
afterAll(close);

const place = { topic: 'raw.listing.v1', partition: 2 };
const letter = (offset: number, make: string, day: string): DeadLetter => ({
  ...place,
  offset,
  eventId: '',
  runId: 'run',
  source: 'a-dealer',
  sourceId: String(offset),
  origin: '',
  reason: 'unknown_make',
  detail: '',
  schema: 'raw.listing.v1',
  at: `${day}T00:00:00.000Z`,
  bytes: Buffer.from(JSON.stringify({ fields: { make, title: '', url: '' } })).toString('base64'),
});

it('makes that nobody knows are told of letters that are open, also those put aside again', async () => {
  const names = async () =>
    (await unknownMakes(warehouse, { letters: 100, limit: 10 })).map(
      ({ spelling, listings, examples }) => [spelling, listings, examples.length],
    );
  await insertDeadLetters(warehouse, [
    letter(1, 'Qwertzuio', '2026-11-01'),
    letter(2, 'Asdfghjk', '2026-11-01'),
  ]);
  expect(await names()).toEqual([
    ['Asdfghjk', 1, 1],
    ['Qwertzuio', 1, 1],
  ]);
  const at = '2026-11-02T00:00:00.000Z';
  await insertLetterEnds(
    warehouse,
    [1, 2].map((offset) => ({ ...place, offset, how: 'replayed', at })),
  );
  expect(await names()).toEqual([]);
  await insertDeadLetters(warehouse, [letter(1, 'Qwertzuio', '2026-11-03')]);
  expect(await names()).toEqual([['Qwertzuio', 1, 1]]);
});
