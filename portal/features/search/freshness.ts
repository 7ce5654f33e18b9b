import type { z } from 'zod';
import type { refreshStatus } from '#schemas/api/data.ts';
import { FRESHNESS as words } from '../../content/freshness.ts';

const MS_PER_MINUTE = 60_000;
/** Older than this its age is not told. */
const MINUTES_TOLD = 60;

export interface Freshness {
  state: 'unknown' | 'sample' | 'refreshing' | 'live' | 'static';
  text: string;
}

/**
 * How fresh the data are (specification, section 4): unknown without an answer, an update in progress, live
 * while refreshes run by themselves, else static; with its age while that is under an hour. The sample market is
 * none of these, however often it is drawn anew.
 */
export function freshnessOf(
  status: z.output<typeof refreshStatus.response> | undefined,
  now: number,
): Freshness {
  if (status === undefined) return { state: 'unknown', text: words.unknown };
  if (status.sample === true) return { state: 'sample', text: words.sample };
  if (status.is_refreshing) return { state: 'refreshing', text: words.refreshing };
  const state = status.auto_refresh_enabled ? 'live' : 'static';
  if (status.last_refresh === null) return { state, text: words[state] };
  // A clock that is behind the server's shows no negative age.
  const minutes = Math.max(0, Math.floor((now - Date.parse(status.last_refresh)) / MS_PER_MINUTE));
  const age = minutes < MINUTES_TOLD ? `, ${words.ago(minutes)}` : '';
  return { state, text: `${words[state]}${age}` };
}
