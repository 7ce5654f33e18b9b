/**
 * What a screen wrote into its address, told apart from what Back, Forward or a link put there. A busy
 * page looks at its own writes late, past several of them at once, or never at those between.
 */
export class OwnAddress {
  /** What the address said when last looked at. */
  #said: string;
  /** Written since, oldest first. */
  #written: string[] = [];

  constructor(said: string) {
    this.#said = said;
  }

  /** What the address says once every write has reached it. */
  get latest(): string {
    return this.#written.at(-1) ?? this.#said;
  }

  write(key: string): void {
    this.#written.push(key);
  }

  /** Looks at the address: whether somebody else put there what it says. */
  isOthers(key: string): boolean {
    const own = this.#written.lastIndexOf(key);
    const unchanged = this.#written.length === 0 && key === this.#said;
    this.#said = key;
    this.#written = own < 0 ? [] : this.#written.slice(own + 1);
    return own < 0 && !unchanged;
  }

  /** Looks where Back or Forward led: whether it is elsewhere than to the last write. */
  isElsewhere(key: string): boolean {
    const elsewhere = key !== this.latest;
    this.#said = key;
    this.#written = [];
    return elsewhere;
  }
}
