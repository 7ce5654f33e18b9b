import pLimit from 'p-limit';
import type { Clock } from '#platform/clock.ts';
import { ALIVE_EVERY_MS } from '#schemas/events/ingest-alive.ts';
import type {
  CollectCommand,
  CollectedSource,
  IngestCollection,
} from '#schemas/events/ingest-collection.ts';
import type { PastCollections } from './past-collections.ts';
import type { CollectableSource, Wanted } from './source.ts';

export interface CollectorDeps {
  /** Kept from one command to the next. */
  past: PastCollections;
  clock: Clock;
  /** What there is to collect from now. */
  sources: () => Promise<readonly CollectableSource[]>;
  /** How often what has come so far is told. */
  progressEveryMs?: number;
}

/** A command, and where it stands in `ingest.command.v1`. */
export interface Asked {
  command: CollectCommand;
  offset: number;
}

/** Each has a store and connections of its own; however many are set up, no more are open at once. */
export const SITES_AT_ONCE = 8;
const PROGRESS_EVERY_MS = 5_000;
/** Counts are told again after this share of the time a run has taken: one of hours is a few hundred events. */
const PROGRESS_SHARE = 1 / 60;

/**
 * Carries out a command: collects from every source there is, a few that share no host at the same time,
 * and tells of it on `ingest.collection.v1`.
 *
 * 1. A command whose run has ended comes again after a crash: nothing is done.
 * 2. One that was asked before the last run of its kind ended is answered by that run, if anything came of
 *    it or staff gave it up: whoever asks while it runs joins it.
 * 3. A source that fails costs no other; the run ends with what became of each.
 * 4. A run that staff cancel ends as such. One whose process stops has no end: its command is not
 *    committed, comes again, and goes on where it was: sources that had ended are not asked again.
 * @param signals.cancelled staff gave it up; @param signals.stopping this process stops, or lost the work to another
 */
export async function collect(
  deps: CollectorDeps,
  asked: Asked,
  signals: { cancelled: AbortSignal; stopping: AbortSignal },
): Promise<IngestCollection | undefined> {
  const { clock } = deps;
  const { command } = asked;
  const past = await deps.past.upToNow();
  const before = past.get(command.commandId);
  if (before?.state === 'ended') return undefined;
  const { commandId: runId, kind, make, model, askedBy } = command;
  const startedAt = before?.startedAt ?? clock().toISOString();
  const own = { runId, kind, make, model, askedBy, startedAt };
  const say = async (event: Omit<IngestCollection, keyof typeof own | 'at'>) => {
    const whole: IngestCollection = { ...own, ...event, at: clock().toISOString() };
    await deps.past.say(whole);
    return whole;
  };

  const answer = [...past.values()].findLast((run) => answers(run, asked));
  if (answer !== undefined) {
    const { startedAt: since, outcome, sources } = answer;
    own.startedAt = since;
    return say({ state: 'ended', joined: answer.runId, outcome, sources });
  }

  const sources = await deps.sources();
  const run = new Run(sources, before?.sources ?? []);
  await say({ state: 'started', sources: run.told });
  const oneAtATime = pLimit(1);
  const everyMs = deps.progressEveryMs ?? PROGRESS_EVERY_MS;
  let said = { ...run.news, at: clock().getTime() };
  let failure: unknown;
  const broken = new AbortController();
  const progress = setInterval(() => {
    const now = { ...run.news, at: clock().getTime() };
    const since = now.at - said.at;
    const isTime = since >= Math.max(everyMs, (now.at - Date.parse(startedAt)) * PROGRESS_SHARE);
    const isNews =
      now.states !== said.states ||
      (now.text !== said.text && isTime) ||
      // While it waits for a slow site.
      since >= ALIVE_EVERY_MS;
    if (!isNews || oneAtATime.activeCount > 0) return;
    said = now;
    const { told } = run;
    oneAtATime(() => say({ state: 'progress', sources: told })).catch((error: unknown) => {
      failure ??= error;
      broken.abort(error);
    });
  }, everyMs);
  const wanted = kind === 'specific' ? { make: make ?? '', model: model ?? '' } : undefined;
  const stopping = AbortSignal.any([signals.stopping, broken.signal]);
  const atATime = pLimit(SITES_AT_ONCE);
  const lanes = await Promise.allSettled(
    lanesOf(sources).map((lane) =>
      atATime(() => run.goThrough(lane, wanted, { ...signals, stopping })),
    ),
  );
  clearInterval(progress);
  await oneAtATime(() => undefined);
  if (failure !== undefined) throw failure;
  signals.stopping.throwIfAborted();
  for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason;
  const answersUpTo = await deps.past.commandsUpTo();
  return say({ state: 'ended', outcome: run.outcome, sources: run.told, answersUpTo });
}

/** Nothing more comes of these; one that failed or was taken is tried again. */
const HAS_ENDED = new Set<CollectedSource['state']>(['done', 'partial', 'blocked']);

/** A collection under way: what has become of each source. */
class Run {
  readonly #states = new Map<CollectableSource, CollectedSource>();

  /** @param before what had become of each when the process that ran it was stopped */
  constructor(sources: readonly CollectableSource[], before: readonly CollectedSource[]) {
    for (const each of sources) {
      const { source, sample } = each;
      const ended = before.find((one) => one.source === source && HAS_ENDED.has(one.state));
      this.#states.set(
        each,
        ended ?? { source, sample, state: 'waiting', processed: 0, newListings: 0 },
      );
    }
  }

  /** Collects from these one after the other. @throws what stopped it */
  async goThrough(
    lane: readonly CollectableSource[],
    wanted: Wanted | undefined,
    { cancelled, stopping }: { cancelled: AbortSignal; stopping: AbortSignal },
  ): Promise<void> {
    const signal = AbortSignal.any([cancelled, stopping]);
    for (const each of lane) {
      const start = this.#states.get(each);
      if (start?.state !== 'waiting') continue;
      if (cancelled.aborted) {
        this.#states.set(each, { ...start, state: 'cancelled' });
        continue;
      }
      stopping.throwIfAborted();
      this.#states.set(each, { ...start, state: 'running' });
      try {
        this.#states.set(each, { ...start, ...(await each.collect({ wanted, signal })) });
      } catch (error) {
        stopping.throwIfAborted();
        const detail = (error instanceof Error ? error.message : String(error)).slice(0, 2_000);
        const ended = cancelled.aborted
          ? ({ state: 'cancelled' } as const)
          : ({ state: 'failed', detail } as const);
        this.#states.set(each, { ...start, ...each.soFar(), ...ended });
      }
    }
  }

  get told(): CollectedSource[] {
    return [...this.#states].map(([each, told]) =>
      told.state === 'running' ? { ...told, ...each.soFar() } : told,
    );
  }

  /** What is compared: states are told as they change, counts now and then. */
  get news(): { states: string; text: string } {
    const { told } = this;
    return { states: told.map(({ state }) => state).join(), text: JSON.stringify(told) };
  }

  get outcome(): NonNullable<IngestCollection['outcome']> {
    const states = [...this.#states.values()].map(({ state }) => state);
    if (states.length === 0) return 'nothing';
    if (states.includes('cancelled')) return 'cancelled';
    if (states.every((state) => state === 'done')) return 'done';
    return states.some((state) => state === 'done' || state === 'partial') ? 'partial' : 'failed';
  }
}

/** Sources that share a host, directly or through others, in one lane: a host is asked once at a time. */
export function lanesOf<Source extends Pick<CollectableSource, 'hosts'>>(
  sources: readonly Source[],
): Source[][] {
  let lanes: Source[][] = [];
  for (const source of sources) {
    const shares = (lane: Source[]): boolean =>
      lane.some(({ hosts }) => !hosts.isDisjointFrom(source.hosts));
    const mine = lanes.filter(shares);
    lanes = [...lanes.filter((lane) => !shares(lane)), [...mine.flat(), source]];
  }
  return lanes;
}

/** A run that failed is tried again by who comes next. */
const ANSWERS = new Set<IngestCollection['outcome']>(['done', 'partial', 'cancelled']);

/**
 * Whether a run that ended is the answer to a command: it does the same, ended after it was asked for, and not badly.
 * What came before what is said by the log; by the clocks of two machines only of runs that do not say how far it
 * reached.
 */
const answers = (run: IngestCollection, { command, offset }: Asked): boolean =>
  run.state === 'ended' &&
  run.joined === undefined &&
  ANSWERS.has(run.outcome) &&
  scopeOf(run) === scopeOf(command) &&
  (run.answersUpTo === undefined
    ? Date.parse(run.at) >= Date.parse(command.at)
    : offset < run.answersUpTo);

/** Refreshes, scans and collections of everything are one: each collects from every source. */
const scopeOf = ({
  kind,
  make = '',
  model = '',
}: Pick<CollectCommand, 'kind' | 'make' | 'model'>) =>
  kind === 'specific' ? JSON.stringify([make, model].map((text) => text.toLowerCase())) : 'all';
