import { mkdirSync } from 'node:fs';
import { open, type Database, type RootDatabase } from 'lmdb';
import { isTaken, newClaim, SiteTaken, type Claim } from './claim.ts';
import type { HostPace } from './pace/host-pace.ts';

/** Of the hosts that a site led to the latest are kept. */
const MOST_GUESTS_AT = 50;

/**
 * What all crawls of this machine know of hosts, on disk: the pace of each, who asks it now, and which
 * site leads to it. Two sites on one host are two crawls to us and one visitor to its owner.
 */
export class HostStore {
  readonly #root: RootDatabase<unknown, string>;
  readonly #paces: Database<HostPace, string>;
  readonly #claims: Database<Claim, string>;
  readonly #guestsAt: Database<string[], string>;

  /** @param options.flush see SiteStore */
  constructor(directory: string, { flush = true }: { flush?: boolean } = {}) {
    mkdirSync(directory, { recursive: true });
    this.#root = open({
      path: directory,
      noSubdir: false,
      noSync: !flush,
      // The batch it would open has a promise nobody can reach: a full disk would end the process.
      eventTurnBatching: false,
    });
    this.#paces = this.#root.openDB('paces', { encoding: 'json' });
    this.#claims = this.#root.openDB('claims', { encoding: 'json' });
    this.#guestsAt = this.#root.openDB('guests-at', { encoding: 'json' });
    this.#root.readerCheck();
  }

  /** Makes this run the one that asks these hosts, or goes on being it; all or none. @throws SiteTaken */
  async claim(
    owner: string,
    hosts: Iterable<string>,
    now: number,
    { asGuest = false } = {},
  ): Promise<void> {
    const wanted = [...hosts];
    const taken = await this.#root.transaction(() => {
      const claims = wanted.map((host) => ({ host, held: this.#claims.get(host) }));
      const others = claims.filter(({ held }) => isTaken(held, owner, now));
      if (others.length === 0)
        for (const host of wanted) void this.#claims.put(host, newClaim(owner, now, asGuest));
      // Who stays longest is who is waited for.
      return others.find(({ held }) => held?.isGuest !== true) ?? others[0];
    });
    if (taken !== undefined)
      throw new SiteTaken(taken.host, { isForAWhile: taken.held?.isGuest === true });
  }

  async release(owner: string, hosts: Iterable<string>): Promise<void> {
    await this.#root.transaction(() => {
      for (const host of hosts)
        if (this.#claims.get(host)?.owner === owner) void this.#claims.remove(host);
    });
  }

  pace = (host: string): HostPace | undefined => this.#paces.get(host);

  async setPace(host: string, pace: HostPace): Promise<void> {
    await this.#paces.put(host, pace);
  }

  /** Hosts that are none of the site's and that its crawls were led to. */
  guestsAt = (site: string): readonly string[] => this.#guestsAt.get(site) ?? [];

  async noteGuestAt(site: string, host: string): Promise<void> {
    const before = this.guestsAt(site);
    if (before.includes(host)) return;
    await this.#guestsAt.put(site, [host, ...before].slice(0, MOST_GUESTS_AT));
  }

  close(): Promise<void> {
    return this.#root.close();
  }
}
