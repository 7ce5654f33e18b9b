import { FetchFailed, productToken, type PageAnswer, type PageRequest } from '../fetch/fetcher.ts';
import type { StoredRobots } from '../site-records.ts';
import { maxRobotsBytes } from './lines.ts';
import {
  judgeRobots,
  maxRobotsRedirects,
  robotsHoldMs,
  type RobotsAnswer,
  type RobotsVerdict,
} from './policy.ts';

/** How long a server that could not say is not asked again. */
const retryAfterMs = 10 * 60_000;
/** How often a server that says 429 or 503 is asked again, each time after the wait it asks for. */
const maxTries = 3;

export interface AskRobotsDeps {
  now: () => number;
  /** Asks when the host's turn has come. @throws FetchFailed */
  ask: (request: PageRequest) => Promise<PageAnswer>;
  load: (origin: string) => StoredRobots | undefined;
  save: (origin: string, robots: StoredRobots) => Promise<void>;
  timeoutMs: number;
}

/** What the robots.txt of an origin says, asked for once a day; its redirects count as its own. */
export function createAskRobots(deps: AskRobotsDeps): (origin: string) => Promise<RobotsVerdict> {
  const verdicts = new Map<string, { verdict: Promise<RobotsVerdict>; until: number }>();

  const judge = async (origin: string): Promise<RobotsVerdict> => {
    const stored = deps.load(origin);
    const age = deps.now() - (stored?.fetchedAt ?? Number.NaN);
    // One of a time to come was noted by a clock that was set back since: nothing says how old it is.
    if (stored !== undefined && age >= 0 && age < robotsHoldMs)
      return judgeRobots(
        { status: stored.status, body: Buffer.from(stored.body, 'base64') },
        productToken,
      );
    const answer = await fetchRobots(deps, `${origin}/robots.txt`);
    const verdict = judgeRobots(answer, productToken);
    if ('status' in answer && 'rules' in verdict)
      await deps.save(origin, {
        fetchedAt: deps.now(),
        status: answer.status,
        body: Buffer.from(answer.body).toString('base64'),
      });
    return verdict;
  };

  return async (origin) => {
    const held = verdicts.get(origin);
    if (held !== undefined && deps.now() < held.until) return held.verdict;
    const asked = { verdict: judge(origin), until: Number.POSITIVE_INFINITY };
    verdicts.set(origin, asked);
    // Who comes meanwhile waits for the same answer; what failed to be asked is asked anew.
    try {
      const verdict = await asked.verdict;
      const fetchedAt = deps.load(origin)?.fetchedAt ?? deps.now();
      asked.until = 'rules' in verdict ? fetchedAt + robotsHoldMs : deps.now() + retryAfterMs;
      return verdict;
    } catch (error) {
      verdicts.delete(origin);
      throw error;
    }
  };
}

async function fetchRobots(deps: AskRobotsDeps, robotsUrl: string): Promise<RobotsAnswer> {
  let url = robotsUrl;
  let tries = 0;
  for (let redirects = 0; ;) {
    let answer: PageAnswer;
    try {
      answer = await deps.ask({
        url,
        accept: 'text/plain, */*;q=0.5',
        // One more than is read, so that a file that is cut is seen to be.
        maxBytes: maxRobotsBytes + 1,
        cut: true,
        timeoutMs: deps.timeoutMs,
      });
    } catch (error) {
      if (error instanceof FetchFailed) return { failure: `robots.txt: ${error.message}` };
      throw error;
    }
    const { status, headers, body } = answer;
    const location = status >= 300 && status < 400 ? headers.get('location') : undefined;
    const next = location === undefined ? undefined : URL.parse(location, url)?.href;
    if ((status === 429 || status === 503) && ++tries < maxTries) continue;
    if (next === undefined || redirects === maxRobotsRedirects) return { status, body };
    redirects += 1;
    url = next;
  }
}
