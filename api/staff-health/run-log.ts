import { collectingSaidAt, failingSince, type Refusal } from '#domain/health/failing-since.ts';
import { givenUpIn } from '#domain/health/given-up.ts';
import {
  badness,
  isOfSource,
  isUnderWay,
  judgeSource,
  type JudgedSource,
} from '#domain/health/judge-source.ts';
import { funnelOf, scopeOf, summariseRun, type ToldRun } from '#domain/health/summarise-run.ts';
import type { SourceState } from '#schemas/api/data.ts';
import {
  RUNS_SHOWN,
  type RunState,
  type RunSummary,
  type staffRun,
  type staffSources,
} from '#schemas/api/staff-health.ts';
import type { ResponseOf } from '#schemas/api/call.ts';
import { SILENT_AFTER_MS, type IngestAlive } from '#schemas/events/ingest-alive.ts';
import type { IngestCollection } from '#schemas/events/ingest-collection.ts';
import type { IngestFunnel } from '#schemas/events/ingest-funnel.ts';
import type { IngestRun } from '#schemas/events/ingest-run.ts';

/** Of each source, and as many of its parts; at two runs a day more than three months. */
export const RUNS_KEPT = 200;

/** What every place that tells of a source tells of it. */
export type SourceRow = Omit<ResponseOf<typeof staffSources>['sources'][number], 'openLetters'> &
  Pick<JudgedSource, 'told' | 'isUnblocked'> & {
    /** Its newest run that was not of a part. */
    lastOfSource: RunSummary | null;
    failingSince: string | null;
    isRefused: boolean;
    awaited: boolean;
  };
type RunStory = ResponseOf<typeof staffRun>;
type LogLine = RunStory['log'][number];

/** What is collected without anybody asking for it. */
export interface CollectionPlan {
  /** Sources that have a site file. */
  collected: readonly string[];
  /** Sources that had one, and since when they have none. */
  retired?: ReadonlyMap<string, string>;
  /** How often a schedule collects from them; undefined: none does. */
  everyHours: number | undefined;
}

/** Nothing is known of these where they never ran. */
const NOT_SET_UP = new Set<SourceState>(['never_run', 'retired']);

/** Of each source. */
const REFUSALS_KEPT = RUNS_KEPT;

/** Of a run that a collection says failed: it did not come to tell so itself. */
const UNTOLD = new Set<RunState>(['running', 'lost', 'cancelled']);

interface ToldRefusal extends Refusal {
  /** The collection that told of it. */
  collection: string;
  why: string;
  /** The run that it was to begin or to go on with, where that is known. */
  runId: string | undefined;
}

/** Of each source: what is said of its runs stands between what is said of its parts. */
const NOTES_KEPT = 2 * RUNS_KEPT;

/**
 * What another topic says of runs, of the newest that it spoke of, in whatever order: a run's id begins with when it
 * did. What it keeps follows from that topic alone, so that the same is known of a run whichever topic is read first.
 */
class Notes<Note> {
  readonly #byRun = new Map<string, Note>();

  get(runId: string): Note | undefined {
    return this.#byRun.get(runId);
  }

  set(runId: string, note: Note): void {
    this.#byRun.set(runId, note);
    if (this.#byRun.size <= NOTES_KEPT) return;
    const oldest = [...this.#byRun.keys()].reduce((a, b) => (a < b ? a : b));
    this.#byRun.delete(oldest);
  }
}

interface Source {
  source: string;
  sample: boolean;
  /** What each run said itself, by its id, in the order in which they began. */
  runs: Map<string, IngestRun[]>;
  crawled: Notes<IngestFunnel>;
  compared: Notes<IngestFunnel>;
  reread: Notes<IngestFunnel>;
  alive: Notes<IngestAlive>;
  cancelled: Notes<ToldRun['cancelled']>;
  /** Collections in which no run of it came to tell of itself, though one should have, the oldest first. */
  refusals: ToldRefusal[];
}

/** The newest runs of each source, as the log tells them: kept up to date by following its topics. */
export class RunLog {
  readonly #sources = new Map<string, Source>();
  /** What the collection under way has not come to yet. */
  #awaited = { at: Number.NEGATIVE_INFINITY, keys: new Set<string>() };

  /** An event that comes twice changes nothing. */
  applyRun(event: IngestRun): void {
    const { runId } = event;
    const source = this.#source(event);
    const states = source.runs.get(runId) ?? [];
    if (states.some(({ state, at }) => state === event.state && at === event.at)) return;
    states.push(event);
    if (event.state === 'started') {
      // One that is gone on with is the newest, whichever began meanwhile.
      source.runs.delete(runId);
      source.runs.set(runId, states);
    } else if (states.length === 1) {
      // It was forgotten, or nobody knows when it began: it is newer than none.
      source.runs = new Map([[runId, states], ...source.runs]);
    }
    forgetOldest(source.runs, isOfPart(states));
  }

  /** It may come before its run does, or after that was forgotten, being of another topic. */
  applyAlive(event: IngestAlive): void {
    this.#source(event).alive.set(event.runId, event);
  }

  /** The last one of its step counts. It may come before its run does, or after that was forgotten. */
  applyFunnel(event: IngestFunnel): void {
    this.#source(event)[event.step].set(event.runId, event);
  }

  /**
   * What a run alone does not say: that staff gave it up, or that none could begin. Each event of a collection
   * tells of all its sources: the first that tells of a refusal says when it was.
   */
  applyCollection({
    runId: collection,
    kind,
    startedAt,
    state: reached,
    joined,
    at,
    sources,
  }: IngestCollection): void {
    if (joined !== undefined) return;
    // What a scan of some of it is to bring says nothing of the source, nor that it could not.
    const isUnderWay = reached !== 'ended' && kind !== 'specific';
    const waiting = sources.filter(({ state }) => isUnderWay && state === 'waiting');
    const keys = new Set(waiting.map(({ source, sample }) => keyOf(source, sample)));
    this.#awaited = { at: Date.parse(at), keys };
    for (const { source, sample, state, runId, detail } of sources) {
      if (reached === 'ended' && state === 'cancelled' && runId !== undefined) {
        const { cancelled } = this.#source({ source, sample });
        cancelled.set(runId, [...(cancelled.get(runId) ?? []), { from: startedAt, at }]);
      }
      const saysSomething = state === 'blocked' || (state === 'failed' && kind !== 'specific');
      if (!saysSomething) continue;
      const { refusals } = this.#source({ source, sample });
      if (refusals.some((refusal) => refusal.collection === collection)) continue;
      refusals.push({ collection, state, at, why: detail ?? state, runId });
      if (refusals.length > REFUSALS_KEPT) refusals.shift();
    }
  }

  /** Every source that is set up, has run or should have, worst first, then by name. */
  sources(now: Date, plan: CollectionPlan): SourceRow[] {
    const unheardOf = plan.collected
      .filter((source) => !this.#sources.has(keyOf(source, false)))
      .map((source) => newSource(source, false));
    return [...this.#sources.values(), ...unheardOf]
      .map((source) => rowOf(source, now, { ...plan, awaited: this.#isAwaited(source, now) }))
      .filter(({ state, lastRun }) => !NOT_SET_UP.has(state) || lastRun !== null)
      .toSorted(
        (a, b) =>
          badness(b) - badness(a) ||
          (a.source === b.source
            ? Number(a.sample) - Number(b.sample)
            : a.source < b.source
              ? -1
              : 1),
      );
  }

  /** Everything that was said of a run; undefined where it is unknown, or no longer among the newest. */
  story(runId: string, now: Date): RunStory | undefined {
    for (const known of this.#sources.values()) {
      const run = summariesOf(known, now).find(({ summary }) => summary.runId === runId);
      if (run === undefined) continue;
      const { told, summary } = run;
      return {
        source: known.source,
        sample: known.sample,
        run: summary,
        funnel: funnelOf(told, { isOpen: summary.state === 'running' || summary.state === 'lost' }),
        log: logOf(told),
        warnings: [...(told.crawled?.warnings ?? [])],
      };
    }
    return undefined;
  }

  #isAwaited({ source, sample }: Source, now: Date): boolean {
    const { at, keys } = this.#awaited;
    return keys.has(keyOf(source, sample)) && now.getTime() - at < SILENT_AFTER_MS;
  }

  #source({ source, sample }: Pick<Source, 'source' | 'sample'>): Source {
    const key = keyOf(source, sample);
    const known = this.#sources.get(key) ?? newSource(source, sample);
    this.#sources.set(key, known);
    return known;
  }
}

const isOfPart = (states: readonly IngestRun[]): boolean => states.at(-1)?.ofPart === true;

/** Of too many whole runs, or of too many parts: neither puts the other out. */
function forgetOldest(runs: Source['runs'], ofPart: boolean): void {
  let oldest: string | undefined;
  let known = 0;
  for (const [runId, states] of runs) {
    if (isOfPart(states) !== ofPart) continue;
    oldest ??= runId;
    known += 1;
  }
  if (known > RUNS_KEPT && oldest !== undefined) runs.delete(oldest);
}

/** What a person ingests is real, of whatever source: a sample of the same name is another. */
const keyOf = (source: string, sample: boolean): string => `${source}\0${sample}`;

const newSource = (source: string, sample: boolean): Source => ({
  source,
  sample,
  runs: new Map(),
  crawled: new Notes(),
  compared: new Notes(),
  reread: new Notes(),
  alive: new Notes(),
  cancelled: new Notes(),
  refusals: [],
});

/**
 * The runs of a source, oldest first. A site is asked by one run at a time, so that a part is not under way any more
 * where another run began since; a whole run, which says how the source is, only where a whole one did.
 */
function summariesOf(source: Source, now: Date): { told: ToldRun; summary: RunSummary }[] {
  const all = [...source.runs].map(([runId, states]) => ({
    states,
    crawled: source.crawled.get(runId),
    compared: source.compared.get(runId),
    reread: source.reread.get(runId),
    alive: source.alive.get(runId),
    cancelled: source.cancelled.get(runId) ?? [],
  }));
  const newest = all.at(-1);
  const newestWhole = all.findLast((told) => scopeOf(told) === 'all');
  return all.map((told) => ({
    told,
    summary: summariseRun(told, { now, isNewest: told === newest || told === newestWhole }),
  }));
}

function rowOf(known: Source, now: Date, plan: CollectionPlan & { awaited: boolean }): SourceRow {
  const { source, sample, refusals } = known;
  const refused = refusals.at(-1);
  const all = summariesOf(known, now);
  const summaries = all.map(({ summary }) => summary);
  const runs = summaries.slice(-RUNS_SHOWN);
  const refusedRun = summaries.find(({ runId }) => runId === refused?.runId);
  const newest = all.findLast(({ summary }) => isOfSource(summary));
  // Once a part of a site that blocked us began, staff let it be asked again.
  const since = refused?.state === 'blocked' ? all.at(-1) : newest;
  const isRefused =
    refused !== undefined &&
    refused.at > (collectingSaidAt(since?.told.states ?? []) ?? '') &&
    (refusedRun === undefined || UNTOLD.has(refusedRun.state) || !isOfSource(refusedRun));
  const ended = all.slice(-RUNS_SHOWN).findLast(({ summary }) => !isUnderWay(summary));
  const collected = !sample && plan.collected.includes(source);
  const retiredAt = sample ? undefined : plan.retired?.get(source);
  return {
    source,
    sample,
    ...judgeSource({
      runs: summaries,
      now,
      collected,
      // What files bring of it since is judged as that of any other.
      retired: retiredAt !== undefined && (newest?.summary.startedAt ?? '') <= retiredAt,
      everyHours: collected ? plan.everyHours : undefined,
      refused: isRefused ? refused : undefined,
      awaited: plan.awaited,
    }),
    awaited: plan.awaited,
    lastRun: runs.at(-1) ?? null,
    lastOfSource: newest?.summary ?? null,
    failingSince: failingSince(all, refusals, isRefused),
    isRefused,
    runs,
    funnel: ended === undefined ? null : funnelOf(ended.told),
  };
}

function logOf(run: ToldRun): LogLine[] {
  const { states, crawled, compared, reread } = run;
  const givenUp = givenUpIn(run);
  const wentOnAt = states.findLastIndex(({ state }) => state === 'started');
  const lines = [
    ...states.map((event, at) => {
      const line = lineOfState(event);
      if (line.state !== 'failed') return line;
      if (givenUp.has(event)) return { ...line, state: 'cancelled' as const };
      return at < wentOnAt ? { ...line, state: 'interrupted' as const } : line;
    }),
    ...[crawled, compared, reread].filter((event) => event !== undefined).map(lineOfFunnel),
  ];
  return lines.toSorted((a, b) => (a.at === b.at ? turnOf(a) - turnOf(b) : a.at < b.at ? -1 : 1));
}

/** Of one instant: a run begins, is counted, and then said to have ended. */
const turnOf = ({ state }: LogLine): number =>
  state === 'started' ? 0 : state === 'crawled' || state === 'compared' ? 1 : 2;

function lineOfState(event: IngestRun): LogLine {
  const { at, state, read, published, stored, duplicates, dropped, deadLettered, error } = event;
  const own: readonly Record<string, number | undefined>[] = [
    ...(state === 'published' || state === 'failed' ? [{ read, published }] : []),
    ...(state === 'loaded' ? [{ stored, duplicates }] : []),
  ];
  const reasons = state === 'loaded' ? { ...dropped, ...deadLettered } : {};
  // What was missing of it was said when it was published.
  const news = state === 'loaded' ? null : (error ?? null);
  return { at, state, counts: counted(Object.assign({}, ...own)), reasons, error: news };
}

const lineOfFunnel = ({ at, step, counts, missed, dropped, blocked }: IngestFunnel): LogLine => ({
  at,
  state: step,
  counts: counted(counts),
  reasons: { ...missed, ...dropped },
  error: blocked ?? null,
});

const counted = (counts: Readonly<Record<string, number | undefined>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(counts).flatMap(([name, count]) => (count === undefined ? [] : [[name, count]])),
  );
