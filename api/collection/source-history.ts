import type { SourceFacts } from '#domain/collection/source-state.ts';
import type { IngestCollection } from '#schemas/events/ingest-collection.ts';
import type { IngestRun } from '#schemas/events/ingest-run.ts';

type LastRun = NonNullable<SourceFacts['lastRun']> & { runId: string | undefined };

interface Known {
  /** Those that ended, newest first; the second stands where the first was given up by staff. */
  runs: LastRun[];
  lastUpdate: string | null;
}

const REMEMBERED = 2;
/** Of all sources; a cancelled run matters until its source has run twice more. */
const CANCELS_REMEMBERED = 1_000;
/** Of all collections; one tells of its failed sources until it ends. */
const FAILURES_REMEMBERED = 1_000;

/** What the log says of each source's runs, the sample apart: kept up by following two topics. */
export class SourceHistory {
  readonly #real = new Map<string, Known>();
  readonly #sample = new Map<string, Known>();
  readonly #cancelled = new Set<string>();
  /** Sources by the collection that told of their failing. */
  readonly #failed = new Set<string>();

  /** Coming twice by an event changes nothing. */
  applyRun({ runId, source, sample, state, at, stored = 0, duplicates = 0 }: IngestRun): void {
    if (state !== 'loaded' && state !== 'failed') return;
    const known = this.#of(source, sample);
    remember(known, { runId, state, at });
    if (state === 'loaded' && stored + duplicates > 0 && (known.lastUpdate ?? '') < at)
      known.lastUpdate = at;
  }

  /**
   * A site that blocked us before a run began, and a run given up by staff, are told here alone. Each event of a
   * collection tells of all its sources: the first that tells of a failing says when it was.
   */
  applyCollection({ runId: collection, state, at, sources }: IngestCollection): void {
    for (const { source, sample, state: end, runId } of sources) {
      // Others may go on for hours; what is under way or waits may yet come in.
      if (state !== 'ended' && end !== 'blocked' && end !== 'failed') continue;
      // One that was given up is gone on with, under its id, by the next.
      if (end === 'cancelled' && runId !== undefined) this.#cancelled.add(runId);
      else if (runId !== undefined) this.#cancelled.delete(runId);
      const failing = `${collection}\0${source}`;
      if ((end !== 'blocked' && end !== 'failed') || this.#failed.has(failing)) continue;
      this.#failed.add(failing);
      remember(this.#of(source, sample), { runId, state: 'failed', at });
    }
    forgetOldest(this.#cancelled, CANCELS_REMEMBERED);
    forgetOldest(this.#failed, FAILURES_REMEMBERED);
  }

  /** By source. */
  facts({
    sample,
  }: {
    sample?: boolean;
  }): ReadonlyMap<string, Pick<SourceFacts, 'lastRun' | 'lastUpdate'>> {
    return new Map(
      [...(sample === true ? this.#sample : this.#real)].map(([source, { runs, lastUpdate }]) => [
        source,
        {
          lastRun: runs.find(({ runId }) => runId === undefined || !this.#cancelled.has(runId)),
          lastUpdate,
        },
      ]),
    );
  }

  #of(source: string, sample: boolean): Known {
    const sources = sample ? this.#sample : this.#real;
    const known = sources.get(source) ?? { runs: [], lastUpdate: null };
    sources.set(source, known);
    return known;
  }
}

function forgetOldest(known: Set<string>, most: number): void {
  for (const oldest of known) {
    if (known.size <= most) break;
    known.delete(oldest);
  }
}

function remember(known: Known, run: LastRun): void {
  const others = known.runs.filter(({ runId }) => runId === undefined || runId !== run.runId);
  known.runs = [...others, run].toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, REMEMBERED);
}
