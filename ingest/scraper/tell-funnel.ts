import type { Clock } from '#platform/clock.ts';
import type { EventLog } from '#platform/log/port.ts';
import { ingestFunnel, type IngestFunnel } from '#schemas/events/ingest-funnel.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
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

/**
 * The crawl's counts as stages of pages, sitemaps among them. A page that was put off and asked for again
 * is one page; one that had not changed counts as read, since what was read of it still holds; that at which
 * the site blocked us was allowed, and asked for.
 */
export function pagesOf({
  counts,
  missed,
  sawPage = false,
}: Pick<StoredRun, 'counts' | 'missed' | 'sawPage'>): Required<
  Pick<IngestFunnel, 'counts' | 'missed'>
> {
  const of = (name: string): number => counts[name] ?? 0;
  const unseen = FALLEN_OUT.map((name) => [name, of(name)] as const).filter(
    ([, count]) => count > 0,
  );
  return {
    counts: {
      discovered: of('discovered'),
      allowed: of('allowed') - of('put_off') + (missed['blocked'] ?? 0),
      fetched: of('fetched') + of('sitemaps'),
      parsed: of('parsed') + of('unchanged'),
    },
    missed: {
      ...missed,
      ...Object.fromEntries(unseen),
      ...(sawPage ? {} : { nothing_seen: 1 }),
    },
  };
}
