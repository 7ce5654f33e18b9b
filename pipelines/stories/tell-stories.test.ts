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
import { MEASURES, type Comparison, type Subject } from './facts.ts';
import { makeSubject, MARKET, regionSubject, typeSubject } from './subjects.ts';
import { tellStories } from './tell-stories.ts';
import { EVERY_WORDING } from './testing/every-wording.ts';
import { levelAndCourse, madeUpFacts } from './testing/made-up-facts.ts';
import { TEN } from './testing/ten-effects.ts';
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

/** What each of the ten must be told as. */
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

describe('every wording of every kind of story', () => {
  it('stands up to the facts', () => {
    expect([...new Set(EVERY_WORDING.map(({ candidate }) => candidate.kin))]).toHaveLength(
      // Trends, steps, three seasons and each measure.
      1 + 1 + 3 + MEASURES.length,
    );
    const faults = EVERY_WORDING.flatMap(({ facts, candidate, text }) =>
      checkStory(text, candidate, facts).map((fault) => `${candidate.id}: ${fault}`),
    );
    expect([...new Set(faults)]).toEqual([]);
  });

  it('has its figure in the summary or the title, advice for buyers and for sellers', () => {
    for (const { text } of EVERY_WORDING) {
      expect(`${text.title} ${text.summary}`).toMatch(/\d|dearest|busiest|most/);
      expect(text.recommendations.length).toBeGreaterThanOrEqual(2);
      expect(text.dataPoints.length).toBeGreaterThanOrEqual(2);
      expect(text.keyInsights.length).toBeGreaterThanOrEqual(1);
      for (const piece of textsOf(text)) expect(piece).toMatch(/^[\p{Lu}\d].*[^ ]$/u);
    }
  });

  it('has an arrow on its own figure where that changed over time, and nowhere else', () => {
    const overTime = ['supply', 'supply-in-region', 'registered', 'interest', 'visits'];
    for (const { text, candidate } of EVERY_WORDING) {
      const { id, finding } = candidate;
      const isChange =
        finding.kind === 'comparison'
          ? overTime.includes(finding.of.measure)
          : finding.kind !== 'season';
      const isArrow = text.dataPoints.map(({ trend }) => trend !== 'none');
      expect([id, ...isArrow]).toEqual([id, ...isArrow.map((_, at) => at === 0 && isChange)]);
    }
  });

  it('says on which side of what it is compared with a figure lies that stands alone', () => {
    const alone = EVERY_WORDING.filter(({ candidate }) => /^(region|paid)$/.test(candidate.kin));
    const values = alone.map(({ text, candidate }) => [
      candidate.effect > 0,
      text.dataPoints[0]?.value.replace(/^[\d.]+% /, ''),
    ]);
    expect(new Set(values.map(String))).toEqual(
      new Set(['true,above', 'false,below', 'true,more', 'false,less']),
    );
  });

  it('says what was counted', () => {
    const labels = EVERY_WORDING.flatMap(({ text }) => text.dataPoints.map(({ metric }) => metric));
    expect(new Set(labels.filter((label) => /counted|readings/.test(label)))).toEqual(
      new Set([
        'Units counted',
        'Visits counted',
        'Buyers counted',
        'Monthly readings of listings',
      ]),
    );
    expect(labels).not.toContain('Behind it');
  });

  it('has no figure of its own: none outside a gap, in digits or in words', () => {
    for (const { candidate } of EVERY_WORDING) {
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
    const told = EVERY_WORDING.filter(({ candidate }) => candidate.kin === 'interest');
    expect(told.length).toBeGreaterThan(0);
    for (const { text } of told) {
      expect(text.title).toMatch(/part of visits|share of visits/i);
      expect(textsOf(text).join(' ')).not.toMatch(
        /(more|fewer) people|others are looking|interest in/i,
      );
    }
  });
});

describe('a make of another script', () => {
  it.each(['\u05e7\u05e8\u05d5\u05d5\u05d0\u05df', '\u0642\u0627\u0641\u0644\u0629 9'])(
    'is read in its own direction within a sentence: %s',
    (name) => {
      const facts = madeUpFacts(3);
      const interest: Comparison = {
        measure: 'interest',
        subject: makeSubject('other', name),
        now: { value: 0.3, error: 0.001, n: 900 },
        reference: { value: 0.1, error: 0.001, n: 900 },
      };
      const { stories, refused } = tellStories({ ...facts, comparisons: [interest] });
      const told = stories.find(({ of }) => of.id === 'interest/other');
      expect(refused).toEqual([]);
      expect(told?.text.title).toContain(`\u2068${name}\u2069`);
    },
  );

  it('turns nothing where it is written as the sentence is', () => {
    expect(makeSubject('jayco', 'Jayco').name).toBe('Jayco');
  });
});

describe('a trend', () => {
  const facts = madeUpFacts(3);
  const [market] = facts.prices;
  if (market === undefined) throw new Error('no market');
  const rising = { ...market, ...levelAndCourse(market.level.map((_, at) => 0.002 * at)) };
  const told = (error: number) =>
    tellStories({ ...facts, prices: [{ ...rising, errors: rising.errors.map(() => error) }] });

  it('that the errors of its own months allow for is none, however evenly they rise', () => {
    expect(told(0.005).stories.map(({ of }) => of.id)).toContain('trend/market/36');
    expect(told(0.08).stories.filter(({ of }) => of.kin === 'trend')).toEqual([]);
  });
});

describe('a season that hangs on dealers', () => {
  it('is told and checked by the same waves: of six months only where dealers bear it out', () => {
    const [season] = madeUpFacts(3).seasons;
    if (season === undefined) throw new Error('no season');
    const wave = (times: number, month: number) =>
      Math.cos((2 * Math.PI * times * (month - 4)) / 12);
    const effects = Array.from({ length: 12 }, (_, month) => 0.02 * wave(1, month) + 0.018 * wave(2, month + 2)); // prettier-ignore
    const told = (second: number) => {
      const dealers = { equal: 20, waveSe: [0.001, second] as [number, number] };
      const seasons = [{ ...season, effects, errors: [0.001, 0.001] as const, dealers }];
      return tellStories({ prices: [], seasons, comparisons: [] });
    };
    for (const second of [0.001, 0.05]) {
      const { stories, refused } = told(second);
      expect(refused).toEqual([]);
      expect(stories).toHaveLength(1);
    }
    expect(told(0.001).stories[0]?.text.summary).not.toBe(told(0.05).stories[0]?.text.summary);
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
