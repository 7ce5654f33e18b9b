import { z } from 'zod';
import { siteWait } from '../events/ingest-alive.ts';
import { defineCall } from './call.ts';
import { SOURCE_STATES } from './data.ts';

const instant = z.iso.datetime();
const count = z.number().int().nonnegative();

/** So many runs are shown of a source, and no more are judged by. */
export const RUNS_SHOWN = 30;

/**
 * `running`: collecting. `loading`: all is in the log, not yet all in the warehouse. `partial`: ended
 * without having seen everything. `blocked`: the site stood in our way. `lost`: silent for so long that
 * its process is gone. `cancelled`: staff gave it up, which says nothing of the source.
 */
export const RUN_STATES = [
  'running', 'loading', 'done', 'partial', 'blocked', 'failed', 'lost', 'cancelled',
] as const; // prettier-ignore

/** One collection run of one source; what is not known yet is null. */
export const runSummary = z.object({
  runId: z.string(),
  state: z.enum(RUN_STATES),
  startedAt: instant.nullable(),
  /** When its last event was in the warehouse, or when it failed. */
  endedAt: instant.nullable(),
  /** How long the collecting took; null, too, where its process was killed on the way, and never said when. */
  seconds: z.number().nonnegative().nullable(),
  coverage: z.enum(['full', 'partial']),
  /** `some`: a scan that left out what it was not for, or a trial of a few pages: its figures say nothing of the source. */
  scope: z.enum(['all', 'some']),
  /** It is of a file of registrations that broke off: nothing of it counts in a figure. */
  uncounted: z.boolean().optional(),
  /** The site asked it to come later, or another run had the host, before it saw a page: it says nothing of the source. */
  sentAway: z.boolean().optional(),
  /** It saw so little of a whole source that what it did not see is left current. */
  setAside: z.boolean().optional(),
  /** So many of its records could not be read and may be any listing: what a whole run did not see is left current. */
  unidentified: count.optional(),
  /** While it is running: why it asks for no page now, and until when. */
  waits: siteWait.optional(),
  /** Records read, and events that went into the log. */
  read: count.nullable(),
  published: count.nullable(),
  /**
   * What became of the events: published = stored + duplicates + dropped + deadLettered. What was put aside and read
   * since, by a better normaliser or sent again, is no dead letter any more.
   */
  stored: count.nullable(),
  duplicates: count.nullable(),
  dropped: count.nullable(),
  deadLettered: count.nullable(),
  /** Why it failed or is blocked, or what was missing where it did not see everything. */
  error: z.string().nullable(),
});
export type RunSummary = z.output<typeof runSummary>;
export type RunState = RunSummary['state'];

/**
 * The stages of a run in their order; `new`, `changed` and `unchanged` are parts of `valid`, as are `duplicates`, and
 * `reread`, which had been put aside and was understood since.
 */
export const FUNNEL_STAGES = [
  'discovered', 'allowed', 'fetched', 'parsed', 'records', 'valid', 'new', 'changed', 'unchanged',
  'duplicates', 'reread',
] as const; // prettier-ignore

export const funnel = z.object({
  runId: z.string(),
  /** A stage that the source does not have, or that is not known yet, is not among them: it is not 0. */
  stages: z.array(
    z.object({
      stage: z.enum(FUNNEL_STAGES),
      /** Pages until they are read, then the records they hold. */
      unit: z.enum(['pages', 'records']),
      count,
    }),
  ),
  /** Most first. `not_seen`: a page that was not asked for or not answered. */
  rejected: z.array(
    z.object({
      reason: z.string(),
      kind: z.enum(['not_seen', 'dropped', 'dead_letter']),
      unit: z.enum(['pages', 'records']),
      count,
    }),
  ),
});
export type Funnel = z.output<typeof funnel>;

/** A figure of the last run against the same figure of the source's runs before it. */
export const usualBand = z.object({
  /** `not_judged`: too few runs before it. */
  state: z.enum(['usual', 'low', 'high', 'not_judged']),
  last: z.number().nullable(),
  /** Median of the runs before, and the band the last is expected in. */
  typical: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** How many runs it is judged by. */
  runs: count,
});
export type UsualBand = z.output<typeof usualBand>;

export const sourceCheck = z.object({
  name: z.enum(['coverage', 'volume', 'duration', 'rejected']),
  state: z.enum(['passed', 'warning', 'failed', 'not_judged']),
  /** With its numbers, for people. */
  detail: z.string(),
});
export type SourceCheck = z.output<typeof sourceCheck>;

export const sourceHealth = z.object({
  /** The worst of its last run, its freshness and its checks. */
  state: z.enum(SOURCE_STATES),
  /** Why it is not healthy, worst first. */
  reasons: z.array(z.string()),
  freshness: z.object({
    /** `unknown`: it has come in too seldom to know when it should again. */
    state: z.enum(['fresh', 'stale', 'unknown']),
    /** When it last came in. */
    lastAt: instant.nullable(),
    /** It is stale when it has not come in for so long. */
    staleAfterHours: z.number().nullable(),
  }),
  checks: z.array(sourceCheck),
  /** The run that the checks and the bands are of: the newest that came in and was for all of the source. */
  judgedRunId: z.string().nullable(),
  /** Events published and seconds taken; the runs hold the points to draw. */
  volume: usualBand,
  duration: usualBand,
});
export type SourceHealth = z.output<typeof sourceHealth>;

const sourceRow = z.object({
  source: z.string(),
  sample: z.boolean(),
  ...sourceHealth.shape,
  /** The newest run, whatever its state. */
  lastRun: runSummary.nullable(),
  /** The newest `RUNS_SHOWN`, oldest first. */
  runs: z.array(runSummary).max(RUNS_SHOWN),
  /** Of the newest run that ended. */
  funnel: funnel.nullable(),
  /** Its dead letters that are open, of whatever run; null while the warehouse is away. */
  openLetters: count.nullable(),
});

export const staffSources = defineCall('GET /api/staff/sources', {
  summary: 'The health of each source: its runs, funnel, freshness and usual band',
  access: 'staff-controls',
  response: z.object({
    at: instant,
    /** A figure is judged only by so many runs or more. */
    runsToJudgeBy: count,
    /** Worst first, then by name. */
    sources: z.array(sourceRow),
  }),
});

export const staffRun = defineCall('GET /api/staff/runs/{run}', {
  summary: 'The log of one collection run',
  access: 'staff-controls',
  params: z.object({ run: z.string().min(1).max(100) }),
  response: z.object({
    source: z.string(),
    sample: z.boolean(),
    run: runSummary,
    funnel,
    /** What was said of the run, oldest first. */
    log: z.array(
      z.object({
        at: instant,
        /**
         * `cancelled`: staff gave it up. `interrupted`: it broke off, and went on later. `crawled`: what the crawler
         * counted. `compared`: how its records differ from those before. `reread`: what of its dead letters was
         * understood since, and why these had been put aside.
         */
        state: z.enum([
          'started', 'published', 'loaded', 'failed', 'cancelled', 'interrupted', 'crawled', 'compared', 'reread',
        ]), // prettier-ignore
        counts: z.record(z.string(), count),
        /** Why records or pages fell out, with how many. */
        reasons: z.record(z.string(), count),
        error: z.string().nullable(),
      }),
    ),
    /** What the crawler warned of. */
    warnings: z.array(z.string()),
  }),
});

export const CONSUMER_STATES = [
  'keeping_up', 'catching_up', 'behind', 'stuck', 'unknown',
] as const; // prettier-ignore

export const staffPipeline = defineCall('GET /api/staff/pipeline', {
  summary: 'Lag, rates and freshness of the pipeline, and the runs of the batch',
  access: 'staff-controls',
  response: z.object({
    at: instant,
    consumers: z.array(
      z.object({
        /** What it does, for people. */
        name: z.string(),
        topic: z.string(),
        group: z.string(),
        /**
         * `catching_up`: much to do, not for long. `behind`: so for ten minutes. `stuck`: it has work and
         * takes none for half an hour. `unknown`: the log is away, or was not asked yet.
         */
        state: z.enum(CONSUMER_STATES),
        /** Events it has yet to read, of all partitions. */
        lag: count,
        /** Events a second over the last minute; null until a minute was watched. */
        inPerSecond: z.number().nonnegative().nullable(),
        outPerSecond: z.number().nonnegative().nullable(),
        partitions: z.array(
          z.object({ partition: count, end: count, committed: count, lag: count }),
        ),
      }),
    ),
    freshness: z.object({
      /** When the newest event was stored, and when what is served was computed. */
      newestEventStoredAt: instant.nullable(),
      newestSnapshotAt: instant.nullable(),
      snapshotId: z.string().nullable(),
    }),
    /** Newest first, 50 at most. */
    computeRuns: z.array(
      z.object({
        runId: z.string(),
        /**
         * `interrupted`: its process stopped or was lost first; the run after it does the same again. Where that
         * is interrupted, too, it is `failed`.
         */
        state: z.enum(['running', 'published', 'kept_back', 'failed', 'interrupted']),
        /** Of which market; '' before it is known. */
        kind: z.string(),
        askedBy: z.string(),
        startedAt: instant.nullable(),
        endedAt: instant.nullable(),
        seconds: z.number().nonnegative().nullable(),
        checks: z.array(z.object({ name: z.string(), passed: z.boolean(), detail: z.string() })),
        error: z.string().nullable(),
      }),
    ),
    /** Ids of those runs whose snapshot was kept back. */
    keptBack: z.array(z.string()),
  }),
});

export const INCIDENT_KINDS = [
  'source_failing', 'source_stale', 'source_volume', 'lag', 'snapshot_kept_back', 'compute_failed',
] as const; // prettier-ignore
export type IncidentKind = (typeof INCIDENT_KINDS)[number];

const incident = z.object({
  id: z.string(),
  kind: z.enum(INCIDENT_KINDS),
  /** A source, a consumer group with its topic, or a run of the batch. */
  subject: z.string(),
  /** What is wrong, with its numbers, as it was when it was last seen. */
  detail: z.string(),
  openedAt: instant,
  endedAt: instant.nullable(),
  /** When the webhook took it; null while it has not. */
  openToldAt: instant.nullable(),
  endToldAt: instant.nullable(),
});

export const staffAlerts = defineCall('GET /api/staff/alerts', {
  summary: 'What is wrong now, and what was lately',
  access: 'staff-controls',
  response: z.object({
    /** When it was last judged: what is open and what has ended is so as of then. */
    at: instant,
    /** Whether ALERT_WEBHOOK_URL is set: without it alerts are shown here only. */
    webhook: z.boolean(),
    /** Both newest first; those that ended in the last 30 days, 100 at most. */
    open: z.array(incident),
    recent: z.array(incident),
    /** Real sources that fail or are stale now: an alert opens only where that lasts some minutes. */
    unwell: z.array(z.object({ source: z.string(), state: z.enum(['failing', 'stale']) })),
  }),
});
