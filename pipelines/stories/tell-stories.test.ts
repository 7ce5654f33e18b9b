import {
  assert,
  constantFrom,
  dictionary,
  double,
  integer,
  nat,
  property,
  record,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkStory, textsOf } from './check/check-story.ts';
import { NUMBER_WORDS } from './check/lexicon.ts';
import type { Comparison, Measure, StoryFacts, Subject } from './facts.ts';
import { MEASURES } from './facts.ts';
import { MARKET, makeSubject, regionSubject, typeSubject } from './subjects.ts';
import { allCandidates, tellStories } from './tell-stories.ts';
import { madeUpFacts } from './testing/made-up-facts.ts';
import { write, type StoryText } from './words/template.ts';
import { wordsFor } from './words/words-for.ts';

describe('stories of a market without effects', () => {
  it.each([0, 0.3])(
    'are at most one in twenty of the candidates (persistence %d)',
    (persistence) => {
      let candidates = 0;
      let stories = 0;
      let marketsWithAny = 0;
      for (let seed = 1; seed <= 80; seed += 1) {
        const told = tellStories(madeUpFacts(seed, {}, persistence));
        const passed = told.judged.filter(({ q, unfit }) => q <= 0.05 && unfit === undefined);
        candidates += told.judged.length;
        stories += passed.length;
        marketsWithAny += Number(passed.length > 0);
        expect(passed.length / told.judged.length).toBeLessThanOrEqual(0.05);
      }
      expect(candidates).toBeGreaterThan(80 * 100);
      // The false discovery rate itself: where nothing is so, any story at all is false.
      expect(marketsWithAny / 80).toBeLessThanOrEqual(0.1);
      expect(stories / candidates).toBeLessThan(0.005);
    },
  );
});

/** Ten effects of every kind, and what each must be told as. */
const TEN = {
  trend: { 'class-a': 0.08, 'travel-trailer': -0.07 },
  step: { 'toy-hauler': { at: 42, size: -0.05 } },
  season: { market: { month: 4, size: 0.02 }, 'pop-up': { month: 2, size: 0.03 } },
  comparison: {
    'region/market/West': 9,
    'days/fifth-wheel/used': 8,
    'cuts/class-c': 8,
    'interest/jayco': 8,
    'supply/park-model': -8,
  },
} as const;
const TOLD_AS: Readonly<Record<string, RegExp>> = {
  'trend/class-a/36': /Class A motorhomes.* (rose|went up|more|dearer|climbed)/,
  'trend/travel-trailer/36': /travel trailers.* (fell|went down|less|cheaper|slipped)/i,
  'step/toy-hauler': /toy haulers.*(down|dropped|lower|less).*/i,
  'season/price/market': /RVs.*May/,
  'season/price/pop-up': /pop-up campers.*March/i,
  'region/market/West': /the West.*(more|above)/,
  'days/fifth-wheel/used': /fifth wheels.*(longer|wait|patience|stood)/i,
  'cuts/class-c': /Class C motorhomes/,
  'interest/jayco': /Jayco.*against/,
  'supply/park-model': /park models.*fewer/,
};

describe('stories of a market with ten effects', () => {
  it('tell at least nine of them, by their right name and direction, in nearly every market', () => {
    let found = 0;
    const rounds = 40;
    for (let seed = 1; seed <= rounds; seed += 1) {
      const { stories } = tellStories(madeUpFacts(seed, TEN));
      const right = Object.entries(TOLD_AS).filter(([id, words]) => {
        const story = stories.find(({ of }) => of.id === id || sameTrend(of.id, id));
        return story !== undefined && words.test(`${story.text.title} ${story.text.summary}`);
      });
      expect(right.length).toBeGreaterThanOrEqual(8);
      found += right.length;
    }
    expect(found / rounds).toBeGreaterThanOrEqual(9);
  });

  it('tell no two about the same thing, of five categories, each checked', () => {
    const told = tellStories(madeUpFacts(4, TEN));
    const about = told.stories.flatMap(({ of }) => of.about);
    expect(new Set(about).size).toBe(about.length);
    expect(new Set(told.stories.map(({ of }) => of.category)).size).toBe(5);
    expect(told.refused).toEqual([]);
  });

  it('are the same again, word by word', () => {
    expect(tellStories(madeUpFacts(4, TEN))).toEqual(tellStories(madeUpFacts(4, TEN)));
  });

  it('have a reason for every candidate that is not told', () => {
    const { judged, stories } = tellStories(madeUpFacts(4, TEN));
    const told = judged.filter(({ passedOver }) => passedOver === undefined);
    expect(told.map(({ id }) => id)).toEqual(stories.map(({ of }) => of.id));
    for (const { q, interval, n, query } of stories.map(({ of }) => of)) {
      expect(q).toBeLessThanOrEqual(0.05);
      expect(interval[0]).toBeLessThan(interval[1]);
      expect(n).toBeGreaterThan(0);
      expect(query).not.toBe('');
    }
  });
});

/** A trend that is told over the other window is the same trend. */
const sameTrend = (one: string, other: string): boolean =>
  one.startsWith('trend/') &&
  one.split('/')[1] === other.split('/')[1] &&
  other.startsWith('trend/');

describe('no two stories', () => {
  it('say of a type in a region what is so of the whole region', () => {
    const supply = (subject: Subject, change: number, error: number): Comparison => ({
      measure: 'supply-in-region',
      subject,
      region: regionSubject('South'),
      now: { value: 8 + change, error, n: 2_000 },
      reference: { value: 8, error, n: 2_000 },
    });
    const told = (ofTrailers: number) => {
      const trailers = supply(typeSubject('travel-trailer'), ofTrailers, 0.03);
      const comparisons = [trailers, supply(MARKET, -0.3, 0.02)];
      return tellStories({ prices: [], seasons: [], comparisons }).stories.map(({ of }) => of.id);
    };
    expect(told(-0.36)).toEqual(['supply-in-region/market/South']);
    expect(told(-0.9)).toEqual(['supply-in-region/travel-trailer/South']);
  });

  it('say of a type what is so of the whole market', () => {
    const everywhere = Object.fromEntries(
      ['market', 'class-a', 'class-b', 'class-c', 'travel-trailer', 'fifth-wheel'].map((id) => [
        id,
        0.08,
      ]),
    );
    const { stories } = tellStories(madeUpFacts(2, { trend: everywhere }));
    expect(stories.filter(({ of }) => of.category === 'market-trends')).toHaveLength(1);
  });
});

/** Facts that make every kind of story, upwards and downwards. */
function everyKind(sign: 1 | -1): StoryFacts {
  const facts = madeUpFacts(9, {
    trend: { market: 0.09 * sign },
    step: { 'class-a': { at: 40, size: 0.08 * sign } },
  });
  const comparison = (measure: Measure): Comparison => {
    const scale = {
      days: Math.log(64),
      share: 0.21,
      ratio: 0.16,
      paid: -0.3,
      count: Math.log(4_321),
    };
    const value = { interest: 'share', popular: 'share', appetite: 'share', cuts: 'share', 'cut-depth': 'share', gap: 'ratio', region: 'ratio', paid: 'ratio', 'paid-for-type': 'paid', visits: 'count', supply: 'count', 'supply-in-region': 'count', days: 'days', 'days-of-new': 'days', 'days-in-region': 'days' } as const; // prettier-ignore
    const base = measure === 'region' || measure === 'paid' ? 0 : scale[value[measure]];
    const place = measure === 'region' || measure.endsWith('-in-region');
    const ofMake = measure === 'popular';
    return {
      measure,
      subject: ofMake ? makeSubject('jayco', 'Jayco') : measure === 'visits' || measure === 'region' || measure === 'paid' ? MARKET : typeSubject('fifth-wheel'),
      ...(place && { region: regionSubject('Midwest') }),
      ...((measure === 'days' || measure === 'days-in-region') && { condition: 'used' as const }),
      ...(ofMake && { other: makeSubject('thor', 'Thor') }),
      now: { value: base + (measure === 'days-of-new' ? 0.25 : 0.123) * (ofMake ? 1 : sign), error: 0.001, n: 7_654 },
      reference: { value: base, error: 0.001, n: 8_765 },
    }; // prettier-ignore
  };
  const season = facts.seasons[0];
  if (season === undefined) throw new Error('no season');
  return {
    prices: facts.prices,
    seasons: (['price', 'supply', 'visits'] as const).map((of) => ({
      ...season,
      of,
      effects: Array.from({ length: 12 }, (_, month) => 0.2 * Math.cos((month - 4 * sign) / 2)),
    })),
    comparisons: MEASURES.map(comparison),
  };
}

/** Every story of both markets in every way it can be worded. */
const ALL = ([1, -1] as const).flatMap((sign) => {
  const facts = everyKind(sign);
  return allCandidates(facts)
    .filter((candidate) => candidate.unfit === undefined)
    .flatMap((candidate) =>
      Array.from({ length: 8 }, (_, way) => ({
        facts,
        candidate,
        text: write(`${candidate.id}#${way}`, wordsFor(candidate)),
      })),
    );
});

describe('every wording of every kind of story', () => {
  it('stands up to the facts', () => {
    expect([...new Set(ALL.map(({ candidate }) => candidate.kin))]).toHaveLength(
      // Trends, steps, three seasons and each measure.
      1 + 1 + 3 + MEASURES.length,
    );
    const faults = ALL.flatMap(({ facts, candidate, text }) =>
      checkStory(text, candidate, facts).map((fault) => `${candidate.id}: ${fault}`),
    );
    expect([...new Set(faults)]).toEqual([]);
  });

  it('has its figure in the summary or the title, advice for buyers and for sellers', () => {
    for (const { text } of ALL) {
      expect(`${text.title} ${text.summary}`).toMatch(/\d|dearest|busiest|most/);
      expect(text.recommendations.length).toBeGreaterThanOrEqual(2);
      expect(text.dataPoints.length).toBeGreaterThanOrEqual(2);
      expect(text.keyInsights.length).toBeGreaterThanOrEqual(1);
      for (const piece of textsOf(text)) expect(piece).toMatch(/^[\p{Lu}\d].*[^ ]$/u);
    }
  });

  it('has no figure of its own: none outside a gap, in digits or in words', () => {
    for (const { candidate } of ALL) {
      const { wording } = wordsFor(candidate);
      const templates = [wording.title, wording.summary, ...wording.narrative, ...wording.insights, ...wording.recommendations].flat(); // prettier-ignore
      for (const template of templates) {
        expect(template).not.toMatch(/\d/);
        for (const word of template.toLowerCase().match(/[a-z]+/g) ?? [])
          expect([template, NUMBER_WORDS.get(word)]).toEqual([template, undefined]);
      }
    }
  });
});

describe('a share of visits', () => {
  it('that grew or shrank says nothing of how many people look', () => {
    const told = ALL.filter(({ candidate }) => candidate.kin === 'interest');
    expect(told.length).toBeGreaterThan(0);
    for (const { text } of told) {
      expect(text.title).toMatch(/part of visits|share of visits/i);
      expect(textsOf(text).join(' ')).not.toMatch(
        /(more|fewer) people|others are looking|interest in/i,
      );
    }
  });
});

describe('a trend', () => {
  const facts = madeUpFacts(3);
  const [market] = facts.prices;
  if (market === undefined) throw new Error('no market');
  const rising = { ...market, level: market.level.map((_, at) => 0.002 * at) };
  const told = (error: number) =>
    tellStories({ ...facts, prices: [{ ...rising, errors: rising.errors.map(() => error) }] });

  it('that the errors of its own months allow for is none, however evenly they rise', () => {
    expect(told(0.005).stories.map(({ of }) => of.id)).toContain('trend/market/36');
    expect(told(0.08).stories.filter(({ of }) => of.kin === 'trend')).toEqual([]);
  });
});

describe('a figure of the other sign', () => {
  it('is no story in words that presume this one', () => {
    const facts = madeUpFacts(3);
    const gap = (value: number): Comparison => ({
      measure: 'gap',
      subject: typeSubject('class-a'),
      now: { value, error: 0.001, n: 900 },
      reference: { value: 0.1, error: 0.001, n: 900 },
    });
    const told = (value: number) =>
      tellStories({ ...facts, comparisons: [gap(value)] }).judged.find(
        ({ id }) => id === 'gap/class-a',
      );
    expect(told(0.05)?.passedOver).toBeUndefined();
    expect(told(-0.05)?.passedOver).toBe('its words presume the other sign');
  });
});

describe('whatever the facts are', () => {
  const size = double({ min: -0.6, max: 0.6, noNaN: true });
  const errors = integer({ min: -18, max: 18 });

  it('a true story is never refused', () => {
    assert(
      property(
        nat(1_000),
        record({
          trend: dictionary(constantFrom('market', 'class-a', 'pop-up'), size),
          season: dictionary(
            constantFrom('market', 'class-b'),
            record({ month: integer({ min: 0, max: 11 }), size }),
          ),
          comparison: dictionary(
            constantFrom('region/market/West', 'days/class-c/used', 'cuts/pop-up', 'gap/class-a', 'visits/market', 'supply/fifth-wheel', 'interest/jayco', 'appetite/toy-hauler'),
            errors,
          ),
        }),
        (seed, planted) => {
          expect(tellStories(madeUpFacts(seed, planted)).refused).toEqual([]);
        },
      ),
      { numRuns: 60, seed: 20_261_121 },
    );
  }); // prettier-ignore
});

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
    for (const { facts, candidate, text } of ALL) {
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
    const [one] = ALL;
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
    const step = ALL.find(({ candidate }) => candidate.finding.kind === 'step');
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
    expect(told.join('\n')).toContain('no steady course');
    expect(told.join('\n')).not.toContain('no clear movement');
  });

  it('with an arrow the wrong way is refused', () => {
    const [one] = ALL.filter(({ text }) => text.dataPoints[0]?.trend === 'up');
    if (one === undefined) throw new Error('no such story');
    const dataPoints = one.text.dataPoints.map((point) => ({ ...point, trend: 'down' as const }));
    expect(checkStory({ ...one.text, dataPoints }, one.candidate, one.facts)).not.toEqual([]);
  });
});
