import { longestWaitMs } from './retry-after.ts';

/**
 * How fast a host is asked. All of it is plain data, so that it can be kept on disk: a crawl that was
 * killed goes on at the pace it had. Times are in milliseconds, instants since the epoch.
 */
export interface HostPace {
  /** Between the end of one request and the beginning of the next. */
  delayMs: number;
  /** When the last request ended. */
  endedAt: number;
  /** No request begins before this. */
  notBefore: number;
  /** Times in a row that the host asked for less. */
  incidents: number;
  /** When the wait of the last of them ended. */
  waitedUntil: number;
  /** The status of the last of them; not kept until December 2026. */
  askedBy?: number | undefined;
}

export interface PaceSettings {
  /** What the site's file and its robots.txt ask for: the delay is never below. */
  leastDelayMs: number;
  /** What latency may slow it down to; a longer `leastDelayMs` holds. */
  mostDelayMs: number;
}

/** What an answer means for the pace. */
export interface PaceAnswer {
  /** `ok`: 200 or 304. `slow_down`: 429 or 503. `failed`: anything else, also no answer. */
  kind: 'ok' | 'slow_down' | 'failed';
  /** With `slow_down`. */
  status?: number | undefined;
  startedAt: number;
  endedAt: number;
  /** What Retry-After asked for. */
  retryAfterMs?: number | undefined;
}

const firstWaitMs = 60_000;
/** After so long without an incident, counted from the end of its wait, the next one is the first. */
const forgivenAfterMs = 30 * 60_000;
const jitter = 0.1;

export const newPace = (settings: PaceSettings): HostPace => ({
  delayMs: settings.leastDelayMs,
  endedAt: 0,
  notBefore: 0,
  incidents: 0,
  waitedUntil: 0,
});

/**
 * A pace that was kept, as it is by now. Where its last request ended in a time to come it was noted by a clock
 * that was set back since: what is still to be waited counts from now, or the host would be left alone for years.
 */
export function paceKept(pace: HostPace, now: number): HostPace {
  const ahead = Math.max(0, pace.endedAt - now);
  return {
    ...pace,
    endedAt: pace.endedAt - ahead,
    notBefore: pace.notBefore - ahead,
    waitedUntil: pace.waitedUntil - ahead,
  };
}

/**
 * The pace after an answer. The delay moves half way to the time the answer took; an answer that
 * failed never shortens it. A host that asks for less is left alone for what its Retry-After says,
 * else for a minute, doubling with each time, a day at most; from the second time on for the longer
 * of the two, since a Retry-After may say nothing but now. Jitter only adds, so that nothing that
 * was asked for is undercut.
 * @param random a number from 0 to 1
 */
export function paceAfter(
  pace: HostPace,
  answer: PaceAnswer,
  settings: PaceSettings,
  random: number,
): HostPace {
  const { kind, status, startedAt, endedAt, retryAfterMs } = answer;
  const target = (pace.delayMs + Math.max(0, endedAt - startedAt)) / 2;
  const delayMs = within(settings, kind === 'ok' ? target : Math.max(target, pace.delayMs));
  if (kind !== 'slow_down')
    return {
      ...forgiven(pace, endedAt),
      delayMs,
      endedAt,
      notBefore: latest(pace, endedAt + delayMs),
    };

  const incidents = forgiven(pace, endedAt).incidents + 1;
  const ownWait = Math.min(firstWaitMs * 2 ** (incidents - 1), longestWaitMs);
  const asked = retryAfterMs ?? ownWait;
  const least = incidents === 1 ? asked : Math.max(asked, ownWait);
  const wait = Math.max(least * (1 + jitter * random), delayMs);
  const notBefore = latest(pace, endedAt + wait);
  return {
    delayMs,
    endedAt,
    notBefore,
    incidents,
    waitedUntil: notBefore,
    askedBy: status,
  };
}

/** The pace while a request is under way: none begins beside it, where several may, before the delay. */
export const paceBefore = (pace: HostPace, settings: PaceSettings, now: number): HostPace => ({
  ...pace,
  notBefore: latest(pace, now + Math.max(pace.delayMs, settings.leastDelayMs)),
});

/**
 * The pace of a host whose asker was killed: a request may have been under way until now. The delay
 * counts from here, also where robots.txt, which is not read yet, asks for a longer one.
 */
export const paceAfterKill = (pace: HostPace, settings: PaceSettings, now: number): HostPace => ({
  ...paceBefore(pace, settings, now),
  endedAt: Math.max(pace.endedAt, now),
});

/** When the next request may begin: settings may have become stricter since the last. */
export const nextTurn = (pace: HostPace, settings: PaceSettings): number =>
  latest(pace, pace.endedAt + settings.leastDelayMs);

const within = ({ leastDelayMs, mostDelayMs }: PaceSettings, delayMs: number): number =>
  Math.max(leastDelayMs, Math.min(delayMs, mostDelayMs));

const latest = (pace: HostPace, instant: number): number => Math.max(pace.notBefore, instant);

const forgiven = (pace: HostPace, now: number): HostPace =>
  now - pace.waitedUntil >= forgivenAfterMs ? { ...pace, incidents: 0 } : pace;
