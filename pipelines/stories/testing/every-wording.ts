import { MEASURES, type Comparison, type Measure, type StoryFacts } from '../facts.ts';
import { MARKET, makeSubject, placeSubject, regionSubject, typeSubject } from '../subjects.ts';
import { allCandidates } from '../tell-stories.ts';
import { write } from '../words/template.ts';
import { wordsFor } from '../words/words-for.ts';
import { madeUpFacts } from './made-up-facts.ts';

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
    const value = { interest: 'share', popular: 'share', appetite: 'share', cuts: 'share', 'cut-depth': 'share', gap: 'ratio', region: 'ratio', paid: 'ratio', 'paid-for-type': 'paid', visits: 'count', supply: 'count', 'supply-in-region': 'count', registered: 'count', days: 'days', 'days-of-new': 'days', 'days-in-region': 'days' } as const; // prettier-ignore
    const base = measure === 'region' || measure === 'paid' ? 0 : scale[value[measure]];
    const isRegistered = measure === 'registered';
    const place = measure === 'region' || measure.endsWith('-in-region');
    const ofMake = measure === 'popular';
    return {
      measure,
      subject: ofMake ? makeSubject('jayco', 'Jayco') : measure === 'visits' || measure === 'region' || measure === 'paid' || isRegistered ? MARKET : typeSubject('fifth-wheel'),
      ...(place && { region: regionSubject('Midwest') }),
      ...(isRegistered && { region: placeSubject('OR'), through: 680 }),
      ...((measure === 'days' || measure === 'days-in-region' || isRegistered) && { condition: 'used' as const }),
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
export const EVERY_WORDING = ([1, -1] as const).flatMap((sign) => {
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
