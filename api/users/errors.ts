import { UserStoreUnavailable } from './store.ts';

/**
 * A statement that Postgres refused. It says which rule, never with which values: drivers put the
 * parameters into their errors, and an error is logged whole.
 */
export class UserStoreError extends Error {
  readonly code = 'user_store';
  readonly sqlState: string;
  readonly constraint: string | undefined;

  constructor(sqlState: string, constraint: string | undefined, routine: string | undefined) {
    super(
      `Postgres refused a statement: ${[sqlState, constraint, routine].filter(Boolean).join(', ')}`,
    );
    this.sqlState = sqlState;
    this.constraint = constraint;
  }
}

/** Connection lost, resources short, shut down: it may work later (PostgreSQL, appendix A). */
const NOT_NOW = /^(08|53|57P|58)/;

interface DriverError {
  code?: unknown;
  severity?: unknown;
  constraint?: string;
  routine?: string;
}

/** What a driver threw, without what it must not tell. */
export function asStoreError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof TypeError) return error;
  const { code, severity, constraint, routine } = error as DriverError;
  const isSql = severity !== undefined && typeof code === 'string';
  if (isSql && !NOT_NOW.test(code)) return new UserStoreError(code, constraint, routine);
  return new UserStoreUnavailable(
    `The user store cannot be reached: ${typeof code === 'string' ? code : error.message}`,
  );
}

/** Runs a statement; its error is one of ours. */
export async function guarded<T>(statement: () => Promise<T>): Promise<T> {
  try {
    return await statement();
  } catch (error) {
    throw asStoreError(error);
  }
}
