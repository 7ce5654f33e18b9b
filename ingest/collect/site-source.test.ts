import { expect, it } from 'vitest';
import type { CrawlResult } from '../scraper/crawl.ts';
import type { Site } from '../scraper/site-file.ts';
import { siteSource } from './site-source.ts';

const site = { name: 'corner', hosts: new Set(['rv.corner.example']) } as unknown as Site;
const crawled: CrawlResult = {
  runId: 'run-1',
  state: 'done',
  coverage: 'full',
  counts: {},
  missed: {},
  warnings: [],
};
const detailOf = async (result: Partial<CrawlResult>): Promise<string | undefined> => {
  const source = siteSource(site, {
    open: () => ({
      run: undefined,
      crawl: () => Promise.resolve({ ...crawled, ...result }),
      close: () => Promise.resolve(),
    }),
    guestsAt: () => [],
  });
  const { detail } = await source.collect({
    wanted: undefined,
    signal: new AbortController().signal,
  });
  return detail;
};

it('a site says why not all of it was seen', async () => {
  expect(await detailOf({})).toBeUndefined();
  expect(await detailOf({ state: 'partial', missed: { http_500: 2 } })).toBe(
    'Not seen: answered with status 500 (2 pages).',
  );
  expect(await detailOf({ state: 'failed', failed: 'it names no page' })).toBe('it names no page');
  expect(await detailOf({ state: 'blocked', blocked: 'a wall' })).toMatch(/^blocked: a wall\./);
});

it('a site is collected beside no other that has a host it was led to', () => {
  const source = siteSource(site, {
    open: () => {
      throw new Error('it was only asked for its hosts');
    },
    guestsAt: (name) => (name === 'corner' ? ['maps.example'] : []),
  });
  expect([...source.hosts]).toEqual(['rv.corner.example', 'maps.example']);
});
