import { describe, expect, it } from 'vitest';
import { loadCatalogue, type Line, type Make } from '../catalogue/catalogue.ts';
import { createNameResolver } from './resolve.ts';

/**
 * What people get wrong, made up for every name of the catalogue: each is understood, or what was meant is the
 * first thing offered. The bounds are a little below what was measured in November 2026.
 */
const catalogue = loadCatalogue();
const names = createNameResolver(catalogue);

const LEAST_LETTERS = 5;
const shift = (letter: string) => String.fromCodePoint(97 + ((letter.charCodeAt(0) - 97 + 2) % 26));
const everywhere = (text: string, slip: (before: string, at: string, behind: string) => string) =>
  text.split('').map((letter, at) => slip(text.slice(0, at), letter, text.slice(at + 1)));

const SLIPS: Record<string, (text: string) => string[]> = {
  'a letter left out': (text) => everywhere(text, (before, _, behind) => before + behind),
  'a letter doubled': (text) =>
    everywhere(text, (before, letter, behind) => before + letter + letter + behind),
  'a letter mistaken': (text) =>
    everywhere(text, (before, letter, behind) => before + shift(letter) + behind),
  'letters swapped': (text) =>
    everywhere(
      text,
      (before, letter, behind) => before + behind.slice(0, 1) + letter + behind.slice(1),
    ),
  'the year glued on': (text) => [`2019${text}`, `${text}2019`],
  'the floorplan glued on': (text) => [`${text}28BH`],
  'spaces left out': (text) => [text.replaceAll(' ', '')],
};

type Outcome = 'understood' | 'offered first' | 'offered' | 'missed' | 'misunderstood';

function shares(outcomes: readonly Outcome[]) {
  const share = (...some: Outcome[]) =>
    outcomes.filter((outcome) => some.includes(outcome)).length / outcomes.length;
  return {
    right: share('understood', 'offered first'),
    misunderstood: share('misunderstood'),
    offered: share('understood', 'misunderstood', 'offered first', 'offered'),
  };
}

const offeredAs = (label: string, offers: readonly string[]): Outcome =>
  offers[0] === label ? 'offered first' : offers.includes(label) ? 'offered' : 'missed';

const isLongEnough = ({ name }: Make | Line) =>
  name.replaceAll(/[^a-z]/gi, '').length >= LEAST_LETTERS;

describe('a slip in a make', () => {
  const outcomeOf = (make: Make, typed: string): Outcome => {
    const model = 'Quillon 28BH';
    const { makeId } = names.resolve({ make: typed, model });
    if (makeId === make.id) return 'understood';
    if (makeId !== '') return 'misunderstood';
    return offeredAs(make.name, names.suggest({ make: typed, model, makeId }));
  };

  it.each(Object.entries(SLIPS))('%s', (_, slip) => {
    const outcomes = catalogue.makes
      .filter(isLongEnough)
      .flatMap((make) => slip(make.name.toLowerCase()).map((typed) => outcomeOf(make, typed)));
    const { right, misunderstood, offered } = shares(outcomes);
    expect(right).toBeGreaterThan(0.96);
    expect(offered).toBeGreaterThan(0.99);
    expect(misunderstood).toBeLessThan(0.03);
  });
});

describe('a slip in a line of a known make', () => {
  const outcomeOf = (make: Make, line: Line, typed: string): Outcome => {
    const resolved = names.resolve({ make: make.name, model: typed });
    if (resolved.lineId === line.id) return 'understood';
    if (resolved.basis === 'catalogue') return 'misunderstood';
    const offers = names.suggest({ make: make.name, model: typed, makeId: make.id });
    expect(offers.filter((name) => !name.startsWith(`${make.name} `))).toEqual([]);
    return offeredAs(`${make.name} ${line.name}`, offers);
  };

  it.each(Object.entries(SLIPS))('%s', (_, slip) => {
    const outcomes = catalogue.makes.flatMap((make) =>
      make.lines
        .filter(isLongEnough)
        .flatMap((line) =>
          slip(line.name.toLowerCase()).map((typed) => outcomeOf(make, line, typed)),
        ),
    );
    const { right, misunderstood, offered } = shares(outcomes);
    expect(right).toBeGreaterThan(0.91);
    expect(offered).toBeGreaterThan(0.98);
    expect(misunderstood).toBeLessThan(0.06);
  });
});
