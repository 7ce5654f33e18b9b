import { isOtherRunning } from '#platform/is-other-running.ts';

/** Says of a thing on disk that a run has it. */
export interface Claim {
  owner: string;
  pid: number;
  /** An owner that was not heard of until then is gone, even where its process number lives on. */
  until: number;
  /** Had for one request by a crawl whose site it is not of, and soon free again. */
  isGuest?: boolean;
}

/** Another run crawls this site, or one of its hosts, now. */
export class SiteTaken extends Error {
  readonly code = 'site_taken';
  /** By a guest: it is worth waiting for. */
  readonly isForAWhile: boolean;
  constructor(what: string, { isForAWhile = false } = {}) {
    super(`Another run crawls ${what} now; wait until it has ended.`);
    this.isForAWhile = isForAWhile;
  }
}

/** Claims of this process: a process number that is our own again, in a container, is nobody's claim. */
const ownClaims = new Set<string>();
const leaseMs = 60_000;

export function newClaim(owner: string, now: number, isGuest = false): Claim {
  ownClaims.add(owner);
  return { owner, pid: process.pid, until: now + leaseMs, isGuest };
}

/** The run has ended: whatever it still has, it has no more. */
export const forgetClaims = (owner: string): void => void ownClaims.delete(owner);

/** Whether a claim is held by somebody else who lives. */
export const isTaken = (held: Claim | undefined, owner: string, now: number): boolean =>
  held !== undefined && held.owner !== owner && held.until > now && isAlive(held);

/** Whether the process of a claim lives. */
const isAlive = ({ owner, pid }: Claim): boolean =>
  pid === process.pid ? ownClaims.has(owner) : isOtherRunning(pid);
