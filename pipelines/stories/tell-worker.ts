import { parentPort } from 'node:worker_threads';
import type { StoryFacts } from './facts.ts';
import { tellStories } from './tell-stories.ts';

// The thread of `tellInWorker`: facts in, stories out, then it ends.
parentPort?.once('message', (facts: StoryFacts) => {
  // The rule means windows: a thread's port has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(tellStories(facts));
});
