import { describe, expect, it } from 'vitest';
import { tellStories } from '../tell-stories.ts';
import { EVERY_WORDING } from '../testing/every-wording.ts';
import { madeUpFacts } from '../testing/made-up-facts.ts';
import { TEN } from '../testing/ten-effects.ts';
import { write, type StoryText } from '../words/template.ts';
import { wordsFor } from '../words/words-for.ts';
import { checkStory, textsOf } from './check-story.ts';

type Change = (piece: string) => string;
const OPPOSITES = [['rose', 'fell'], ['climbed', 'slipped'], ['more', 'less'], ['fewer', 'more'], ['longer', 'shorter'], ['above', 'below'], ['grown', 'shrunk'], ['grew', 'fell'], ['wider', 'narrower'], ['dearer', 'cheaper'], ['up', 'down'], ['higher', 'lower'], ['dropped', 'jumped']] as const; // prettier-ignore
const swap =
  (one: string, other: string): Change =>
  (piece) =>
    piece.replaceAll(new RegExp(`\\b(${one}|${other})\\b`, 'g'), (word) =>
      word === one ? other : one,
    );

/** Ways to make a true text false; what does not apply leaves it as it is. */
const LIES: Readonly<Record<string, Change>> = {
  'a digit changed': (piece) =>
    piece.replace(/\d(?=[^\d]*$)/, (digit) => String((Number(digit) + 3) % 10)),
  'a figure added': (piece) => piece.replace(/\.$/, ', for 9 buyers in 10.'),
  'a figure added in words': (piece) => piece.replace(/\.$/, ', for two thirds of them.'),
  'another type': (piece) => piece.replace(/fifth wheels/i, 'toy haulers'),
  'another region': (piece) => piece.replaceAll('Midwest', 'South'),
  'another make': (piece) => piece.replaceAll('Jayco', 'Winnebago'),
  'a make from nowhere': (piece) => piece.replace(/ in /, ' at Acme in '),
  'the months changed over': swap('May', 'November'),
  'the extremes changed over': swap('dearest', 'cheapest'),
  'the busy and the quiet changed over': swap('busiest', 'quietest'),
  'the most and the fewest changed over': swap('most', 'fewest'),
  'figure and reference changed over': (piece) =>
    piece.replace(/([\d.,]+(?:%| days))(.*against )([\d.,]+(?:%| days))/, '$3$2$1'),
  'percent for points': (piece) => piece.replace(' points', '%'),
  'weeks for days': (piece) => piece.replaceAll(/(?<=\d) days/g, ' weeks'),
  ...Object.fromEntries(OPPOSITES.map(([one, other]) => [`${one} for ${other}`, swap(one, other)])),
};

/** The text with one of its pieces changed, as often as that changes anything. */
function withOnePieceChanged(text: StoryText, lie: Change): StoryText[] {
  const first = (pieces: readonly string[]): string[] => [lie(pieces[0] ?? ''), ...pieces.slice(1)];
  return [
    { ...text, title: lie(text.title) },
    { ...text, summary: lie(text.summary) },
    { ...text, narrative: lie(text.narrative) },
    { ...text, keyInsights: first(text.keyInsights) },
    { ...text, recommendations: first(text.recommendations) },
  ].filter((changed) => textsOf(changed).join() !== textsOf(text).join());
}

describe('a text that lies', () => {
  it.each(Object.entries(LIES))('with %s is refused', (_name, lie) => {
    let told = 0;
    for (const { facts, candidate, text } of EVERY_WORDING) {
      for (const changed of withOnePieceChanged(text, lie)) {
        told += 1;
        expect([changed, checkStory(changed, candidate, facts).length > 0]).toEqual([
          changed,
          true,
        ]);
      }
    }
    expect(told).toBeGreaterThan(0);
  });

  it('is not told, and the run says why', () => {
    const { stories, refused } = tellStories(madeUpFacts(4, TEN), (candidate) => ({
      ...write(candidate.id, wordsFor(candidate)),
      title: 'Prices doubled in Texas',
    }));
    expect(stories).toEqual([]);
    expect(refused.length).toBeGreaterThan(5);
    expect(refused[0]?.faults.join()).toMatch(/Texas/);
  });

  it('with a piece that says nothing is refused', () => {
    const [one] = EVERY_WORDING;
    if (one === undefined) throw new Error('no such story');
    const { text, candidate, facts } = one;
    const [point, ...points] = text.dataPoints;
    if (point === undefined) throw new Error('no data point');
    const blank: Partial<StoryText>[] = [
      { title: '' },
      { summary: ' ' },
      { narrative: '' },
      { recommendations: ['', ...text.recommendations.slice(1)] },
      { dataPoints: [{ ...point, metric: '' }, ...points] },
    ];
    for (const change of blank)
      expect(checkStory({ ...text, ...change }, candidate, facts)).toContain('a piece is empty');
  });

  it('of a step in another month than the facts have is refused', () => {
    const step = EVERY_WORDING.find(({ candidate }) => candidate.finding.kind === 'step');
    if (step?.candidate.finding.kind !== 'step') throw new Error('no such story');
    const { facts, candidate } = step;
    const finding = { ...step.candidate.finding, month: step.candidate.finding.month + 2 };
    const moved = { ...candidate, finding };
    expect(checkStory(write(moved.id, wordsFor(moved)), moved, facts).join()).toMatch(
      /the name at/,
    );
  });

  it('of a step does not call still the months since, which may have risen for a year', () => {
    const told = Array.from({ length: 12 }, (_, seed) => {
      const facts = madeUpFacts(seed, { step: { 'class-a': { at: 30, size: -0.1 } } });
      const prices = facts.prices.map((series) => {
        const rise = (at: number) => (0.026 * Math.max(0, at - (series.level.length - 13))) / 12;
        return { ...series, level: series.level.map((level, at) => level + rise(at)) };
      });
      return tellStories({ ...facts, prices }).stories.find(({ of }) => of.id === 'step/class-a');
    }).flatMap((story) => story?.text.narrative ?? []);
    expect(told.join('\n')).toContain('no steady course of such size');
    expect(told.join('\n')).not.toContain('no clear movement');
  });

  it('with an arrow the wrong way is refused', () => {
    const [one] = EVERY_WORDING.filter(({ text }) => text.dataPoints[0]?.trend === 'up');
    if (one === undefined) throw new Error('no such story');
    const dataPoints = one.text.dataPoints.map((point) => ({ ...point, trend: 'down' as const }));
    expect(checkStory({ ...one.text, dataPoints }, one.candidate, one.facts)).not.toEqual([]);
  });
});
