import { expect, it } from 'vitest';
import { pagesOf } from './tell-funnel.ts';

it('counts a page once that was put off, and one as read that had not changed', () => {
  const counts = { discovered: 12, allowed: 13, put_off: 2, asked_again: 2, sitemaps: 1, fetched: 9, parsed: 4, unchanged: 3 }; // prettier-ignore
  expect(pagesOf({ counts, missed: { http_500: 1 }, sawPage: true })).toEqual({
    counts: { discovered: 12, allowed: 11, fetched: 10, parsed: 7 },
    missed: { http_500: 1 },
  });
});

it('says of a run that saw no page that it saw none, whatever sitemaps it read', () => {
  const counts = { discovered: 3, allowed: 2, sitemaps: 1 };
  expect(pagesOf({ counts, missed: { host_away: 1 } })).toEqual({
    counts: { discovered: 3, allowed: 2, fetched: 1, parsed: 0 },
    missed: { host_away: 0, nothing_seen: 1 },
  });
});

it('counts as put off what was not asked for again, and for no page what it says of the run', () => {
  const counts = { discovered: 30, allowed: 7, put_off: 6, asked_again: 1, host_taken: 1 };
  expect(pagesOf({ counts, missed: { host_away: 1, host_taken: 1, limit: 1 } })).toMatchObject({
    counts: { discovered: 30, allowed: 6 },
    missed: { put_off: 5, host_away: 0, host_taken: 1, limit: 0 },
  });
});

it('counts as blocked the page that said so, and none where that was the robots.txt', () => {
  const missed = { blocked: 1 };
  const counts = { discovered: 3, allowed: 2, fetched: 1 };
  expect(pagesOf({ counts: { ...counts, blocked: 1 }, missed }).missed).toMatchObject(missed);
  expect(pagesOf({ counts, missed }).missed).toMatchObject({ blocked: 0 });
});

it('names pages that were asked for and are not there any more, or lead elsewhere', () => {
  const counts = { discovered: 66, allowed: 65, fetched: 8, gone: 56, redirected: 1 };
  expect(pagesOf({ counts, missed: {} })).toMatchObject({
    counts: { allowed: 65, fetched: 8 },
    missed: { gone: 56, redirected: 1 },
  });
});

it('names pages that robots.txt forbids, also those that need not be seen', () => {
  const counts = { discovered: 3, robots_disallowed: 2 };
  expect(pagesOf({ counts, missed: {} })).toMatchObject({
    counts: { discovered: 3, allowed: 0 },
    missed: { robots_disallowed: 2 },
  });
});
