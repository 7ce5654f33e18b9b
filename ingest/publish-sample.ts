import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '#platform/clock.ts';
import type { EventLog, OutgoingMessage } from '#platform/log/port.ts';
import { activityAnalysis, activitySearch } from '#schemas/events/activity.ts';
import { rawContribution } from '#schemas/events/contribution.ts';
import { ingestRun, type IngestRun } from '#schemas/events/ingest-run.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import { encodeEvent, tryDecodeEvent, type Topic } from '#schemas/events/topic.ts';
import { loadMapping } from './files/load-mapping.ts';
import { compileMapping } from './files/map-record.ts';
import { tellRun, type Published } from './run.ts';
import type { SimulatedRecord } from './simulator/record.ts';
import { sampleMarket, type SampleMarket } from './simulator/sample-market.ts';

const RUN_ID = 'sample-market';
const BATCH = 1_000;
/** How long mapping may hold the event loop before requests get their turn. */
const TURN_MS = 15;

/**
 * Publishes the sample market unless it was, or a real listing has come in. It goes the whole way as
 * any source does: simulated records through the simulator's mapping into the log, marked `sample`.
 * A start that was cut off is taken up with its own instant, so that the same events come again and
 * change nothing; as a run of its own, so that what each run published is what became of its events.
 * @returns false when there was nothing to do
 */
export async function publishSampleMarket(deps: {
  log: EventLog;
  clock: Clock;
  signal: AbortSignal;
  /** Draws the market as it stands at an instant (milliseconds UTC). */
  market?: (at: { now: number }) => SampleMarket;
}): Promise<boolean> {
  const past = await pastRuns(deps.log);
  if (past.publishedUntil !== undefined || past.realStored) return false;
  const runId = past.attempts === 0 ? RUN_ID : `${RUN_ID}-${past.attempts + 1}`;
  const run = { runId, source: 'simulator', sample: true, coverage: 'partial' } as const;
  await closeUnfinished(deps, past.unfinished);

  await tellRun(deps, run, async (startedAt) => {
    const now = past.sampleStartedAt ?? startedAt.getTime();
    const market = (deps.market ?? sampleMarket)({ now });
    const result = nothingPublished();
    await publishListings(deps, market.listings, { runId, result });
    await publishAll(deps.log, activitySearch, market.searches);
    await publishAll(deps.log, activityAnalysis, market.analyses);
    await publishAll(deps.log, rawContribution, market.contributions);
    return result;
  });
  return true;
}

export const nothingPublished = () =>
  ({ read: 0, published: 0, lastOffsets: new Map<number, number>() }) satisfies Published;

/** Publishes simulated records through the simulator's mapping, and counts them. */
export async function publishListings(
  { log, signal }: { log: EventLog; signal: AbortSignal },
  records: Iterable<SimulatedRecord> | AsyncIterable<SimulatedRecord>,
  { runId, result }: { runId: string; result: ReturnType<typeof nothingPublished> },
): Promise<void> {
  const mapRecord = compileMapping(await loadMapping('simulator'));
  const listings = inBatches(records, (record) => {
    result.read += 1;
    const data = { kind: 'tree', value: record, key: '', parents: [] } as const;
    const bytes = Buffer.from(JSON.stringify(record));
    const source = { bytes, position: result.read, file: { name: 'sample-market' }, data };
    return mapRecord(source, { runId, sample: true }).map((event) =>
      encodeEvent(rawListing, event),
    );
  });
  for await (const batch of listings) {
    signal.throwIfAborted();
    for (const { partition, offset } of await log.publish(rawListing, batch))
      result.lastOffsets.set(partition, Math.max(offset, result.lastOffsets.get(partition) ?? -1));
    result.published += batch.length;
  }
}

/** What the log says of earlier runs. */
export async function pastRuns(log: EventLog) {
  /** The instant up to which the sample market was published, milliseconds UTC. */
  let publishedUntil: number | undefined;
  const startedAt = new Map<string, number>();
  let realStored = false;
  let sampleStartedAt: number | undefined;
  let attempts = 0;
  const unfinished = new Map<string, IngestRun>();
  for await (const { messages } of log.readAll(ingestRun)) {
    for (const { value } of messages) {
      const run = tryDecodeEvent(ingestRun, value);
      if (run === undefined) continue;
      if (!run.sample) realStored ||= (run.stored ?? 0) > 0;
      else if (run.state === 'published') {
        // The first of all is drawn as of its first attempt, whichever of them ended.
        publishedUntil = publishedUntil === undefined ? sampleStartedAt : startedAt.get(run.runId);
      } else if (run.state === 'failed') unfinished.delete(run.runId);
      else if (run.state === 'started') {
        sampleStartedAt ??= Date.parse(run.at);
        startedAt.set(run.runId, Date.parse(run.at));
        attempts += 1;
        unfinished.set(run.runId, run);
      }
    }
  }
  return { publishedUntil, realStored, sampleStartedAt, attempts, unfinished };
}

/** Says of runs whose process is gone that they failed: nobody else would. */
async function closeUnfinished(
  { log, clock }: { log: EventLog; clock: Clock },
  unfinished: ReadonlyMap<string, IngestRun>,
): Promise<void> {
  const error = 'It was cut off; the sample market is published anew.';
  const at = clock().toISOString();
  const failed = [...unfinished.values()].map((run) =>
    encodeEvent(ingestRun, { ...run, state: 'failed', at, error }),
  );
  await log.publish(ingestRun, failed);
}

async function publishAll<Event>(
  log: EventLog,
  topic: Topic & { key(event: Event): string },
  events: Iterable<Event>,
): Promise<void> {
  for await (const batch of inBatches(events, (event) => [encodeEvent(topic, event as never)]))
    await log.publish(topic, batch);
}

/** Draws and maps items in batches, giving the event loop its turn in between. */
async function* inBatches<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  toMessages: (item: Item) => OutgoingMessage[],
): AsyncGenerator<OutgoingMessage[]> {
  let batch: OutgoingMessage[] = [];
  let turnEnds = performance.now() + TURN_MS;
  for await (const item of items) {
    batch.push(...toMessages(item));
    if (performance.now() > turnEnds) {
      await nextTurn();
      turnEnds = performance.now() + TURN_MS;
    }
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
