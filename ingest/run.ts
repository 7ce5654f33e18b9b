import type { Clock } from '#platform/clock.ts';
import { allEvents } from '#platform/log/all-events.ts';
import type { EventLog } from '#platform/log/port.ts';
import { ALIVE_EVERY_MS, ingestAlive, type IngestAlive } from '#schemas/events/ingest-alive.ts';
import { ingestRun, type IngestRun } from '#schemas/events/ingest-run.ts';
import { encodeEvent } from '#schemas/events/topic.ts';

/** What a collection published. */
export interface Published {
  read: number;
  published: number;
  /** Per partition of raw.listing.v1, the offset of the last event appended; of other topics none. */
  lastOffsets?: ReadonlyMap<number, number>;
  /** Where it turned out less than the run set out for: a file that broke off makes it partial. */
  coverage?: 'full' | 'partial';
  /** `false` where it turned out to be of everything, though it was to be of a part. */
  ofPart?: boolean;
  /** What it lacks of what the run set out for, and where it broke off, for people. */
  incomplete?: string | undefined;
  /** Where it collected several dates: the instant from which on it saw what the source has now. */
  sweptFrom?: string | undefined;
}

export interface RunIdentity {
  runId: string;
  source: string;
  sample: boolean;
  coverage: 'full' | 'partial';
  ofPart?: boolean;
}

/** `ingest-2026-11-21T06:00:00.000Z-k3f9`: when, and a part that two runs of one instant differ in. */
export function newRunId(clock: Clock, random: () => string): string {
  return `ingest-${clock().toISOString()}-${random()}`;
}

/** What a run is aborted with that staff gave up: it says so of its end. */
export class GivenUp extends Error {
  constructor() {
    super('given up by staff');
  }
}

/** A run soon has come to something that is worth telling; what is new is told no more often than this. */
const NEWS_EVERY_MS = 30_000;

/** What is known of a run while it goes on. */
export interface UnderWay {
  /** What one that failed had come to. */
  counted?: () => Pick<Published, 'read' | 'published'>;
  /** What is told of it while its process lives. */
  told?: () => Pick<IngestAlive, 'soFar' | 'waits'>;
}

/** As much of an error as an event takes. */
const MAX_ERROR = 2_000;

/** What was told of the end of a run's publishing: what is done after that is another run. */
export async function publishedOf(log: EventLog, runId: string): Promise<IngestRun | undefined> {
  for await (const run of allEvents(log, ingestRun))
    if (run.runId === runId && run.state === 'published') return run;
  return undefined;
}

/**
 * Tells the life of a run around its publishing: `started`, then `published` with where its events
 * stand, or `failed`, and every few minutes in between that its process lives. What was published before a failure
 * stays: its events are facts.
 * @param publish is given what tells that there is news of the run, before the next few minutes are over
 */
export async function tellRun<Result extends Published>(
  deps: { log: EventLog; clock: Clock; aliveEveryMs?: number },
  run: RunIdentity,
  publish: (startedAt: Date, onNews: () => void) => Promise<Result>,
  { counted: soFar, told }: UnderWay = {},
): Promise<Result> {
  const say = (
    state: IngestRun['state'],
    at: Date,
    more: Partial<IngestRun> = {},
  ): Promise<unknown> =>
    deps.log.publish(ingestRun, [
      encodeEvent(ingestRun, { ...run, ...more, state, at: at.toISOString() }),
    ]);
  const startedAt = deps.clock();
  await deps.log.ensureTopics([ingestRun, ingestAlive]);
  await say('started', startedAt);
  const beating = beat(deps, run, told);
  try {
    const result = await publish(startedAt, beating.onNews);
    const { read, published, incomplete, sweptFrom } = result;
    const { coverage = run.coverage, ofPart = run.ofPart } = result;
    const ends =
      result.lastOffsets &&
      [...result.lastOffsets].map(([partition, offset]) => ({ partition, end: offset + 1 }));
    const error = incomplete?.slice(0, MAX_ERROR);
    const counted = { coverage, ofPart, read, published, ends, sweptFrom, error };
    await say('published', deps.clock(), counted);
    return result;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const givenUp = error instanceof GivenUp;
    await say('failed', deps.clock(), { ...soFar?.(), givenUp, error: text.slice(0, MAX_ERROR) });
    throw error;
  } finally {
    beating.stop();
  }
}

/** Says every few minutes that the run lives. A log that cannot be reached is told by what the run appends itself. */
function beat(
  { log, clock, aliveEveryMs = ALIVE_EVERY_MS }: Parameters<typeof tellRun>[0],
  { runId, source, sample }: RunIdentity,
  told: UnderWay['told'],
): { onNews: () => void; stop: () => void } {
  const newsEveryMs = Math.min(NEWS_EVERY_MS, aliveEveryMs);
  let beating: NodeJS.Timeout | undefined;
  let newsAt = Number.NEGATIVE_INFINITY;
  const next = (ms: number): void => {
    clearTimeout(beating);
    beating = setTimeout(say, ms).unref();
  };
  function say(): void {
    const at = clock();
    newsAt = at.getTime() + newsEveryMs;
    next(aliveEveryMs);
    tell(at).catch(() => undefined);
  }
  async function tell(at: Date): Promise<void> {
    const event = { runId, source, sample, at: at.toISOString(), ...told?.() };
    await log.publish(ingestAlive, [encodeEvent(ingestAlive, event)]);
  }
  next(newsEveryMs);
  return {
    onNews() {
      const early = newsAt - clock().getTime();
      if (early > 0) next(Math.min(early, newsEveryMs));
      else say();
    },
    stop: () => clearTimeout(beating),
  };
}
