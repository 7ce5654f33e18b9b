import { useLocation } from 'react-router-dom';
import { z } from 'zod';

/** What the portal itself leaves in an entry of the history. */
const historyState = z.object({
  /** The payment's form has thanked whoever it led here. */
  welcomed: z.boolean().optional(),
  /** The address of the analysis that was left to pay for it. */
  wanted: z.string().nullable().optional(),
});
export type HistoryState = z.output<typeof historyState>;

/** Nothing where anything else stands there. */
export const useHistoryState = (): HistoryState =>
  historyState.safeParse(useLocation().state).data ?? {};
