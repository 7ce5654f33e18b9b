/** A member of a group: consumes a partition until told to let go of it. Never rejects. */
export interface Member {
  consume(partition: number, release: AbortSignal): Promise<void>;
}

interface Holding {
  owner: Member | undefined;
  release: AbortController;
  /** Resolves when the owner has let go of the partition. */
  done: Promise<void>;
}

/**
 * The members of one group on one topic inside this process. Partition p belongs to member p modulo
 * their number, and changes hands only after the member before has finished its batch: no partition
 * is ever consumed by two members.
 */
export class Group {
  readonly #members: Member[] = [];
  readonly #held = new Map<number, Holding>();
  #partitions: number;

  constructor(partitions: number) {
    this.#partitions = partitions;
  }

  join(member: Member): void {
    this.#members.push(member);
    this.#share();
  }

  /** Resolves when the member consumes nothing any more. */
  async leave(member: Member): Promise<void> {
    const at = this.#members.indexOf(member);
    if (at < 0) return;
    const letGo = [...this.#held.values()].filter((held) => held.owner === member);
    this.#members.splice(at, 1);
    this.#share();
    await Promise.all(letGo.map((held) => held.done));
  }

  /** The topic may have been grown by anyone. */
  grow(partitions: number): void {
    if (partitions <= this.#partitions) return;
    this.#partitions = partitions;
    this.#share();
  }

  #share(): void {
    for (let partition = 0; partition < this.#partitions; partition++)
      this.#give(partition, this.#members[partition % this.#members.length]);
  }

  #give(partition: number, owner: Member | undefined): void {
    const before = this.#held.get(partition);
    if (before?.owner === owner) return;
    before?.release.abort();
    const release = new AbortController();
    const done = (async () => {
      await before?.done;
      if (!release.signal.aborted) await owner?.consume(partition, release.signal);
    })();
    this.#held.set(partition, { owner, release, done });
  }
}
