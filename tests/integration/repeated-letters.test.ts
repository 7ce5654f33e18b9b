import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DeadLetter } from '#schemas/events/dead-letter.ts';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { migrate } from '#warehouse/migrate.ts';
import { readMigrations } from '#warehouse/migrations.ts';
import { letterPage } from '#warehouse/queries/dead-letters.ts';
import { insertDeadLetters } from '#warehouse/queries/facts.ts';

/** Letters were put aside before the warehouse could tell which of them say the same. */
let directory: string;
let warehouse: Warehouse;

const letter = (run: number, offset: number, over: Partial<DeadLetter> = {}): DeadLetter => ({
  topic: 'raw.listing.v1',
  partition: 0,
  offset,
  eventId: `event-${offset}`,
  runId: `run-${run}`,
  source: 'a-dealer',
  sourceId: 'P-1',
  origin: '',
  reason: 'no_year',
  detail: '',
  schema: 'raw.listing.v1',
  at: `2026-11-0${run}T00:00:00.000Z`,
  bytes: bytesOf({ record: { encoding: 'utf8', body: '<html>page</html>' } }),
  ...over,
});
const bytesOf = (event: object): string => Buffer.from(JSON.stringify(event)).toString('base64');

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'rigworth-repeated-letters-'));
  warehouse = await openWarehouse({ directory });
  await migrate(
    warehouse,
    readMigrations().filter(({ name }) => name < '010'),
  );
  await insertDeadLetters(warehouse, [
    letter(1, 1),
    letter(2, 2),
    // None of these says the same: another page of the same bytes, and what holds no record.
    letter(1, 3, { sourceId: 'P-2' }),
    letter(1, 4, { bytes: bytesOf({ record: {} }) }),
    letter(2, 5, { bytes: bytesOf({ record: {} }) }),
    letter(1, 6, { bytes: Buffer.from('{"record":').toString('base64') }),
    letter(2, 7, { bytes: Buffer.from('{"record":').toString('base64') }),
    // Rows of a registration file that are alike are both counted.
    letter(1, 8, { topic: 'raw.registration.v1' }),
    letter(2, 9, { topic: 'raw.registration.v1' }),
  ]);
  await migrate(warehouse);
});
afterAll(async () => {
  await warehouse.close();
  rmSync(directory, { recursive: true });
});

const repeated = async (): Promise<number[]> =>
  (await letterPage(warehouse, { state: 'repeated' }, { limit: 50, offset: 0 })).rows
    .map(({ log_offset }) => log_offset)
    .toSorted((a, b) => a - b);

it('letters of before are told apart as those that come are', async () => {
  expect(await repeated()).toEqual([1]);
  await insertDeadLetters(warehouse, [letter(3, 10), letter(3, 11, { reason: 'no_price' })]);
  expect(await repeated()).toEqual([1, 2]);
});

it('those that are open come first, the newest of them first', async () => {
  await insertDeadLetters(warehouse, [
    letter(5, 20, { sourceId: 'P-9' }),
    letter(6, 21, { sourceId: 'P-9' }),
    letter(4, 22, { sourceId: 'P-10' }),
  ]);
  const { rows } = await letterPage(warehouse, {}, { limit: 50, offset: 0 });
  const states = rows.map(({ state }) => state);
  expect(states.lastIndexOf('open')).toBeLessThan(states.indexOf('repeated'));
  expect(rows.slice(0, 2).map(({ log_offset }) => log_offset)).toEqual([21, 22]);
  expect(rows.find(({ state }) => state === 'repeated')?.log_offset).toBe(20);
});
