import type { Candidate } from './candidate.ts';
import { comparisonCandidates } from './candidates/of-comparisons.ts';
import { priceCandidates } from './candidates/of-prices.ts';
import { seasonCandidates } from './candidates/of-seasons.ts';
import { checkStory } from './check/check-story.ts';
import { chooseCandidates, type Judged } from './choose.ts';
import type { StoryFacts } from './facts.ts';
import { write, type StoryText } from './words/template.ts';
import { wordsFor } from './words/words-for.ts';

/** A story with what it was made from. */
export interface Story {
  of: Judged;
  text: StoryText;
}

/** What a run tells, and what it could have told. */
export interface Told {
  /** Best first. */
  stories: Story[];
  judged: Judged[];
  /** Stories whose text did not stand up to the facts, with what was wrong: none of them is told. */
  refused: { id: string; faults: string[] }[];
}

export type Writer = (candidate: Candidate) => StoryText;
const writeIt: Writer = (candidate) => write(candidate.id, wordsFor(candidate));

/** Every story that might be told of the facts. */
export function allCandidates(facts: StoryFacts): Candidate[] {
  return [
    ...priceCandidates(facts.prices),
    ...seasonCandidates(facts.seasons),
    ...comparisonCandidates(facts.comparisons),
  ];
}

/**
 * Candidates → those that are real, worth it and unlike each other → text → checked against the facts.
 * Pure: the same facts give the same stories, word by word.
 * @param writer another's hand, in tests
 */
export function tellStories(facts: StoryFacts, writer: Writer = writeIt): Told {
  const judged = chooseCandidates(allCandidates(facts));
  const stories: Story[] = [];
  const refused: Told['refused'] = [];
  for (const of of judged) {
    if (of.passedOver !== undefined) continue;
    const text = writer(of);
    const faults = checkStory(text, of, facts);
    if (faults.length === 0) stories.push({ of, text });
    else refused.push({ id: of.id, faults });
  }
  return { stories, judged, refused };
}
