import { afterAll, expect, it } from 'vitest';
import type { DeadLetter } from '#schemas/events/dead-letter.ts';
import { rawRegistration, type RawRegistration } from '#schemas/events/raw-registration.ts';
import type { Registration } from '#schemas/registration-fact.ts';
import { insertLetterEnds } from '#warehouse/queries/redriven-letters.ts';
import { insertDeadLetters } from '#warehouse/queries/facts.ts';
import { insertRegistrations, insertTakes } from '#warehouse/queries/registrations.ts';
import { unknownMakes, unknownRegisteredMakes } from '#warehouse/queries/unknown-names.ts';
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

it('makes that nobody knows are told of registrations that count, as they are understood now', async () => {
  const registration = (
    take: string,
    start: number,
    over: Partial<Registration>,
  ): Registration => ({
    source: 'a-state',
    take,
    start,
    event_id: `${take}-${start}`,
    run_id: 'run',
    normaliser_version: 1,
    month: '2026-10-01',
    state: 'OR',
    region: 'West',
    type: 'travel-trailer',
    written_type: 'TT',
    make_id: '',
    make: 'Jaycoo',
    condition: 'new',
    count: 1,
    ...over,
  });
  const end = rawRegistration.examples[1] as RawRegistration;
  const taken = (take: string, observedAt: string, complete = true): RawRegistration => ({
    ...end,
    source: 'a-state',
    take,
    observedAt,
    end: end.end && { ...end.end, complete },
  });
  const names = async () =>
    (await unknownRegisteredMakes(warehouse, 10)).map(({ spelling, registrations, sources }) => [
      spelling,
      registrations,
      sources,
    ]);
  await insertRegistrations(warehouse, [
    registration('first', 1, { count: 100 }),
    // The file that restates the month, and one that broke off.
    registration('second', 1, { count: 31 }),
    registration('second', 2, { count: 4 }),
    registration('second', 3, { make: 'Qwertzuio' }),
    registration('second', 4, { make: 'JAYCO', make_id: 'jayco' }),
    registration('second', 5, { make: '' }),
    registration('half', 1, { make: 'Asdfghjk' }),
  ]);
  await insertTakes(warehouse, [
    taken('first', '2026-11-01T00:00:00.000Z'),
    taken('second', '2026-11-08T00:00:00.000Z'),
    taken('half', '2026-11-15T00:00:00.000Z', false),
  ]);
  expect(await names()).toEqual([
    ['Jaycoo', 35, ['a-state']],
    ['Qwertzuio', 1, ['a-state']],
  ]);
  await insertRegistrations(warehouse, [
    registration('second', 1, { count: 31, make_id: 'jayco', normaliser_version: 2 }),
    registration('second', 2, { count: 4, make_id: 'jayco', normaliser_version: 2 }),
  ]);
  expect(await names()).toEqual([['Qwertzuio', 1, ['a-state']]]);
});
