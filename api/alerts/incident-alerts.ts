import { judgeIncidents, type WatchedFacts } from '#domain/health/incidents.ts';
import type { Clock } from '#platform/clock.ts';
import type { Logger } from '#platform/logging.ts';
import type { IncidentKind } from '#schemas/api/staff-health.ts';
import type { NewId } from '../http/guards.ts';
import {
  claimNews,
  dropIncidents,
  endIncident,
  newsTold,
  noteIncident,
  openIncidents,
  putOffNews,
  restateIncident,
  type Incident,
} from '../users/incidents.ts';
import type { UserStore } from '../users/store.ts';
import type { SendAlert } from './webhook.ts';

export const INCIDENTS_EVERY_MS = 30_000;

export interface IncidentAlertParts {
  store: UserStore;
  clock: Clock;
  newId: NewId;
  logger: Logger;
  /** What is known now. */
  facts: () => Promise<WatchedFacts>;
  /** Hears when it was last written down what is wrong, where all that is watched was known. */
  onJudged?: (at: Date) => void;
  /** Undefined where no webhook is set: incidents are shown only. */
  send: SendAlert | undefined;
  /** Where the portal is. */
  portalUrl: string;
}

const MINUTE_MS = 60_000;
/** Longer than between two looks of any process: what one still sees, another does not end. */
const QUIET_MS = 2 * MINUTE_MS;
/** Longer than one POST may take. */
const CLAIM_MS = MINUTE_MS;
const LONGEST_WAIT_MS = 60 * MINUTE_MS;
/** What is over and could not be told for so long is no news any more. */
const NEWS_MS = 24 * 60 * MINUTE_MS;
const KEPT_MS = 400 * 24 * 60 * MINUTE_MS;

/**
 * Notes what is wrong, ends what is not any more, and tells the webhook of both, each once.
 *
 * 1. Note every finding. The index holds one open incident of a kind and subject, whoever notes it. What is wrong for
 *    too short to open one is what an open one is about by now.
 * 2. End those that are over and that no process has seen for minutes.
 * 3. Take each piece of news in hand, post it, and only then write down that it is told. A kill, or a
 *    receiver that took it and did not say so, before that: it is posted again, under the same id.
 *
 * @returns how many messages went out
 */
export async function alertIncidents(parts: IncidentAlertParts): Promise<number> {
  const { store, clock, newId, facts, onJudged } = parts;
  const known = await facts();
  const { wrong, notYet, isOver } = judgeIncidents(known);
  const now = clock();
  for (const finding of wrong) await noteIncident(store, { id: newId(), ...finding }, now);
  for (const finding of notYet) await restateIncident(store, finding, now);
  const seenBefore = new Date(now.getTime() - QUIET_MS);
  for (const open of await openIncidents(store))
    if (isOver(open)) await endIncident(store, open, { now, seenBefore });
  if (known.sources !== undefined && known.lastCompute !== undefined) onJudged?.(now);
  await dropIncidents(store, new Date(now.getTime() - KEPT_MS));
  return tellNews(parts);
}

async function tellNews(parts: IncidentAlertParts): Promise<number> {
  const { store, clock, logger, send } = parts;
  if (send === undefined) return 0;
  for (let told = 0; ; told += 1) {
    const now = clock();
    const later = (ms: number): Date => new Date(now.getTime() + ms);
    const claim = { now, until: later(CLAIM_MS), since: later(-NEWS_MS) };
    const incident = await claimNews(store, claim);
    if (incident === undefined) return told;
    const news = incident.openToldAt === null ? 'open' : 'end';
    try {
      await send(messageOf(incident, news, parts.portalUrl));
    } catch (error) {
      const wait = Math.min(LONGEST_WAIT_MS, MINUTE_MS * 2 ** Math.min(incident.attempts - 1, 10));
      await putOffNews(store, incident.id, later(wait));
      logger.warn(
        { reason: error instanceof Error ? error.message : 'unknown', incident: incident.id },
        'an alert could not be sent; it is tried again',
      );
      // The next would most likely fail too: they come at their own time.
      return told;
    }
    await newsTold(store, incident.id, news, clock());
  }
}

const TITLES: Record<IncidentKind, string> = {
  source_failing: 'Source failing',
  source_stale: 'Source stale',
  source_volume: 'Source off its usual volume',
  lag: 'Pipeline lagging',
  snapshot_kept_back: 'Snapshot kept back',
  compute_failed: 'Computation failed',
};

function messageOf(incident: Incident, news: 'open' | 'end', portalUrl: string) {
  const { id, kind, subject, detail, openedAt, endedAt } = incident;
  const title = `${TITLES[kind]}: ${subject}`;
  return {
    text: news === 'open' ? `RigWorth: ${title}. ${detail}` : `RigWorth: over – ${title}.`,
    id: `${id}.${news}`,
    incident: id,
    state: news === 'open' ? 'open' : 'ended',
    kind,
    subject,
    detail,
    openedAt: openedAt.toISOString(),
    endedAt: news === 'end' && endedAt !== null ? endedAt.toISOString() : null,
    url: whyUrl(incident, portalUrl),
  };
}

/** Where the portal shows why, so that whoever is called at night need not look for it. */
function whyUrl({ kind, subject }: Incident, portalUrl: string): string {
  const url = new URL('/admin', portalUrl);
  const isOfSource = kind.startsWith('source_');
  url.searchParams.set('tab', isOfSource ? 'sources' : 'system-stats');
  if (isOfSource) url.searchParams.set('source', subject);
  return url.href;
}
