import type { EmbeddedStore } from './embedded-store.ts';
import { EventLogUnavailable } from './port.ts';

/**
 * The store behind one gate, let go of whenever so many bytes have gone through it, and opened again by
 * whoever comes next. Once it has had its bytes nobody new is let in: those who come one over the other
 * would hold it open for ever. Of LMDB's map each page that was looked at counts as this process's memory, and only
 * closing gives it back: 6 MB in a million registrations appended, every byte of what is read (measured).
 *
 * It is closed only while nothing of it is in use, so that it must be used a step at a time: nothing of it,
 * no cursor and no transaction, may outlive the action.
 */
export class RenewedStore {
  readonly #open: () => Promise<EmbeddedStore>;
  readonly #renewAfterBytes: number;
  #store: EmbeddedStore | undefined;
  #users = 0;
  /** Called by the last user, while it is waited for. */
  #unused: (() => void) | undefined;
  /** While it is being opened or closed. Rejects where it cannot be opened. */
  #changing: Promise<void> | undefined;
  #isClosed = false;

  constructor(open: () => Promise<EmbeddedStore>, renewAfterBytes: number) {
    this.#open = open;
    this.#renewAfterBytes = renewAfterBytes;
  }

  /**
   * Does the action with the store: at once, or when it has been closed and opened again. One that cannot
   * be opened is an error of those who wait for it; who comes later tries anew.
   * @throws EventLogUnavailable
   */
  async use<T>(action: (store: EmbeddedStore) => T | Promise<T>): Promise<T> {
    while (!this.#store) await (this.#changing ?? this.#change(this.#opening()));
    const store = this.#store;
    this.#users += 1;
    try {
      return await action(store);
    } finally {
      this.#users -= 1;
      if (this.#users === 0) this.#unused?.();
      // One that cannot be closed is opened again all the same.
      if (store === this.#store && store.bytesThrough >= this.#renewAfterBytes)
        this.#letGo().catch(() => {});
    }
  }

  /** As the store's; NaN, which is no version it was at, while it is not open: who waits is to look. */
  version(): number {
    return this.#store?.version() ?? Number.NaN;
  }

  /** For good. Whoever uses it has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#changing?.catch(() => {});
    await this.#letGo();
  }

  async #opening(): Promise<void> {
    if (this.#isClosed) throw new EventLogUnavailable('The event log has been closed.');
    this.#store = await this.#open();
  }

  async #letGo(): Promise<void> {
    const store = this.#store;
    if (!store) return;
    this.#store = undefined;
    const closing = this.#untilUnused().then(() => store.close());
    void this.#change(closing.catch(() => {}));
    await closing;
  }

  async #untilUnused(): Promise<void> {
    if (this.#users > 0) await new Promise<void>((resolve) => (this.#unused = resolve));
  }

  #change(step: Promise<void>): Promise<void> {
    this.#changing = step.finally(() => (this.#changing = undefined));
    return this.#changing;
  }
}
