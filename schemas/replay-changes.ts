import { z } from 'zod';

const count = z.number().int().nonnegative();

/** What reading the log anew changed in the facts. */
export const replayChanges = z.object({
  /** Facts before and after. */
  before: count,
  after: count,
  /** Read the same, otherwise, no more, and for the first time. */
  unchanged: count,
  changed: count,
  gone: count,
  come: count,
});
