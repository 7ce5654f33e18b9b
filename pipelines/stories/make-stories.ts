import type { Snapshot } from '#schemas/snapshot.ts';
import type { Story as KeptStory } from '#schemas/story.ts';
import { checkStory } from './check/check-story.ts';
import { namesIn } from './check/names.ts';
import type { StoryFacts } from './facts.ts';
import { storyFacts } from './from-market.ts';
import { whyNotKept } from './rewording/keeps-facts.ts';
import { RewordingFailed, wordingOf, type Reword } from './rewording/reword.ts';
import { tellInWorker } from './tell-in-worker.ts';
import type { Story, Told } from './tell-stories.ts';
import type { StoryText } from './words/template.ts';

export interface Storytelling {
  /** What people call a make, from its id. */
  makeName: (id: string) => string;
  /** Another wording may be asked of it; undefined where the templates' own words stand. */
  reword?: Reword | undefined;
}

/** What the run's record says of its stories. */
export interface StoriesRecord {
  candidates: number;
  told: { id: string; q: number; n: number; score: number }[];
  /** Those that were near to being told, and why they are not. */
  passedOver: { id: string; q: number; why: string }[];
  /** Texts that did not stand up to the facts. */
  refused: Told['refused'];
  /** Where another wording was asked for: how many were taken, and why the others were not. */
  rewording?: { taken: number; thrownAway: { id: string; why: string }[] };
}

/** A q up to this is near. */
const NEAR = 0.2;
/** All questions for other words together take no longer: stories must not hold up a snapshot. */
const REWORDING_MS = 60_000;

/** The stories of a snapshot's facts, best first, and the record of how they came about. */
export async function makeStories(
  { makeName, reword }: Storytelling,
  { market, createdAt }: Pick<Snapshot, 'market' | 'createdAt'>,
  signal?: AbortSignal,
): Promise<{ stories: KeptStory[]; record: StoriesRecord }> {
  const facts = storyFacts(market, makeName);
  const { stories, judged, refused } = await tellInWorker(facts, signal);
  const record: StoriesRecord = {
    candidates: judged.length,
    told: stories.map(({ of: { id, q, n, score } }) => ({ id, q, n, score })),
    passedOver: judged.flatMap(({ id, q, passedOver }) =>
      passedOver !== undefined && q <= NEAR ? [{ id, q, why: passedOver }] : [],
    ),
    refused,
  };
  const texts = new Map<string, StoryText>();
  if (reword !== undefined)
    record.rewording = await rewordAll({ reword, stories, facts, texts, signal });
  return {
    stories: stories.map((story) => kept(story, texts.get(story.of.id), createdAt)),
    record,
  };
}

function kept({ of, text }: Story, reworded: StoryText | undefined, at: string): KeptStory {
  const { id, category, query, n, effect, interval, p, q } = of;
  return {
    id: `${id}@${at.slice(0, 10)}`,
    category,
    ...(reworded ?? text),
    evidence: { query, n, effect, interval, p, q, reworded: reworded !== undefined },
  };
}

interface Rewording {
  reword: Reword;
  stories: readonly Story[];
  facts: StoryFacts;
  /** Texts that were taken are put here, by the story's id. */
  texts: Map<string, StoryText>;
  signal: AbortSignal | undefined;
}

/** One after the other; who does not answer is not asked again in this run. */
async function rewordAll({
  reword,
  stories,
  facts,
  texts,
  signal,
}: Rewording): Promise<NonNullable<StoriesRecord['rewording']>> {
  const names = namesIn(facts);
  const thrownAway: { id: string; why: string }[] = [];
  const late = AbortSignal.timeout(REWORDING_MS);
  const until = signal ? AbortSignal.any([signal, late]) : late;
  for (const { of, text } of stories) {
    try {
      const proposed = await reword(wordingOf(text), until);
      const reworded = { ...text, ...proposed };
      const why =
        whyNotKept(wordingOf(text), proposed, names) ?? checkStory(reworded, of, facts)[0];
      if (why === undefined) texts.set(of.id, reworded);
      else thrownAway.push({ id: of.id, why });
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof RewordingFailed)) throw error;
      thrownAway.push({ id: of.id, why: error.message });
      if (error.isAway) break;
    }
  }
  return { taken: texts.size, thrownAway };
}
