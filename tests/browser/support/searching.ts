import type { BrowserContextOptions } from 'playwright-core';
import { beforeEach, expect } from 'vitest';
import { answerSearches, openListings, pageOf } from './listings.ts';
import { eachVisit, type Portal } from './portal.ts';

type Give = Parameters<typeof answerSearches>[2];

/** A visitor of the search for each test, and what it was asked for, oldest first: it has found 1,234 listings. */
export function eachSearch(portal: Portal, options?: BrowserContextOptions) {
  const visit = eachVisit(portal, options);
  const asked: string[] = [];
  const answer = (give: Give): void => answerSearches(portal.api, asked, give);
  beforeEach(() => {
    openListings(portal.api);
    asked.length = 0;
    answer((question) => pageOf(1_234, question));
  });
  return {
    visit,
    asked,
    answer,
    open: async (query = ''): Promise<void> => {
      await visit.go(`/search${query}`);
      await visit.page.getByRole('article').first().waitFor();
    },
    searched: (query: string) => expect.poll(() => asked.at(-1)).toBe(query),
    button: (name: string | RegExp) => visit.page.getByRole('button', { name, exact: true }),
  };
}
