import type { Position } from '#platform/log/port.ts';
import type { Meaning } from './known-page.ts';
import type { Missed } from './missed.ts';
import type { Run } from './seen-again.ts';

/** An address that is still to be asked for. */
export interface Entry {
  url: string;
  kind: 'sitemap' | 'page' | 'listing';
  /** Redirects that led here. */
  redirects: number;
  /** Whether the site's file has the crawl begin there. */
  isBeginning?: boolean;
  /** How often the host said: not now. */
  refusals: number;
  /** This run asked for it before, and it is to be asked for again: by a refusal, or as the server writes it. */
  wasAsked?: boolean;
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
  /** Whether it is to see no more than a part, as far as it has come. */
  ofPart?: boolean;
  ended: boolean;
  /** Addresses by how they were found or ended, listings by what was made of them. */
  counts: Record<string, number>;
  /** Whether anything was not seen that a whole crawl would have seen; the reasons. */
  missed: Record<string, number>;
  warnings: string[];
  /** Whether it asked for a page, and whether one told it something; a sitemap is none. */
  askedPage?: boolean;
  sawPage?: boolean;
  /** Per partition of raw.listing.v1 the offset of the last event appended. */
  lastOffsets: Record<string, number>;
  /** Where raw.listing.v1 ended when the run began: none of its events stands before. */
  beganAt?: readonly Position[];
}

/** The page that told of a listing last, and in which run. */
export interface Told {
  url: string;
  runId: string;
  /** When it was told of first, anew after an end: UTC, ISO 8601; not kept until November 2026. */
  firstAt?: string | undefined;
  hasEnded?: boolean | undefined;
  /** When a list told of it last: UTC, ISO 8601. */
  listedAt?: string | undefined;
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
  /** What the answer meant for the page, where it is one that holds listings, and which run had it when. */
  answered?: Run & { means: Meaning };
  counts?: Record<string, number>;
  missed?: Missed;
  warnings?: readonly string[];
}
