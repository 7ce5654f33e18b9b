import type { RawListing } from '#schemas/events/raw-listing.ts';
import type { Missed } from './missed.ts';
import type { Run } from './seen-again.ts';

/** Runs in a row that found the same. */
export interface Streak {
  /** 0: it begins with the next. */
  runs: number;
  /** When the first of them asked for the page: UTC, ISO 8601. */
  since: string;
}

/** So many runs in a row are believed. */
const RUNS = 3;
/** Over less, a site that is under repair for a while would lose its lot by who asks it again and again. */
const HOURS = 20;

export const isLong = (streak: Streak, run: Run): boolean =>
  streak.runs >= RUNS && isOld(streak.since, run);

export const isOld = (since: string, { observedAt }: Run): boolean =>
  Date.parse(observedAt) - Date.parse(since) >= HOURS * 3_600_000;

/** A listing that its page offers no more, in how many runs; its end is told by a run that is believed. */
export interface Owed extends Streak {
  event: RawListing;
  /** What took its place has no id of its own and may be the same. */
  isUnsure?: boolean;
  /** When a run first did not believe that it is gone (UTC, ISO 8601): it ends once it was so for long. */
  doubtedAt?: string | undefined;
}

/** A page on which a run found listings, or the list of them: all that later runs go by. */
export interface KnownPage {
  /** As last seen. Of a list, and where the page dates them itself, none: they cannot be seen again unread. */
  offers: readonly RawListing[];
  /** What a 304 says of `offers`: that they are still those. */
  version?: PageVersion | undefined;
  owed: readonly Owed[];
  /** It answered without a listing. */
  absent?: Streak | undefined;
  /** It gave no answer, or is forbidden. */
  failing?: Streak | undefined;
  /** `gone`: it offers nothing any more, and no run is believed yet. `let go`: asked for only where it is linked. */
  standing?: 'gone' | 'let go' | undefined;
}

export interface PageVersion {
  etag?: string | undefined;
  lastModified?: string | undefined;
  /** What its events were made by; another maker has to see the page again. */
  madeBy: string;
}

/** How a run misses a page that answers without its listing. */
export interface Absence {
  missed?: Missed | undefined;
  warning?: string | undefined;
}

/** What the answer of a page meant. */
export type Meaning =
  /** `events`: all that it tells of. `offers`: those that it still offers where it has not changed. */
  | {
      is: 'offering';
      events: readonly RawListing[];
      offers: readonly RawListing[];
      version?: PageVersion | undefined;
    }
  | { is: 'unchanged' }
  /** For good: it says so itself. */
  | { is: 'gone' }
  /** An answer without a listing; `unreadable` is told of it unless the page is gone by that. */
  | ({ is: 'absent'; unreadable?: readonly RawListing[] } & Absence)
  /** It leads to the page of a listing, which may be the same; one that was asked in this run has said what it offers. */
  | ({ is: 'moved'; to: string; wasAsked: boolean } & Absence)
  /** No answer, or none that says anything of the page. */
  | { is: 'silent' };
