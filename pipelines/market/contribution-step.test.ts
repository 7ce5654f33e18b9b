import { expect, it } from 'vitest';
import { nextStep, type Shared, type Step } from './contribution-step.ts';

const MIN = 5;
/** One contribution of each. */
const of = (...people: string[]): Shared[] => people.map((by) => ({ id: `${by}1`, by }));
const people = (step: Step | undefined): string | undefined =>
  step && [...new Set(step.shown.map(({ by }) => by))].join('');
const letters = (text: string): Shared[] => of(...Array.from(text));
const begun = (text: string): Step => ({ shown: letters(text), leftOut: [] });

it('tells of nobody before five have come', () => {
  expect(nextStep(undefined, letters('abcd'), MIN)).toBeUndefined();
  expect(people(nextStep(undefined, letters('abcde'), MIN))).toBe('abcde');
});

it('holds until five more have come', () => {
  expect(nextStep(begun('abcde'), letters('abcdefghi'), MIN)).toBeUndefined();
  expect(people(nextStep(begun('abcde'), letters('abcdefghij'), MIN))).toBe('abcdefghij');
});

it('counts somebody who shares more as one who came', () => {
  const more = Array.from({ length: 20 }, (_, at) => ({ id: `a${at + 1}`, by: 'a' }));
  expect(nextStep(begun('abcde'), [...letters('bcde'), ...more], MIN)).toBeUndefined();
});

it('lets four others sit out with one who withdraws, and calls them back with five newcomers', () => {
  const step = nextStep(begun('abcdefghij'), letters('abcdefghi'), MIN);
  expect(people(step)).toBe('efghi');
  // Neither by themselves nor with the one who would be told by their return.
  expect(nextStep(step, letters('abcdefghi'), MIN)).toBeUndefined();
  expect(nextStep(step, letters('abcdefghik'), MIN)).toBeUndefined();
  const back = nextStep(step, letters('abcdefghiklmno'), MIN);
  expect(people(back)).toBe('abcdefghiklmno');
});

it('lets nobody sit out where five withdraw at once', () => {
  expect(people(nextStep(begun('abcdefghij'), letters('fghij'), MIN))).toBe('fghij');
});

it('takes all of one who withdraws something, who cannot do it again before newcomers come', () => {
  const mine = [1, 2, 3].map((n) => ({ id: `z${n}`, by: 'z' }));
  const last: Step = { shown: [...letters('abcdefghij'), ...mine], leftOut: [] };
  const step = nextStep(last, [...letters('abcdefghij'), ...mine.slice(1)], MIN);
  expect(people(step)).toBe('efghij');
  expect(nextStep(step, [...letters('abcdefghij'), ...mine.slice(2)], MIN)).toBeUndefined();
});
