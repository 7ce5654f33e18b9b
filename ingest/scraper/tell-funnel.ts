import type { Clock } from '#platform/clock.ts';
import type { EventLog } from '#platform/log/port.ts';
import type { IngestAlive } from '#schemas/events/ingest-alive.ts';
import { ingestFunnel, NOTHING_SEEN, type IngestFunnel } from '#schemas/events/ingest-funnel.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import type { Missed } from './missed.ts';
import type { StoredRun } from './site-records.ts';

const mostWarnings = 20;
const mostWarningLength = 500;

/** Says what became of the pages of a crawl that has ended. Said twice, it is the same. */
export async function tellFunnel(
  { log, clock }: { log: EventLog; clock: Clock },
  source: string,
  run: StoredRun,
  blocked: string | undefined,
): Promise<void> {
  await log.ensureTopics([ingestFunnel]);
  const event: IngestFunnel = {
    runId: run.runId,
    source,
    sample: false,
    step: 'crawled',
    at: clock().toISOString(),
    ...pagesOf(run),
    warnings: run.warnings
      .slice(0, mostWarnings)
      .map((warning) => warning.slice(0, mostWarningLength)),
    ...(blocked === undefined ? {} : { blocked: blocked.slice(0, 2_000) }),
  };
  await log.publish(ingestFunnel, [encodeEvent(ingestFunnel, event)]);
}

/** What takes pages out on the way, also where the crawl is whole without them. */
const FALLEN_OUT = ['robots_disallowed', 'gone', 'redirected'] as const;

/** What a run misses at once, whatever pages: it is said of none but those that were counted by it. */
const OF_THE_RUN = [
  'blocked', 'crawl_delay', 'doubted', 'host_away', 'host_down', 'host_taken', 'limit', 'no_listings',
  'seen_before', 'trial',
] as const satisfies Missed[]; // prettier-ignore

/**
 * The crawl's counts as stages of pages, sitemaps among them. A page that was put off and asked for again
 * is one page; one that had not changed counts as read, since what was read of it still holds.
 */
export function pagesOf({
  counts,
  missed,
  sawPage = false,
}: Pick<StoredRun, 'counts' | 'missed' | 'sawPage'>): {
  counts: Record<'discovered' | 'allowed' | 'fetched' | 'parsed', number>;
  missed: Record<string, number>;
} {
  const of = (name: string): number => counts[name] ?? 0;
  const ofTheRun = OF_THE_RUN.filter((reason) => missed[reason] !== undefined);
  const waiting = of('put_off') - of('asked_again');
  const unseen = [
    ...FALLEN_OUT.map((name) => [name, of(name)] as const),
    ['put_off', waiting] as const,
  ].filter(([, count]) => count > 0);
  return {
    counts: {
      discovered: of('discovered'),
      allowed: of('allowed') - of('asked_again'),
      fetched: of('fetched') + of('sitemaps'),
      parsed: of('parsed') + of('unchanged'),
    },
    missed: {
      ...missed,
      ...Object.fromEntries(ofTheRun.map((reason) => [reason, of(reason)])),
      ...Object.fromEntries(unseen),
      ...(sawPage ? {} : { [NOTHING_SEEN]: 1 }),
    },
  };
}

/** What a crawl has come to while it goes on: its pages alone, since what is said of the run is said when it ends. */
export function soFarOf(run: Pick<StoredRun, 'counts' | 'missed'>): IngestAlive['soFar'] {
  const { counts, missed } = pagesOf({ ...run, sawPage: true });
  const isOfPages = ([, count]: [string, number]): boolean => count > 0;
  return {
    counts: { ...counts, records: run.counts['records'] ?? 0 },
    missed: Object.fromEntries(Object.entries(missed).filter(isOfPages)),
  };
}
