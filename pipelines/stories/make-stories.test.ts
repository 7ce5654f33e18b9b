import { describe, expect, it } from 'vitest';
import { ALL, type Contrast, type MarketFacts } from '#schemas/market-facts.ts';
import { story } from '#schemas/story.ts';
import { RV_TYPE_IDS } from '#schemas/vocabulary.ts';
import { emptyFacts } from '../market/empty-facts.ts';
import { comparisonCandidates } from './candidates/of-comparisons.ts';
import { storyFacts } from './from-market.ts';
import { makeStories } from './make-stories.ts';
import { RewordingFailed, type Reword } from './rewording/reword.ts';
import { drawNormals } from './statistics/draw-normals.ts';

const MONTHS = 48;
/** November 2022, so that the last is October 2026. */
const FIRST = 634;
const createdAt = '2026-11-21T06:00:00.000Z';
const makeName = (id: string): string => id.toUpperCase();

const figure = (value: number, error: number) => ({ value, error, n: 2_500 });

/** Facts as the market's queries and its fit give them, in which a few things are so. */
function market(): MarketFacts {
  const normal = drawNormals(11);
  const types = [ALL, ...RV_TYPE_IDS] as const;
  const seasonal = (at: number) => 0.02 * Math.cos((2 * Math.PI * ((FIRST + at - 4) % 12)) / 12);
  const season = (size: number) => ({
    value: Array.from({ length: 12 }, (_, month) => size * Math.cos((Math.PI * (month - 4)) / 6)),
    se: Array.from({ length: 12 }, () => 0.002),
    waveSe: [0.001, 0.001] as [number, number],
  });
  const courseOf = (type: string, at: number) =>
    type === 'class-a' ? 0.003 * (MONTHS - 1 - at) : 0;
  const counts = (each: number) => Int32Array.from({ length: MONTHS }, () => each);
  return {
    ...emptyFacts(),
    index: {
      firstMonth: FIRST,
      months: MONTHS,
      series: types.map((type) => ({
        type,
        n: counts(500),
        raw: Float32Array.from(
          { length: MONTHS },
          (_, at) => seasonal(at) + 0.004 * normal() + courseOf(type, at),
        ),
        rawSe: Float32Array.from({ length: MONTHS }, () => 0.004),
        level: Float32Array.from({ length: MONTHS }, (_, at) => courseOf(type, at)),
        levelSe: Float32Array.from({ length: MONTHS }, () => 0.006),
        season: season(0.02),
        yearChange: { value: 0, se: 0.006 },
      })),
      regions: [
        { region: 'West', units: 3_000, value: 0.03, se: 0.003 },
        { region: 'South', units: 3_000, value: -0.03, se: 0.003 },
      ],
      newPremium: [],
    },
    contrasts: [
      { measure: 'cuts', type: 'class-b', region: ALL, own: figure(0.6, 0.015), others: figure(0.3, 0.01), error: 0.02, clusters: 60 },
      { measure: 'days-of-new', type: ALL, region: ALL, own: figure(Math.log(150), 0.02), others: figure(Math.log(52), 0.02), error: 0.03, clusters: 60 },
    ],
    demand: {
      firstMonth: FIRST,
      months: MONTHS,
      series: [{ type: ALL, searches: counts(100), analyses: counts(20), season: null }],
      makes: [
        { makeId: 'jayco', searches: 400, analyses: 100, visitsBefore: 480 },
        { makeId: 'thor', searches: 200, analyses: 50, visitsBefore: 260 },
      ],
    },
  }; // prettier-ignore
}

describe('the stories of a market', () => {
  it('are of every category, in the shape that is kept, with what they were made from', async () => {
    const { stories, record } = await makeStories({ makeName }, { market: market(), createdAt });
    expect(new Set(stories.map(({ category }) => category)).size).toBe(5);
    for (const one of stories) expect(story.parse(one)).toEqual(one);
    expect(record.refused).toEqual([]);
    expect(record.candidates).toBeGreaterThan(stories.length);
    expect(record.told.map(({ id }) => `${id}@2026-11-21`)).toEqual(stories.map(({ id }) => id));
    expect(stories.map(({ title }) => title).join('\n')).toContain('JAYCO');
  });

  it('speak of no season as of a trend', async () => {
    const { stories } = await makeStories({ makeName }, { market: market(), createdAt });
    const trends = stories.filter(({ category }) => category === 'market-trends');
    expect(trends.map(({ summary }) => summary).join()).toMatch(/Class A motorhomes/);
    expect(trends).toHaveLength(1);
  });

  it('are none of a market in which nothing was seen', async () => {
    const { stories, record } = await makeStories(
      { makeName },
      { market: emptyFacts(), createdAt },
    );
    expect({ stories, record }).toEqual({
      stories: [],
      record: { candidates: 0, told: [], passedOver: [], refused: [] },
    });
  });
});

describe('stories that may be reworded', () => {
  const make = (reword?: Reword, signal?: AbortSignal) =>
    makeStories({ makeName, reword }, { market: market(), createdAt }, signal);

  it('take the words of a proposal that keeps the facts, and say so', async () => {
    const plain = await make();
    const { stories, record } = await make(async (text) => ({
      ...text,
      recommendations: text.recommendations.map((piece) =>
        piece.replace('If you sell', 'If you want to sell'),
      ),
    }));
    expect(record.rewording).toEqual({ taken: stories.length, thrownAway: [] });
    expect(stories.every(({ evidence }) => evidence.reworded)).toBe(true);
    expect(stories.map(({ dataPoints }) => dataPoints)).toEqual(
      plain.stories.map(({ dataPoints }) => dataPoints),
    );
  });

  it('keep the template’s words where a proposal lies, and the record says how', async () => {
    const plain = await make();
    const { stories, record } = await make(async (text) => ({
      ...text,
      title: `${text.title}, says a study of 500 dealers`,
    }));
    expect(stories).toEqual(plain.stories);
    expect(record.rewording?.taken).toBe(0);
    expect(record.rewording?.thrownAway.map(({ why }) => why)).toEqual(
      stories.map(() => 'title: it adds 500 dealers'),
    );
  });

  it('ask no further in this run where nobody answers', async () => {
    let asked = 0;
    const plain = await make();
    const { stories, record } = await make(async () => {
      asked += 1;
      throw new RewordingFailed('it did not answer in time', { isAway: true });
    });
    expect(asked).toBe(1);
    expect(stories).toEqual(plain.stories);
    expect(record.rewording?.thrownAway).toHaveLength(1);
  });

  it('ask on after an answer that was junk', async () => {
    const { stories, record } = await make(async () => {
      throw new RewordingFailed('junk', { isAway: false });
    });
    expect(record.rewording?.thrownAway).toHaveLength(stories.length);
  });

  it('stop with the run', async () => {
    const stopping = new AbortController();
    const made = make(async () => {
      stopping.abort(new Error('stopping'));
      throw new RewordingFailed('it cannot be reached', { isAway: true });
    }, stopping.signal);
    await expect(made).rejects.toThrow('stopping');
  });
});

describe('facts for stories', () => {
  it('end with the month before the running one while hardly a unit was seen in that', () => {
    const { index, ...rest } = market();
    const [series] = index.series;
    if (series === undefined) throw new Error('no series');
    const lengthsWith = (seenInLast: number) => {
      const n = series.n.slice();
      n[n.length - 1] = seenInLast;
      const facts = { ...rest, index: { ...index, series: [{ ...series, n }] } };
      const [prices] = storyFacts(facts, makeName).prices;
      return [prices?.level, prices?.course, prices?.errors, prices?.changeError, prices?.n].map(
        (all) => all?.length,
      );
    };
    const { length } = series.n;
    expect(lengthsWith(5)).toEqual(Array(5).fill(length));
    expect(lengthsWith(4)).toEqual(Array(5).fill(length - 1));
  });

  it('say of a season what was counted for it, not all there ever was', () => {
    const { demand, ...rest } = market();
    const [series] = demand.series;
    const season = rest.index.series[0]?.season;
    if (series === undefined || !season) throw new Error('no series');
    const of = (counted?: number) =>
      storyFacts(
        {
          ...rest,
          demand: {
            ...demand,
            series: [
              { ...series, season: { ...season, ...(counted !== undefined && { counted }) } },
            ],
          },
        },
        makeName,
      ).seasons.find(({ of }) => of === 'visits')?.n;
    expect(of(1_234)).toBe(1_234);
    // Older snapshots do not say.
    expect(of()).toBeGreaterThan(1_234);
  });

  it('leave out months and series that say nothing', () => {
    const { index, ...rest } = market();
    const [series] = index.series;
    if (series === undefined) throw new Error('no series');
    const without = { ...index, series: [{ ...series, season: null }] };
    expect(storyFacts({ ...rest, index: without }, makeName).prices).toEqual([]);
  });

  it('compare dealer by dealer, as sure as few dealers let it be', () => {
    const [cuts] = storyFacts(market(), makeName).comparisons;
    expect(cuts).toMatchObject({
      measure: 'cuts',
      subject: { id: 'class-b' },
      now: { value: 0.6 },
      reference: { value: 0.3 },
      apart: { error: 0.02, clusters: 60 },
    });
    const told = (clusters: number) =>
      comparisonCandidates(cuts ? [{ ...cuts, apart: { error: 0.08, clusters } }] : [])[0];
    expect(told(60)?.p).toBeLessThan(0.001);
    // Student's t of eight degrees: 2 · P(t > 3.75).
    expect(told(9)?.p).toBeCloseTo(0.0056, 3);
    expect(told(9)?.unfit).toBeUndefined();
    expect(told(4)?.unfit).toMatch(/^4.0 equal clusters/);
  });

  it('say nothing of what is compared dealer by dealer where that was not collected', () => {
    const { contrasts, ...older } = market();
    expect(contrasts).toHaveLength(2);
    const measures = storyFacts(older, makeName).comparisons.map(({ measure }) => measure);
    expect(new Set(measures)).toEqual(new Set(['region', 'interest', 'popular', 'visits']));
  });

  it('set a region against the others, itself not among them', () => {
    const west = storyFacts(market(), makeName).comparisons.find(
      ({ measure }) => measure === 'region',
    );
    // The others lie a third of its own distance on the other side of the mean of all four.
    expect(west?.now.value).toBeCloseTo(0.03 + 0.01, 10);
    expect(west?.now.error).toBeCloseTo((0.003 * 4) / 3, 10);
  });

  it('name a place of registrations, its kind of RVs and its last month', async () => {
    const registered: Contrast = {
      measure: 'registered',
      type: ALL,
      region: ALL,
      condition: 'new',
      place: { state: 'ON', through: 680 },
      own: { value: Math.log(2_440), error: 0.02, n: 2_440 },
      others: { value: Math.log(1_200), error: 0.03, n: 1_200 },
      error: 0.05,
      clusters: 12,
    };
    const facts = { ...emptyFacts(), contrasts: [registered] };
    const { stories, record } = await makeStories({ makeName }, { market: facts, createdAt });
    expect(record.refused).toEqual([]);
    const [one] = stories;
    expect(one).toMatchObject({ category: 'regional-insights' });
    expect(one?.title).toMatch(/new RVs.*Ontario|Ontario.*new RVs/);
    expect(one?.summary).toBe(
      '2,440 new RVs were registered in Ontario in the year to September 2026, against 1,200 in the year before: 103% more.',
    );
  });

  it('set what buyers paid against what was asked, and a type against the others', () => {
    const purchases = [
      { type: ALL, contributors: 400, value: -0.06, se: 0.002 },
      { type: 'class-a', contributors: 60, value: -0.1, se: 0.005 },
      { type: 'class-b', contributors: 60, value: -0.05, se: 0.005 },
    ] as const;
    const paid = storyFacts(
      { ...market(), purchases: [...purchases] },
      makeName,
    ).comparisons.filter(({ measure }) => measure.startsWith('paid'));
    expect(
      paid.map(({ subject, now, reference }) => [subject.id, now.value, reference.value]),
    ).toEqual([
      ['market', -0.06, 0],
      ['class-a', -0.1, -0.05],
      ['class-b', -0.05, -0.1],
    ]);
  });

  it('compare interest only with a year of which every month was seen', () => {
    const interest = (facts: MarketFacts) =>
      storyFacts(facts, makeName).comparisons.filter(({ measure }) => measure === 'interest');
    const facts = market();
    const [all] = facts.demand.series;
    if (all === undefined) throw new Error('no visits');
    facts.demand.series.push({ ...all, type: 'class-a' });
    expect(interest(facts).map(({ subject }) => subject.id)).toEqual(['jayco', 'thor', 'class-a']);
    // Counting began a month before the last year.
    for (const counts of [all.searches, all.analyses]) counts.fill(0, 0, MONTHS - 1 - 13);
    expect(interest(facts)).toEqual([]);
  });
});
