import { readRobots, type RobotsRules } from './rules.ts';

/** How long a robots.txt holds before it is asked for again (RFC 9309, 2.4). */
export const robotsHoldMs = 24 * 3_600_000;
/** Redirects that are followed to a robots.txt; after more it counts as not there (2.3.1.2). */
export const maxRobotsRedirects = 5;

/** What came of asking for a robots.txt, its redirects followed. */
export type RobotsAnswer =
  /** `status` of the last answer; 3xx where the redirects did not end. */
  | { status: number; body: Uint8Array }
  /** No answer: the name, the connection, the time. */
  | { failure: string };

/** What holds for a site: its rules, or why nothing may be asked of it. */
export type RobotsVerdict = { rules: RobotsRules } | { unreachable: string };

/**
 * RFC 9309, 2.3.1: a file that is there holds; one that is not (4xx, redirects without end) allows
 * everything; a server that fails (5xx, no answer) allows nothing. 429 is a server that asks for less
 * and not one without a robots.txt, so it allows nothing either.
 */
export function judgeRobots(answer: RobotsAnswer, productToken: string): RobotsVerdict {
  if ('failure' in answer) return { unreachable: answer.failure };
  const { status, body } = answer;
  if (status >= 200 && status < 300) return { rules: readRobots(body, productToken) };
  if (status >= 500 || status === 429) return { unreachable: `robots.txt answered ${status}` };
  return { rules: readRobots(new Uint8Array(), productToken) };
}
