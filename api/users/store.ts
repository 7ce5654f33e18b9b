/** Rows come back as plain objects; values are what the driver makes of Postgres' types. */
export type Row = Record<string, unknown>;

export interface Queries {
  /** Parameters are `$1`, `$2`, … and never part of the text. */
  query<R extends Row = Row>(text: string, values?: readonly unknown[]): Promise<R[]>;
}

/**
 * The user store: Postgres, as a server through `pg` or in process through PGlite. Both adapters pass
 * one contract suite, `tests/contract/user-store.ts`.
 */
export interface UserStore extends Queries {
  /** All of `work` or nothing. Not nested; the embedded store runs transactions one after another. */
  tx<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /**
   * Hears what `pg_notify` tells a channel (a plain lower-case name), in any process, once what told it is committed; until the store
   * is closed. A server that goes away is listened to again, what it told meanwhile is lost.
   * @returns when it hears, or could not at first
   */
  listen(channel: string, hear: Hear): Promise<void>;
  close(): Promise<void>;
}

export type Hear = (payload: string) => void;

/** The user store cannot be reached. `message` says which server or folder and what to do. */
export class UserStoreUnavailable extends Error {
  readonly code = 'user_store_unavailable';
}
