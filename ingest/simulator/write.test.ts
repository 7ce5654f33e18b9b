import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeMarket } from './write.ts';

const options = { listings: 6_000, months: 24, seed: 11, asOf: Date.UTC(2026, 10, 1) };
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'simulator-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function linesOf(name: string): Promise<{ id: string }[]> {
  const text = await readFile(join(folder, name), 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string });
}

describe('a market written to files', () => {
  it('has one record a line, one truth a listing, and says how many', async () => {
    const progress: number[] = [];
    const files = { out: join(folder, 'market.ndjson'), truth: join(folder, 'truth.ndjson') };
    const written = await writeMarket(options, files, (listings) => progress.push(listings));
    const records = await linesOf('market.ndjson');
    const truth = await linesOf('truth.ndjson');
    expect(records.length).toBe(written.records);
    expect(truth.length).toBe(written.listings);
    expect(written.listings).toBe(6_000);
    expect([...new Set(records.map(({ id }) => id))]).toEqual(truth.map(({ id }) => id));
    expect(progress.at(-1)).toBe(6_000);
    expect(progress.length).toBeGreaterThan(2);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  });

  it('has the same bytes for the same arguments', async () => {
    await writeMarket(options, { out: join(folder, 'a') });
    await writeMarket(options, { out: join(folder, 'b') });
    expect(await readFile(join(folder, 'a'))).toEqual(await readFile(join(folder, 'b')));
  });

  it('leaves nothing behind where one of the files cannot be written', async () => {
    const files = {
      out: join(folder, 'market.ndjson'),
      truth: join(folder, 'missing', 'truth.ndjson'),
    };
    await expect(writeMarket(options, files)).rejects.toThrow('missing');
    expect(await readdir(folder)).toEqual([]);
  });
});
