import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { expect } from 'vitest';
import type { OutgoingMessage } from '#platform/log/port.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { runOutcomes } from '#warehouse/queries/runs.ts';
import { asMessage, rawEvent } from '../support/listings.ts';
import type { Line } from './loader-process.ts';

export const EVENTS = 20_000;
export const POISON_EVERY = 1_000;

/** Events with a number each, every thousandth a message that is no event. */
export function messages(): { sent: OutgoingMessage[]; poison: Buffer[] } {
  const poison: Buffer[] = [];
  const sent = Array.from({ length: EVENTS }, (_, n) => {
    if (n % POISON_EVERY !== POISON_EVERY - 1) return asMessage(rawEvent(n));
    const bytes = Buffer.from([0xff, 0x00, n % 256, n >> 8, ...Buffer.from(`{"seq": ${n}`)]);
    poison.push(bytes);
    return { key: `poison-${n}`, value: bytes };
  });
  return { sent, poison };
}

/** Acknowledged minus (stored or dead-lettered) is empty, and nothing counts twice. */
export async function expectExact(warehouse: Warehouse, poison: readonly Buffer[]): Promise<void> {
  const rows = <Row>(sql: string): Promise<Row[]> => warehouse.batch.rows<Row>(sql);
  const stored = await rows<{ title: string }>('SELECT title FROM sightings FINAL');
  const expected = Array.from({ length: EVENTS }, (_, n) => n)
    .filter((n) => n % POISON_EVERY !== POISON_EVERY - 1)
    .map((n) => `Used 2021 Testmake Model ${n}`);
  expect(stored.length).toBe(expected.length);
  expect(new Set(stored.map((row) => row.title))).toEqual(new Set(expected));

  const letters = await rows<{ bytes: string }>('SELECT bytes FROM dead_letters FINAL');
  const kept = letters.map(({ bytes }) => bytes).toSorted();
  expect(kept).toEqual(poison.map((bytes) => bytes.toString('base64')).toSorted());

  expect(await rows('SELECT count() AS n FROM event_outcomes FINAL')).toEqual([{ n: EVENTS }]);
  expect(await runOutcomes(warehouse, 'run-1')).toEqual({
    stored: EVENTS - poison.length,
    duplicates: 0,
    dropped: {},
    deadLettered: {},
  });
  expect(await runOutcomes(warehouse, '')).toMatchObject({
    deadLettered: { poison: poison.length },
  });
}

/** What a loader's process says; a line cut off by its death is no line. */
export async function* linesOf(output: Readable): AsyncGenerator<Line | 'ready' | 'drained'> {
  for await (const line of createInterface({ input: output })) {
    if (line === 'ready' || line === 'drained') yield line;
    else if (line.startsWith('{') && line.endsWith('}')) yield JSON.parse(line) as Line;
  }
}
