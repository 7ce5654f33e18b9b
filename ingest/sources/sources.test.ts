import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { checkFiles } from '../files/check-files.ts';
import { loadMapping } from '../files/load-mapping.ts';
import { eventsOf, sourceFolder } from '../files/testing/source.ts';

const yaml = (source: string): string =>
  readFileSync(new URL(`./${source}.yaml`, import.meta.url), 'utf8');

describe('a page that is no listing, under rvtrader', () => {
  const challenge =
    '<!doctype html><title>Access denied</title><p>Sorry, you have been blocked</p>';

  it('is not refused: it is published with its title and bytes', async () => {
    await using folder = await sourceFolder({ 'search.html': challenge });
    const mapping = await loadMapping('rvtrader');
    expect(await checkFiles(mapping, folder.paths, '2026-01-16T00:00:00.000Z', systemClock)).toBe(
      Buffer.byteLength(challenge),
    );
    const events = await eventsOf(yaml('rvtrader'), { 'search.html': challenge });
    expect(events).toEqual([
      expect.objectContaining({
        fields: { title: 'Access denied' },
        record: { encoding: 'utf8', body: challenge },
        unreadable: expect.stringContaining('no JSON-LD') as string,
      }),
    ]);
  });
});

it('bluecompass is partial: one of its two files must not age out what is in the other', async () => {
  expect((await loadMapping('bluecompass')).coverage).toBe('partial');
});

describe('the price of a dealer page of matchrv-dealers', () => {
  const priceOf = async (sale_price: unknown, price: unknown) => {
    const record = { title: 'A unit', sale_price, price, _last_seen: '2026-05-12T00:00:00' };
    const [event] = await eventsOf(yaml('matchrv-dealers'), {
      'lakeside.json': JSON.stringify({ 'url:1': record }),
    });
    return event?.fields.price;
  };

  it('is the sale price, where it can be one', async () => {
    expect(await priceOf(41_250, 47_800)).toBe('41250');
    expect(await priceOf(41_250.5, null)).toBe('41250.5');
    expect(await priceOf(null, 47_800)).toBe('47800');
  });

  it('is the price, where the sale price is glued together of other digits', async () => {
    expect(await priceOf(202_538.51728364, 97_350)).toBe('97350');
    expect(await priceOf(1.0000180000120003e224, 97_350)).toBe('97350');
    expect(await priceOf(202_531.7, 97_350)).toBe('97350');
    expect(await priceOf(0, 97_350)).toBe('97350');
  });

  it('is the glued one, where there is no other: normalisation refuses it', async () => {
    expect(await priceOf(202_538.51728364, null)).toBe('202538.51728364');
  });
});
