import { inWorker } from '../in-worker.ts';
import type { StoryFacts } from './facts.ts';
import type { Told } from './tell-stories.ts';

/** Tells in a thread of its own: the tests' made-up series take some tenths of a second. */
export const tellInWorker = (facts: StoryFacts, signal?: AbortSignal): Promise<Told> =>
  inWorker(new URL('./tell-worker.ts', import.meta.url), facts, { signal });
