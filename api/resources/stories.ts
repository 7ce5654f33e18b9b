import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#platform/clock.ts';
import type { EventLog } from '#platform/log/port.ts';
import { generateStories, marketStories } from '#schemas/api/market.ts';
import { computeCommand } from '#schemas/events/compute-command.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import type { Story } from '#schemas/story.ts';
import { ANSWER_WITHIN_MS, Asks } from '../auth/asks.ts';
import type { SignedInRoute } from '../auth/signed-in-route.ts';
import type { ComputeHistory } from '../compute-history.ts';
import { keptRoute } from '../http/kept-route.ts';
import type { Route } from '../http/route.ts';
import type { MarketHolder } from '../market.ts';
import type { UserStore } from '../users/store.ts';

/** No story is certain, however small its q: the test's own assumptions are not. */
const MOST_CONFIDENCE = 0.99;

/**
 * Probability that this story is not chance. q is the share of chance among all stories as sure as this
 * one and surer, which flatters the one at the bound. Where p of true stories goes as its power ξ, the
 * odds of chance at p itself are 1/ξ times those, and ξ = −1/ln p is what favours the story the most
 * (Sellke, Bayarri and Berger 2001).
 */
function confidenceOf({ p, q }: Story['evidence']): number {
  const odds = (q / (1 - q)) * -Math.log(Math.max(p, Number.MIN_VALUE));
  return Math.min(MOST_CONFIDENCE, Math.round(100 / (1 + odds)) / 100);
}

/** The stories of the snapshot that is served, best first. What they were made from stays inside. */
export function storyRoutes(market: MarketHolder): Route[] {
  return [
    keptRoute(marketStories, {
      source: () => market.current,
      make: ({ snapshot: { stories, createdAt } }) =>
        stories.map(({ evidence, ...story }) => ({
          ...story,
          confidence: confidenceOf(evidence),
          generatedAt: createdAt,
        })),
    }),
  ];
}

interface StoryTelling {
  market: MarketHolder;
  computes: ComputeHistory;
  log: EventLog;
  clock: Clock;
  store: UserStore;
  staff: SignedInRoute;
  /** How long a run is waited for. */
  waitMs?: number;
}

/** A snapshot that was published is read and served within moments. */
const SERVED_WITHIN_MS = 5_000;
const LOOK_EVERY_MS = 50;
const WAIT_MS = ANSWER_WITHIN_MS - SERVED_WITHIN_MS;

/** Asks the batch for stories, and answers when what it told is served here. */
export function storyTellingRoutes(options: StoryTelling): Route[] {
  const { market, computes, log, clock, store, staff, waitMs = WAIT_MS } = options;
  const asks = new Asks(store, 'stories');
  return [
    staff(generateStories, async (asker) => {
      const before = market.current.snapshot.id;
      await asks.count(asker);
      const at = clock().toISOString();
      const command = {
        commandId: `stories@${at}`,
        at,
        only: 'stories',
        askedBy: 'staff',
      } as const;
      const answer = computes.answerTo(command.commandId, waitMs);
      await log.publish(computeCommand, [encodeEvent(computeCommand, command)]);
      const run = await answer;
      if (run === undefined) asker.response.status(202);
      if (run?.state === 'published')
        for (let waited = 0; waited < SERVED_WITHIN_MS; waited += LOOK_EVERY_MS) {
          if (market.current.snapshot.id !== before) break;
          await sleep(LOOK_EVERY_MS);
        }
      return {
        state: run?.state ?? ('running' as const),
        stories: market.current.snapshot.stories.length,
      };
    }),
  ];
}
