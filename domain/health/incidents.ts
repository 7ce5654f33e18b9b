import type { IncidentKind, RunSummary, SourceHealth } from '#schemas/api/staff-health.ts';
import { hoursInWords } from '../collection/stale-after.ts';
import { instantInWords } from '../instant-in-words.ts';
import type { JudgedConsumer } from './judge-consumer.ts';
import { isUnderWay } from './judge-source.ts';

/** Something that is wrong: one incident for each kind and subject, until it is not so any more. */
export interface Finding {
  kind: IncidentKind;
  subject: string;
  /** With its numbers, for people. */
  detail: string;
}

/** What is watched. What is undefined could not be asked just now. */
export interface WatchedFacts {
  now: Date;
  sources:
    | readonly (Pick<SourceHealth, 'state' | 'reasons' | 'freshness' | 'checks' | 'volume'> & {
        source: string;
        sample: boolean;
        /** Its newest run that was not of a part. */
        lastOfSource: Pick<RunSummary, 'state'> | null;
        /** When it first failed or was refused since it last came in; null where that is not how it is by now. */
        failingSince: string | null;
        /** No run of it could begin when it was to be collected last. */
        isRefused: boolean;
        /** A collection under way has not come to it yet. */
        awaited: boolean;
        /** Its site blocked us and may be asked again since; it has not come in yet. */
        isUnblocked: boolean;
      })[]
    | undefined;
  consumers: readonly (Pick<JudgedConsumer, 'state' | 'lag'> & { topic: string; group: string })[];
  /** The last run of the batch that ended; null before the first. */
  lastCompute:
    | {
        runId: string;
        state: 'published' | 'kept_back' | 'failed';
        failedChecks: readonly { name: string; detail: string }[];
        error: string | null;
      }
    | null
    | undefined;
}

type WatchedSource = NonNullable<WatchedFacts['sources']>[number];

export interface Judgement {
  wrong: Finding[];
  /** Not well either, but nothing to be told of anew: what an incident of it that is open is about by now. */
  notYet: Finding[];
  /** Whether an incident that was open is over: what was not asked, or is not settled, is not. */
  isOver: (open: Pick<Finding, 'kind' | 'subject'>) => boolean;
}

/**
 * A process that stops tells its run as failed, and it is taken up where it was by the next. Counted from the first
 * failure: counted from the last, a source that is tried again every few minutes would never be told. What no next try
 * mends by itself is told at once: a site that blocked us, a run that went silent, records that cannot be used.
 */
const GRACE_MS = 5 * 60_000;

/** The subject of what is wrong with the batch: there is one. */
const BATCH = 'compute';

/** From what is known now to what is wrong. The sample market is a stand-in, and nobody is called for it. */
export function judgeIncidents({ now, sources, consumers, lastCompute }: WatchedFacts): Judgement {
  const isUnsettled = (source: WatchedSource): boolean =>
    (isTriedAgain(source) && !isRefusedSince(source)) ||
    (source.state !== 'retired' &&
      source.failingSince !== null &&
      now.getTime() - Date.parse(source.failingSince) < GRACE_MS);
  const real = (sources ?? []).filter(({ sample }) => !sample);
  const failing = real.filter(({ state }) => state === 'failing');
  const wrong = [
    ...failing.filter((source) => !isUnsettled(source)).map(failed),
    ...real.flatMap(ofSource),
    ...consumers.flatMap(ofConsumer),
    ...(lastCompute ? ofCompute(lastCompute) : []),
  ];
  const keyOf = ({ kind, subject }: Pick<Finding, 'kind' | 'subject'>): string =>
    `${kind} ${subject}`;
  const stillWrong = new Set(wrong.map(keyOf));
  // A source that failed just now, is being tried again or may be is not well yet, nor a group with much to do, nor is
  // what was kept back served where the next computation fails.
  const unsettled = new Set([
    ...(sources ?? [])
      .filter((source) => isUnsettled(source) || source.isUnblocked)
      .map(({ source }) => keyOf({ kind: 'source_failing', subject: source })),
    ...(sources ?? [])
      .filter(isTriedAgain)
      .map(({ source }) => keyOf({ kind: 'source_stale', subject: source })),
    ...consumers
      .filter(({ state }) => state === 'catching_up' || state === 'unknown')
      .map((consumer) => keyOf({ kind: 'lag', subject: subjectOf(consumer) })),
    ...(lastCompute?.state === 'failed'
      ? [keyOf({ kind: 'snapshot_kept_back', subject: BATCH })]
      : []),
  ]);
  return {
    wrong,
    notYet: real
      .filter((source) => (source.state === 'failing' ? isUnsettled(source) : source.isUnblocked))
      .map(failed),
    isOver: (open) => {
      if (stillWrong.has(keyOf(open)) || unsettled.has(keyOf(open))) return false;
      if (open.kind.startsWith('source_')) return sources !== undefined;
      return open.kind === 'lag' || lastCompute !== undefined;
    },
  };
}

/**
 * Its next run is under way or waits for its turn: what comes of it says whether it fails, or is still stale.
 */
const isTriedAgain = (source: WatchedSource): boolean =>
  source.state !== 'retired' &&
  (isNext(source) || (source.lastOfSource !== null && isUnderWay(source.lastOfSource)));

/** A site that blocked us is asked by none until staff say so. */
const isNext = ({ lastOfSource: last, awaited, isUnblocked }: WatchedSource): boolean =>
  awaited && (last?.state !== 'blocked' || isUnblocked);

/** What was collected before it was refused is being loaded: nothing that comes of that says that it is not any more. */
const isRefusedSince = (source: WatchedSource): boolean =>
  source.isRefused && source.lastOfSource?.state === 'loading' && !isNext(source);

const failed = ({ source, reasons }: WatchedSource): Finding => ({
  kind: 'source_failing',
  subject: source,
  detail: reasons.join(' '),
});

function ofSource(watched: WatchedSource): Finding[] {
  const { source, state, freshness } = watched;
  if (state === 'retired') return [];
  const volume = volumeOff(watched);
  return [
    ...(freshness.state === 'stale' && !isTriedAgain(watched)
      ? [
          {
            kind: 'source_stale',
            subject: source,
            detail: `It last came in on ${instantInWords(new Date(freshness.lastAt ?? ''))}; it is stale after ${hoursInWords(freshness.staleAfterHours ?? 0)}.`,
          } as const,
        ]
      : []),
    ...(volume === undefined
      ? []
      : [{ kind: 'source_volume', subject: source, detail: volume } as const]),
  ];
}

/** Before it is known what is usual, too: a file that was cut between two rows may be the last of its kind for weeks. */
function volumeOff({ volume, checks }: WatchedSource): string | undefined {
  const check = checks.find(({ name, state }) => name === 'volume' && state === 'warning');
  return check === undefined || volume.state === 'not_judged'
    ? check?.detail
    : `Its last run brought ${volume.last} events, usually ${round(volume.low)} to ${round(volume.high)}.`;
}

function ofConsumer(consumer: WatchedFacts['consumers'][number]): Finding[] {
  const { state, lag } = consumer;
  if (state !== 'behind' && state !== 'stuck') return [];
  const what =
    state === 'stuck'
      ? `has ${lag} events to read, and took none of a partition for half an hour`
      : `is ${lag} events behind, and was for minutes`;
  const detail = `The group ${consumer.group} ${what}, on ${consumer.topic}.`;
  return [{ kind: 'lag', subject: subjectOf(consumer), detail }];
}

const subjectOf = ({ topic, group }: { topic: string; group: string }): string =>
  `${group} on ${topic}`;

function ofCompute(run: NonNullable<WatchedFacts['lastCompute']>): Finding[] {
  const { runId, state, failedChecks, error } = run;
  if (state === 'published') return [];
  if (state === 'failed')
    return [{ kind: 'compute_failed', subject: BATCH, detail: `${runId} failed: ${error ?? ''}` }];
  const checks = failedChecks.map(({ name, detail }) => `${name} (${detail})`).join('; ');
  return [
    {
      kind: 'snapshot_kept_back',
      subject: BATCH,
      detail: `${runId} was kept back, what was served before still is: ${checks}`,
    },
  ];
}

const round = (value: number | null): number => Math.round(value ?? 0);
