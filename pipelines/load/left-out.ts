/**
 * What loading could neither store nor make a dead letter, and went on without. Nothing is lost by it:
 * the log holds the message, and the next compute brings what search misses.
 */
export interface LeftOut {
  what: 'dead_letter' | 'search_tail';
  /** What was wrong, with its place. */
  detail: string;
}

/** Where nobody is told, going on would hide it. */
export function stopAtLeftOut({ what, detail }: LeftOut): never {
  throw new Error(`${what}: ${detail}`);
}
