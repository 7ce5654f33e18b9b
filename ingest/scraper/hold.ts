import pLimit, { type LimitFunction } from 'p-limit';
import { SiteTaken } from './claim.ts';
import { HostAway } from './pace/host-gate.ts';
import type { Site } from './site-file.ts';
import type { VisitDeps } from './visit.ts';
import type { Waits } from './waits.ts';

/** A site and its hosts are this crawl's. */
export interface Hold {
  /**
   * Does the work while no other crawl asks a host that is none of the site's, one work a host at a time.
   * @throws HostAway where another crawl asks it for longer than that
   */
  asGuest: <Result>(host: string, work: () => Promise<Result>) => Promise<Result>;
  /** Lets all of it go. */
  release(): Promise<void>;
}

export interface HoldDeps extends Pick<
  VisitDeps,
  'store' | 'hosts' | 'clock' | 'steadyNow' | 'sleep'
> {
  newId: () => string;
}

const renewEveryMs = 15_000;
const askAgainMs = 1_000;

/**
 * Claims the site and its hosts for this crawl, and goes on doing so until they are let go, or lost. A guest on
 * one of them is waited for.
 * @throws SiteTaken
 */
export async function holdSite(
  { store, hosts, clock, newId, steadyNow, sleep }: HoldDeps,
  site: Site,
  {
    patienceMs,
    signal,
    onLost,
    waits,
  }: {
    patienceMs: number;
    signal: AbortSignal;
    onLost: (error: unknown) => void;
    waits: Waits;
  },
): Promise<Hold> {
  const owner = newId();
  const now = (): number => clock().getTime();
  const guestAt = new Set<string>();
  const lines = new Map<string, LimitFunction>();
  /** Another crawl has these for long; that is found out once. */
  const taken = new Set<string>();

  const claim = async (): Promise<void> => {
    await store.claim(owner, now());
    await hosts.claim(owner, site.hosts, now());
    await hosts.claim(owner, guestAt, now(), { asGuest: true });
  };
  const whenFree = async (
    claimed: () => Promise<void>,
    isWorthWaiting: (error: SiteTaken) => boolean,
  ): Promise<void> => {
    const latest = steadyNow() + patienceMs;
    const isClaimed = async (): Promise<boolean> => {
      try {
        await claimed();
        return true;
      } catch (error) {
        const isWorthIt = error instanceof SiteTaken && isWorthWaiting(error);
        if (!isWorthIt || steadyNow() >= latest) throw error;
        return false;
      }
    };
    if (await isClaimed()) return;
    await waits.during({ why: 'host_taken', ms: patienceMs }, async () => {
      do await sleep(askAgainMs, signal);
      while (!(await isClaimed()));
    });
  };
  const release = async (): Promise<void> => {
    await hosts.release(owner, site.hosts);
    await store.release(owner);
  };

  try {
    await whenFree(claim, ({ isForAWhile }) => isForAWhile);
  } catch (error) {
    await release();
    throw error;
  }
  let renewed = Promise.resolve();
  const renewing = setInterval(() => {
    renewed = renewed.then(claim).catch(onLost);
  }, renewEveryMs);

  const asGuest: Hold['asGuest'] = (host, work) => {
    const line = lines.get(host) ?? pLimit(1);
    lines.set(host, line);
    return line(async () => {
      await hosts.noteGuestAt(site.name, host);
      try {
        await whenFree(
          () => hosts.claim(owner, [host], now(), { asGuest: true }),
          () => !taken.has(host),
        );
      } catch (error) {
        if (!(error instanceof SiteTaken)) throw error;
        taken.add(host);
        throw new HostAway(`${host}: ${error.message}`, 'host_taken');
      }
      guestAt.add(host);
      try {
        return await work();
      } finally {
        guestAt.delete(host);
        await hosts.release(owner, [host]);
      }
    });
  };
  return {
    asGuest,
    async release() {
      clearInterval(renewing);
      // A claim that came after would keep others out until it lapses.
      await renewed;
      await release();
    },
  };
}
