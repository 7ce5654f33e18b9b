import * as fc from 'fast-check';
import { afterAll, beforeEach, expect, it } from 'vitest';
import type { Sighting } from '#schemas/facts.ts';
import { insertSightings } from '#warehouse/queries/facts.ts';
import { openMarket, seen } from '../support/market.ts';

const market = await openMarket();
const { warehouse, empty, rebuild, load, search } = market;
beforeEach(empty);
afterAll(market.close);

/** Few characters, so that words meet: both cases, wildcards, an escape, a quote. */
const LETTERS = "a b A B É é 1 % _ \\ '".split(' ');
const WHITE = [' ', '\t', '\u00A0', '-'];
const text = fc.string({ unit: fc.constantFrom(...LETTERS, ...WHITE), maxLength: 9 });
const word = fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 2 });
const texts = fc.record({
  title: text,
  make_id: text,
  line_name: text,
  floorplan: text,
  dealer: text,
  city: text,
});
const keyword = fc
  .array(fc.oneof(word, word, word, text), { minLength: 1, maxLength: 3 })
  .map((words) => words.join(' '));

type Texts = Pick<Sighting, 'title' | 'make_id' | 'line_name' | 'floorplan' | 'dealer' | 'city'>;

/** What the filter says of itself: every word in one of the texts, in any case. */
function matches(listing: Texts, asked: string): boolean {
  const all = Object.values(listing).map((each) => each.toLowerCase());
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => all.some((each) => each.includes(word)));
}

it('finds by a keyword what its words occur in, in the market and in the tail', async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(texts, { minLength: 40, maxLength: 40 }),
      fc.array(keyword, { minLength: 40, maxLength: 40 }),
      async (drawn, keywords) => {
        await empty();
        const sightings = drawn.map((over, n) => seen(`L${n}`, 10, { ...over, url: `L${n}` }));
        await insertSightings(warehouse, sightings.slice(0, 25));
        await rebuild();
        await load(...sightings.slice(25));
        for (const asked of keywords) {
          const { rows } = await search({ keyword: asked });
          const expected = drawn.flatMap((each, n) => (matches(each, asked) ? `L${n}` : []));
          expect({ asked, found: rows.map(({ url }) => url).toSorted() }).toEqual({
            asked,
            found: expected.toSorted(),
          });
          if (expected.length < drawn.length) found += expected.length;
        }
      },
    ),
    { numRuns: 5, seed: 20_261_121, endOnFailure: true },
  );
  expect(found).toBeGreaterThan(500);
});
