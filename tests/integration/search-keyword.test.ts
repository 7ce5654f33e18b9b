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

const plain = (each: string): string =>
  ` ${each}`
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trimEnd();
const apart = (each: string): string[] => each.split(/\s+/).filter(Boolean);

/** Marks alone are no words; a keyword of nothing else finds nothing, and one of nothing everything. */
function soughtOf(asked: string, isThere: (word: string) => boolean): boolean {
  const words = apart(asked).map(plain).filter(Boolean);
  return words.length === 0 ? asked.trim() === '' : words.every(isThere);
}

/** What the filter says of itself: with every word a word begins in one of the texts, whatever marks are between. */
function matches({ title, ...others }: Texts, asked: string): boolean {
  const all = [...Object.values(others), ...apart(title)].map(plain);
  return soughtOf(asked, (word) => all.some((each) => each.includes(word)));
}

/** Of a title the words that stand elsewhere are not looked at again: others may then stand beside each other. */
function mayMatch(listing: Texts, asked: string): boolean {
  const all = Object.values(listing).map(plain).join('');
  return soughtOf(asked, (word) => apart(word).every((part) => all.includes(` ${part}`)));
}

it('finds by a keyword where words begin with its own, in the market and in the tail', async () => {
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
          const numbers = rows.map(({ url }) => Number(url.slice(1)));
          const wrong = drawn.filter((each, n) =>
            numbers.includes(n) ? !mayMatch(each, asked) : matches(each, asked),
          );
          expect({ asked, wrong }).toEqual({ asked, wrong: [] });
          if (numbers.length < drawn.length) found += numbers.length;
        }
      },
    ),
    { numRuns: 5, seed: 20_261_121, endOnFailure: true },
  );
  expect(found).toBeGreaterThan(500);
});

it.each(["winnebago's", 'Winnebago’s'])(
  'finds by the possessive of a name what the name finds: %s',
  async (keyword) => {
    await insertSightings(warehouse, [
      seen('L1', 10, { title: '2019 Winnebago Minnie', url: 'of the name' }),
      seen('L2', 10, { title: '2019 Jayco Sunstar', url: 'of another' }),
    ]);
    await rebuild();
    const { rows } = await search({ keyword });
    expect(rows.map(({ url }) => url)).toEqual(['of the name']);
  },
);
