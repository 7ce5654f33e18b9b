import type { IngestAlive, SiteWait } from '#schemas/events/ingest-alive.ts';

/**
 * What a run waits for, by what its process last said while it lives; undefined where it waits for nothing, that is
 * over, or the log has a state of it since: it ended, or was taken up again.
 * @param saidAt when its newest state is of; empty where none has come
 */
export function waitsNow(
  alive: Pick<IngestAlive, 'at' | 'waits'> | undefined,
  { saidAt, now }: { saidAt: string; now: Date },
): SiteWait | undefined {
  if (alive?.waits === undefined || alive.at <= saidAt) return undefined;
  return alive.waits.until > now.toISOString() ? alive.waits : undefined;
}
