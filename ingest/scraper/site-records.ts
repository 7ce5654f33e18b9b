import type { Position } from '#platform/log/port.ts';
import type { RawListing } from '#schemas/events/raw-listing.ts';
import type { Streak } from './absence.ts';
import type { Missed } from './missed.ts';

/** An address that is still to be asked for. */
export interface Entry {
  url: string;
  kind: 'sitemap' | 'page' | 'listing';
  /** Redirects that led here. */
  redirects: number;
  /** How often the host said: not now. */
  refusals: number;
  /** Where the server redirected the page to itself: how it wrote the address then. */
  asked?: string;
  /** Of a sitemap: indexes that led here. */
  depth?: number;
}

/** What became of an address in a run. `waiting`: nothing yet. */
export type PageState =
  'waiting' | 'fetched' | 'unchanged' | 'redirected' | 'gone' | 'skipped' | 'failed';

/** The run under way, or the last one. */
export interface StoredRun {
  runId: string;
  startedAt: string;
  /** What it is for: empty is everything, as is that of a run kept before there was another. */
  scope?: string;
  ended: boolean;
  /** Addresses by how they were found or ended, listings by what was made of them. */
  counts: Record<string, number>;
  /** Whether anything was not seen that a whole crawl would have seen; the reasons. */
  missed: Record<string, number>;
  warnings: string[];
  /** Per partition of raw.listing.v1 the offset of the last event appended. */
  lastOffsets: Record<string, number>;
  /** Where raw.listing.v1 ended when the run began: none of its events stands before. */
  beganAt?: readonly Position[];
}

/** A listing page as it was last fetched: what a 304 stands for, and what goes with it when it is gone. */
export interface KnownPage {
  etag?: string | undefined;
  lastModified?: string | undefined;
  /** What its events were made by; another maker has to see the page again. */
  madeBy: string;
  events: RawListing[];
  /** Since then it answered without its listing. */
  absent?: Streak | undefined;
  /** Since then it gave no answer. */
  failing?: Streak | undefined;
}

/** The page that told of a listing last, and in which run. */
export interface Told {
  url: string;
  runId: string;
}

/** What a page offered and offers no more, until a run is believed that found it so. */
export interface End {
  events: readonly RawListing[];
  /** The page offers nothing any more. */
  letsGo: boolean;
  /** Runs that asked for the page and found it so, and since when: UTC, ISO 8601. */
  runs: number;
  since: string;
}

export interface StoredRobots {
  fetchedAt: number;
  status: number;
  /** Base64 of the body. */
  body: string;
}

/** What a step of the crawl changes, all of it or nothing. */
export interface Change {
  url: string;
  state: PageState;
  /** Asked for again later, in place of an end. */
  again?: Entry;
  found?: readonly Entry[];
  events?: readonly RawListing[];
  known?: KnownPage | undefined;
  /** What the page offered and offers no more: published with the end of a run, unless another page offers it by then. */
  ends?: readonly RawListing[];
  /** The page offers nothing any more: from the end of the run on it is asked for only where it is linked. */
  letsGo?: boolean;
  /** Where what earlier runs found there is now to be looked for. */
  movedTo?: string;
  counts?: Record<string, number>;
  missed?: Missed;
  warnings?: readonly string[];
}
