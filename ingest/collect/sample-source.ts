import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '#platform/clock.ts';
import type { EventLog } from '#platform/log/port.ts';
import { nothingPublished, pastRuns, publishListings } from '../publish-sample.ts';
import { newRunId, tellRun } from '../run.ts';
import type { SimulatedRecord } from '../simulator/record.ts';
import { sampleChangesByDay } from '../simulator/sample-market.ts';
import { isWanted, type CollectableSource } from './source.ts';

interface SampleDeps {
  log: EventLog;
  clock: Clock;
  newId: () => string;
  /** What changed on the sample market in a span of time, in parts that are quick to draw. */
  changes?: (span: { since: number; now: number }) => Iterable<SimulatedRecord[]>;
}

/**
 * The sample market as a source while it is what is shown: moved on to now by what happened since it was
 * published last. Undefined where there is none, or real listings have taken its place.
 */
export async function sampleSource({
  log,
  clock,
  newId,
  changes = sampleChangesByDay,
}: SampleDeps): Promise<CollectableSource | undefined> {
  const { publishedUntil: since, realStored } = await pastRuns(log);
  if (since === undefined || realStored) return undefined;
  const runId = newRunId(clock, newId);
  let processed = 0;
  const arrived = new Set<string>();
  const soFar = () => ({ runId, processed, newListings: arrived.size });
  return {
    source: 'simulator',
    sample: true,
    hosts: new Set(),
    soFar,
    /** All of it is moved on; a scan for one make and model counts what is of it. */
    async collect({ wanted, signal }) {
      async function* records() {
        for (const part of changes({ since: since ?? 0, now: clock().getTime() })) {
          signal.throwIfAborted();
          for (const record of part) {
            yield record;
            if (wanted !== undefined && !isWanted(wanted, record)) continue;
            processed += 1;
            if (record.days_on_lot === 0 && record.removed_at === undefined) arrived.add(record.id);
          }
          await nextTurn();
        }
      }
      const run = { runId, source: 'simulator', sample: true, coverage: 'partial' } as const;
      await tellRun({ log, clock }, run, async () => {
        const result = nothingPublished();
        await publishListings({ log, signal }, records(), { runId, result });
        return result;
      });
      return { state: 'done', ...soFar() };
    },
  };
}
