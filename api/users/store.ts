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
  close(): Promise<void>;
}

/** The user store cannot be reached. `message` says which server or folder and what to do. */
export class UserStoreUnavailable extends Error {
  readonly code = 'user_store_unavailable';
}
