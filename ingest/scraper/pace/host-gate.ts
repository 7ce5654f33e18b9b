import pLimit, { type LimitFunction } from 'p-limit';
import { instantInWords } from '#domain/instant-in-words.ts';
import type { SentAway } from '../missed.ts';
import type { Wait } from '../waits.ts';
import {
  newPace,
  nextTurn,
  paceAfter,
  paceBefore,
  paceKept,
  type HostPace,
  type PaceAnswer,
  type PaceSettings,
} from './host-pace.ts';

/** Under a longer crawl delay a run sees one page at most. It is the longest that a site's file may ask for, too. */
const longestDelayMs = 3_600_000;

/**
 * So much longer than the delay is waited: clocks tell whole milliseconds, timers ring one early, and of an answer
 * that we broke off the server learns a little later. In the server's log, too, no request is early.
 */
const slackMs = 25;

/** The host may not be asked for longer than a crawl waits, or it is of no use to ask it. */
export class HostAway extends Error {
  readonly code = 'host_away';
  /**
   * `crawl_delay`: the delay between any two of its pages is longer than a crawl waits, and it is seen a page
   * at a run. `host_taken`: another crawl asks it. `host_down`: it gives no answers any more.
   */
  readonly missed: SentAway | 'host_down';
  constructor(message: string, missed: HostAway['missed']) {
    super(message);
    this.missed = missed;
  }
}

export interface GateDeps {
  /** Milliseconds since the epoch, by a clock that nobody sets: put forward it would end a wait. */
  now: () => number;
  sleep: (ms: number, wait: Wait) => Promise<void>;
  /** A number from 0 to 1. */
  random: () => number;
  /** What the pace of a host was when it was last kept. */
  load: (host: string) => HostPace | undefined;
  keep: (host: string, pace: HostPace) => Promise<void>;
  /** Requests to one host at a time. */
  connections: number;
  /** The longest a crawl waits for its turn, where the delay between two requests is no longer. */
  patienceMs: number;
}

export interface HostGate {
  /**
   * Does the work when the host's turn has come, and sets the pace by what came of it.
   * @throws HostAway where the turn is further off than the crawl's patience
   */
  turn<Result>(
    host: string,
    settings: PaceSettings,
    work: () => Promise<Result>,
    judge: (result: Result) => Pick<PaceAnswer, 'kind' | 'status' | 'retryAfterMs'>,
  ): Promise<Result>;
}

/** Keeps the pace of every host: whoever asks waits here, and nowhere else. */
export function createHostGate(deps: GateDeps): HostGate {
  const lines = new Map<string, { waiting: LimitFunction; asking: LimitFunction }>();
  const paces = new Map<string, HostPace>();
  const paceOf = (host: string, settings: PaceSettings): HostPace => {
    const pace = paces.get(host) ?? paceOnDisk(host) ?? newPace(settings);
    paces.set(host, pace);
    return pace;
  };
  const paceOnDisk = (host: string): HostPace | undefined => {
    const kept = deps.load(host);
    return kept && paceKept(kept, deps.now());
  };
  const setPace = async (host: string, pace: HostPace, isIncident: boolean): Promise<void> => {
    paces.set(host, pace);
    const kept = deps.keep(host, pace);
    // A wait that was asked for must outlive us; the rest may lag by a write, whose fault the next shows.
    if (isIncident) await kept;
    else kept.catch(() => undefined);
  };

  const untilTurn = async (host: string, settings: PaceSettings): Promise<void> => {
    for (;;) {
      const pace = paceOf(host, settings);
      const at = nextTurn(pace, settings);
      const wait = at - deps.now();
      if (wait <= -slackMs) return;
      // The delay between any two requests is the way of the crawl, not the host's wish to be left alone.
      const delay = Math.min(settings.leastDelayMs, longestDelayMs);
      if (wait > Math.max(deps.patienceMs, delay))
        throw new HostAway(
          `${host} is to be left alone until ${instantInWords(new Date(at))}`,
          settings.leastDelayMs > delay ? 'crawl_delay' : 'host_away',
        );
      const why = pace.waitedUntil > deps.now() ? 'asked_to' : 'pause';
      const status = why === 'asked_to' ? pace.askedBy : undefined;
      await deps.sleep(wait + slackMs, { why, status, ms: wait });
    }
  };

  /** One at a time waits for its turn, so that two never find the same one. */
  const begin = async (host: string, settings: PaceSettings): Promise<number> => {
    await untilTurn(host, settings);
    const startedAt = deps.now();
    await setPace(host, paceBefore(paceOf(host, settings), settings, startedAt), false);
    return startedAt;
  };

  return {
    turn(host, settings, work, judge) {
      const line = lines.get(host) ?? { waiting: pLimit(1), asking: pLimit(deps.connections) };
      lines.set(host, line);
      return line.asking(async () => {
        const startedAt = await line.waiting(() => begin(host, settings));
        const result = await work();
        const answer = { ...judge(result), startedAt, endedAt: deps.now() };
        const pace = paceAfter(paceOf(host, settings), answer, settings, deps.random());
        await setPace(host, pace, answer.kind === 'slow_down');
        return result;
      });
    },
  };
}
