import { z } from 'zod';
import { replayChanges } from '../replay-changes.ts';
import { RV_TYPE_IDS } from '../vocabulary.ts';
import { defineCall, fraction } from './call.ts';
import { typed } from './form.ts';

/** Controls of the staff over the data: dead letters and redrive, aliases and replay, quality. */

const instant = z.iso.datetime();
const count = z.number().int().nonnegative();
const noNul = (text: string): boolean => !text.includes('\0');

/** How many rows a page has. */
export const STAFF_PAGE = 50;
const page = z.coerce.number().int().min(1).max(100_000).default(1);
/** Fewer rows a page, or more. */
const limit = z.coerce.number().int().min(1).max(200).default(STAFF_PAGE);

/**
 * `open`: not understood yet. `redriven`: sent again with its own bytes, and read anew since.
 * `replayed`: a better normaliser has read it from the log since. `repeated`: the same event was put aside again
 * since, as where a file was taken twice, or a later run found the same record, as where a site is crawled daily, and
 * it was put aside for the same reason: the newest letter stands for all. `superseded`: a later run brought the same
 * listing, and it was understood, as where a mapping was mended and its file brought in anew; of a record without an id,
 * it brought all that its source has, or the whole registration file of that name and date. `lapsed`: it says what to do
 * or what was done, not a fact: it is never sent again, since its moment has passed. Only what is open needs anything.
 */
export const LETTER_STATES = [
  'open', 'redriven', 'replayed', 'repeated', 'superseded', 'lapsed',
] as const; // prettier-ignore
export type LetterState = (typeof LETTER_STATES)[number];

/** Which dead letters: all that are not excluded; the times are of when they were put aside. */
export const letterFilter = z.object({
  source: z.string().max(100).refine(noNul, 'NUL is no character').optional(),
  reason: z.string().max(100).refine(noNul, 'NUL is no character').optional(),
  since: instant.optional(),
  until: instant.optional(),
});
export type LetterFilter = z.output<typeof letterFilter>;

/** Where the message stands in the log; this names a dead letter. */
const place = {
  topic: z.string().min(1).max(100).refine(noNul, 'NUL is no character'),
  partition: z.coerce.number().int().min(0).max(65_535),
  offset: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
};

const letter = z.object({
  topic: z.string(),
  partition: count,
  offset: count,
  /** When it was put aside. */
  at: instant,
  /** '' where the message could not even be read as an event; so are source id and origin. */
  source: z.string(),
  sourceId: z.string(),
  /** File and position in it, or a URL. */
  origin: z.string(),
  /** A short fixed word; `detail` names the value that was wrong and what was expected. */
  reason: z.string(),
  detail: z.string(),
  /** Bytes of the message. */
  size: count,
  state: z.enum(LETTER_STATES),
  /** When it was redriven or replayed; else null. */
  endedAt: instant.nullable(),
});
export type Letter = z.output<typeof letter>;

export const listDeadLetters = defineCall('GET /api/staff/dead-letters', {
  summary:
    'Dead letters, those that are open first, each the newest first, with how many there are of each reason and source',
  access: 'staff-controls',
  // Strict, as of every list of the staff: a filter that was mistyped would show all.
  query: letterFilter.extend({ state: z.enum(LETTER_STATES).optional(), page, limit }).strict(),
  response: z.object({
    letters: z.array(letter),
    /** Of the filter; the pages go through them. */
    total: count,
    pageSize: count,
    /** Of the filter without its reason, most first: what else there is to choose. `open` of them are. */
    byReason: z.array(z.object({ reason: z.string(), letters: count, open: count })),
    /** Of the filter without its source, most first. */
    bySource: z.array(z.object({ source: z.string(), letters: count, open: count })),
  }),
});

export const readDeadLetter = defineCall(
  'GET /api/staff/dead-letters/{topic}/{partition}/{offset}',
  {
    summary: 'One dead letter with the beginning of its bytes',
    access: 'staff-controls',
    params: z.object(place),
    response: letter.extend({
      eventId: z.string(),
      runId: z.string(),
      /** Name of the schema the reader expected. */
      schema: z.string(),
      /** Where a redrive put it, and what became of it there; null where it was not redriven or not read yet. */
      redrivenTo: z.object({ partition: count, offset: count }).nullable(),
      became: z
        .object({
          outcome: z.enum(['accepted', 'dropped', 'dead_letter']),
          reason: z.string(),
        })
        .nullable(),
      bytes: z.object({
        /** `text` where all of the message is UTF-8 that can be shown, else `base64`. */
        encoding: z.enum(['text', 'base64']),
        body: z.string(),
        /** Not all of them are in `body`: the rest is to be downloaded. */
        cut: z.boolean(),
      }),
    }),
  },
);
export type DeadLetterView = z.output<typeof readDeadLetter.response>;

export const downloadDeadLetter = defineCall(
  'GET /api/staff/dead-letters/{topic}/{partition}/{offset}/bytes',
  {
    summary: 'All bytes of a dead letter, to be saved as a file',
    access: 'staff-controls',
    params: z.object(place),
    response: z.instanceof(Uint8Array),
    produces: 'application/octet-stream',
  },
);

/**
 * `running`: asked for and under way. `loading`: sent, and not all read yet. `done`: all that was sent
 * has been read again. `failed`: it broke off; what was sent stays sent, and asking again does the rest.
 */
export const REDRIVE_STATES = ['running', 'loading', 'done', 'failed'] as const;

const redriveRun = z.object({
  redriveId: z.string(),
  state: z.enum(REDRIVE_STATES),
  askedAt: instant,
  askedBy: z.enum(['staff', 'command']),
  filter: letterFilter,
  /** Where only one letter was asked for. */
  place: z.object({ topic: z.string(), partition: count, offset: count }).nullable(),
  /** Letters that matched and were open when it began. */
  matched: count,
  redriven: count,
  /** Matched and not sent: their bytes were cut, or their topic takes them no more. By reason. */
  notSent: z.record(z.string(), count),
  /** With `done`: what became of those sent, by outcome and reason: `accepted`, `dropped: not_an_rv`. */
  became: z.record(z.string(), count).nullable(),
  /** With `failed`: what went wrong. */
  error: z.string().nullable(),
});
export type RedriveRun = z.output<typeof redriveRun>;

export const redriveAll = defineCall('POST /api/staff/dead-letters/redrive', {
  summary:
    'Send all open dead letters that match again, each with its own bytes; answers when that is done, or 202 while it is under way',
  access: 'staff-controls',
  // Strict: a filter that was mistyped would send all.
  body: letterFilter.strict(),
  response: redriveRun,
  statuses: [200, 202],
});

export const redriveOne = defineCall(
  'POST /api/staff/dead-letters/{topic}/{partition}/{offset}/redrive',
  {
    summary: 'Send one dead letter again; one that is not open any more is not sent twice',
    access: 'staff-controls',
    params: z.object(place),
    response: redriveRun,
    statuses: [200, 202],
  },
);

export const listRedrives = defineCall('GET /api/staff/redrives', {
  summary: 'Redrives, the newest first',
  access: 'staff-controls',
  response: z.object({ redrives: z.array(redriveRun) }),
});

/** A make, a line of it where `lineId` is not empty, or a type of RV. */
const meaning = z.object({
  /** '' for a type. */
  makeId: z.string(),
  /** '' for the make itself. */
  lineId: z.string(),
  /** '' for a make or a line. */
  type: z.enum(['', ...RV_TYPE_IDS]),
  /** `Keystone`, `Keystone Montana`, `Travel Trailer`. */
  name: z.string(),
});

const unknownName = z.object({
  /** The spelling, as the decision takes it. */
  alias: z.string(),
  /** What it would be. */
  of: z.enum(['make', 'line', 'type']),
  /** The make whose line it would be; else null. */
  make: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** How many listings and how many registrations write it so, and of which sources. */
  listings: count,
  registrations: count,
  sources: z.array(z.string()),
  /** A few of the listings. */
  examples: z.array(
    z.object({ source: z.string(), title: z.string(), url: z.string(), seenAt: instant }),
  ),
});
export type UnknownSpelling = z.output<typeof unknownName>;

const aliasProposal = unknownName.extend({
  /** What it may mean, the likeliest first; a person decides. */
  candidates: z.array(meaning.extend({ likeness: fraction })),
});
export type AliasProposal = z.output<typeof aliasProposal>;

export const listAliases = defineCall('GET /api/staff/aliases', {
  summary:
    'Spellings that listings and registrations use and the catalogue does not know, and what was decided',
  access: 'staff-controls',
  query: z.strictObject({ page }),
  response: z.object({
    /** Most used first. */
    proposals: z.array(aliasProposal),
    total: count,
    pageSize: count,
    /**
     * Makes and types that are like none of the catalogue, so that there is nothing to decide: the most used, a page of
     * them, and how many there are. What the catalogue has no line for goes by its own name.
     */
    unknown: z.array(unknownName),
    unknownTotal: count,
    /** The newest first; of one spelling and meaning the last word. What is accepted is in force. */
    decided: z.array(
      meaning.extend({
        alias: z.string(),
        decision: z.enum(['accepted', 'refused']),
        at: instant,
      }),
    ),
  }),
});

export const decideAlias = defineCall('POST /api/staff/aliases', {
  summary:
    'Accept that a spelling means a make, a line or a type, or refuse it; the listings and registrations that came are read anew',
  access: 'staff-controls',
  body: z.object({
    alias: typed(200).min(1),
    /** Of a make or a line. */
    makeId: z.string().max(100).default(''),
    lineId: z.string().max(200).default(''),
    /** As registration files write it. */
    type: z.enum(['', ...RV_TYPE_IDS]).default(''),
    decision: z.enum(['accepted', 'refused']),
  }),
  response: meaning.extend({
    alias: z.string(),
    decision: z.enum(['accepted', 'refused']),
    /** What came is read anew for it: listings for a make or a line, registrations for a make or a type. */
    replays: z.boolean(),
  }),
});

/** `overtaken`: given up for a replay by a still better normaliser. */
export const REPLAY_STATES = ['running', 'done', 'overtaken', 'failed'] as const;

const replay = z.object({
  /** Version of the normaliser; its facts replace those of every earlier one. */
  version: count,
  state: z.enum(REPLAY_STATES),
  startedAt: instant,
  endedAt: instant.nullable(),
  /** Events of the log read so far, of so many. */
  read: count,
  of: count,
  /** How many registrations it reads anew; null where it began before that was told. */
  registrations: count.nullable(),
  /** With `done`: what it changed of the listings. */
  changes: replayChanges
    /** Facts that differ in a field, most first. */
    .extend({ byField: z.array(z.object({ field: z.string(), facts: count })) })
    .nullable(),
  error: z.string().nullable(),
});
export type ReplayRun = z.output<typeof replay>;

export const listReplays = defineCall('GET /api/staff/replays', {
  summary: 'Replays of the log through a better normaliser, the newest first',
  access: 'staff-controls',
  response: z.object({ replays: z.array(replay) }),
});

const completeness = z.object({
  /** Of the listings of all sources, and of each. */
  field: z.string(),
  filled: fraction,
  bySource: z.array(z.object({ source: z.string(), filled: fraction })),
});

export const dataQuality = defineCall('GET /api/staff/quality', {
  summary: 'How complete, how often twice and how believable what came in is',
  access: 'staff-controls',
  response: z.object({
    sample: z.boolean().optional(),
    /** Of the snapshot that is served; null before the first. */
    asOf: instant.nullable(),
    listings: count,
    units: count,
    sources: z.array(z.object({ source: z.string(), listings: count })),
    /** The share of listings that say it, for each field; the most complete first. */
    completeness: z.array(completeness),
    duplicates: z.object({
      /** Listings that show a unit another listing shows too. */
      listings: count,
      /** Units shown by more than one listing, and by more than one source. */
      units: count,
      acrossSources: count,
      /** Events that came again, word for word: counted once. */
      events: count,
    }),
    /**
     * What was refused, mended or left out of the figures and why, most first. A great number is right to a
     * percent.
     */
    leftOut: z.array(
      z.object({
        /** `price`, `mileage`, `year` …; `listing` for whole ones. */
        field: z.string(),
        /** A short fixed word, as `impossible`, `placeholder`. */
        reason: z.string(),
        count,
        /** `records` are counted as often as they came: a listing that two files show is two. */
        unit: z.enum(['listings', 'records']),
      }),
    ),
  }),
});
