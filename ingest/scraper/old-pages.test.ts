import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open } from 'lmdb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { rawListing, type RawListing } from '#schemas/events/raw-listing.ts';
import type { KnownPage } from './known-page.ts';
import { SiteStore } from './site-store.ts';

const [example] = rawListing.examples as [RawListing];
const listing = (sourceId: string): RawListing => ({ ...example, sourceId });
const end = (sourceId: string): RawListing => ({
  ...listing(sourceId),
  fields: { ...example.fields, removedAt: '2026-11-20T06:00:00.000Z' },
});
const streak = { runs: 2, since: '2026-11-19T06:00:00.000Z' };
const [etag, madeBy] = ['"1"', 'x'];

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rigworth-site-'));
  const root = open({ path: folder, noSubdir: false, eventTurnBatching: false });
  const old = (name: string) => root.openDB<unknown, string>(name, { encoding: 'json' });
  const [known, ends, letGo] = [old('known'), old('ends'), old('let-go')];
  await known.put('/offering', { etag, madeBy, events: [listing('A')] });
  await known.put('/list', { madeBy, events: [] });
  await known.put('/absent', { etag, madeBy, events: [listing('B')], absent: streak });
  await known.put('/failing', { madeBy, events: [listing('C')], failing: streak });
  await known.put('/doubted', { etag, madeBy, events: [listing('D')] });
  await ends.put('/doubted', { ...streak, events: [end('D')], letsGo: true });
  await known.put('/another', { etag, madeBy, events: [listing('E')] });
  await ends.put('/another', { ...streak, events: [end('F')], letsGo: false });
  await known.put('/failed', { madeBy, events: [listing('G')] });
  await ends.put('/failed', { runs: 0, since: '', events: [], letsGo: true });
  await letGo.put('/let-go', true);
  await letGo.put('/waiting', true);
  await ends.put('/waiting', { ...streak, events: [end('H')], letsGo: false });
  await ends.put('/moved-on', { ...streak, events: [end('I')], letsGo: false });
  await root.close();
});
afterEach(() => rm(folder, { recursive: true }));

const owed = (sourceId: string) => [{ event: listing(sourceId), ...streak }];
const version = { etag, madeBy };
const pages: Record<string, KnownPage> = {
  '/offering': { offers: [listing('A')], version, owed: [] },
  '/list': { offers: [], owed: [] },
  '/absent': { offers: [listing('B')], version, owed: [], absent: streak },
  '/failing': { offers: [listing('C')], owed: [], failing: streak },
  '/doubted': { offers: [], owed: owed('D'), standing: 'gone' },
  '/another': { offers: [listing('E')], version, owed: owed('F') },
  '/failed': { offers: [listing('G')], owed: [], standing: 'let go' },
  '/let-go': { offers: [], owed: [], standing: 'let go' },
  '/waiting': { offers: [], owed: owed('H'), standing: 'let go' },
  '/moved-on': { offers: [], owed: owed('I'), standing: 'let go' },
};

it('a store in the old form is read, and is in the new form from then on', async () => {
  for (let opened = 0; opened < 2; opened += 1) {
    const store = new SiteStore(folder, { flush: false });
    const read = Object.keys(pages).map((url) => [url, store.known(url)]);
    await store.close();
    expect(Object.fromEntries(read)).toEqual(pages);
  }
  const root = open({ path: folder, noSubdir: false, eventTurnBatching: false });
  const names = [...root.getKeys()];
  await root.close();
  expect(names).toContain('known-pages');
  for (const name of ['known', 'ends', 'let-go']) expect(names).not.toContain(name);
});
