import type { z } from 'zod';
import type { KeyValue } from './browser-storage.ts';

const KEY = 'rigworth.results';
/** So many results of a visit can be gone back to. */
const KEPT_AT_MOST = 8;

interface Kept {
  key: string;
  result: unknown;
}

/**
 * The results of this visit, by question and form, in session storage: reload and Back show them again
 * without an analysis. They are checked like an answer, since the app may have changed since they were kept.
 */
export function keptResult<Answer>(
  storage: KeyValue,
  key: string,
  schema: z.ZodType<Answer>,
): Answer | null {
  const kept = read(storage).find((entry) => entry.key === key);
  const parsed = schema.safeParse(kept?.result);
  return parsed.success ? parsed.data : null;
}

export function keepResult(storage: KeyValue, key: string, result: unknown): void {
  const others = read(storage).filter((entry) => entry.key !== key);
  storage.setItem(KEY, JSON.stringify([{ key, result }, ...others].slice(0, KEPT_AT_MOST)));
}

/** Once more would be answered than was, as to who has just paid for Premium. */
export const forgetResults = (storage: KeyValue): void => storage.removeItem(KEY);

function read(storage: KeyValue): Kept[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isKept) : [];
  } catch {
    return [];
  }
}

const isKept = (entry: unknown): entry is Kept =>
  typeof entry === 'object' && entry !== null && 'key' in entry && 'result' in entry;
