import type { SiteWait } from '#schemas/events/ingest-alive.ts';
import { SOURCES } from '../../content/staff-sources.ts';

/** Why a run asks for no page now, and until when: by the clock alone, since none waits for a day. */
export const waitInWords = ({ why, status, until }: SiteWait): string =>
  SOURCES.waits[why](`${until.slice(11, 16)} UTC`, status === undefined ? '' : ` (${status})`);
