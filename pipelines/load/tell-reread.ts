import { isDeepStrictEqual } from 'node:util';
import { ingestFunnel, type IngestFunnel } from '#schemas/events/ingest-funnel.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import { allEvents } from '#platform/log/all-events.ts';
import type { EventLog } from '#platform/log/port.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { rereadLetters } from '#warehouse/queries/reread-letters.ts';
import { whileAway, type Waiting } from './waiting.ts';

interface RereadDeps {
  log: EventLog;
  warehouse: Warehouse;
  now: () => Date;
}

/**
 * Says of each run what of its dead letters is understood by now, where that is not what was said last: a source whose
 * letters were read since does not fail by them any more. After a replay or a redrive, of all runs: one that was given
 * up may have read some, and what was understood may be a letter again.
 */
export async function tellReread(
  { log, warehouse, now }: RereadDeps,
  waiting: Waiting,
): Promise<void> {
  await whileAway(waiting, async () => {
    const told = new Map<string, IngestFunnel>();
    for await (const event of allEvents(log, ingestFunnel))
      if (event.step === 'reread') told.set(event.runId, event);
    const known = new Map<string, Reread>();
    for (const [runId, { source, sample }] of told) known.set(runId, nothingOf({ source, sample }));
    for (const row of await rereadLetters(warehouse)) {
      const { runId, source, sample, putAsideFor, outcome, reason, letters } = row;
      const reread = known.get(runId) ?? nothingOf({ source, sample });
      known.set(runId, reread);
      add(reread.missed, putAsideFor, letters);
      if (outcome === 'accepted') reread.counts.stored += letters;
      else add(reread.dropped, reason, letters);
    }
    const at = now().toISOString();
    const news = [...known].filter(([runId, reread]) => !isSaid(told.get(runId), reread));
    if (news.length === 0) return;
    await log.publish(
      ingestFunnel,
      news.map(([runId, reread]) =>
        encodeEvent(ingestFunnel, { runId, step: 'reread', at, ...reread }),
      ),
    );
  });
}

interface Reread {
  source: string;
  sample: boolean;
  counts: { stored: number };
  missed: Record<string, number>;
  dropped: Record<string, number>;
}

const nothingOf = (run: Pick<Reread, 'source' | 'sample'>): Reread => ({
  ...run,
  counts: { stored: 0 },
  missed: {},
  dropped: {},
});

function add(counts: Record<string, number>, reason: string, count: number): void {
  counts[reason] = (counts[reason] ?? 0) + count;
}

const isSaid = (last: IngestFunnel | undefined, { counts, missed, dropped }: Reread): boolean =>
  isDeepStrictEqual([last?.counts, last?.missed, last?.dropped], [counts, missed, dropped]);
