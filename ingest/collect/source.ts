import type { ListingFields } from '#schemas/events/raw-listing.ts';
import type { CollectedSource } from '#schemas/events/ingest-collection.ts';
import type { Wants } from '../scraper/crawl.ts';

/** What came of a source. */
export type SourceResult = Omit<CollectedSource, 'source' | 'sample' | 'state'> & {
  state: 'done' | 'partial' | 'blocked' | 'taken' | 'failed';
};

/** Something that a collection collects from. */
export interface CollectableSource {
  source: string;
  sample: boolean;
  /** Sources that share one are collected from one after the other. */
  hosts: ReadonlySet<string>;
  /** What has come of the run under way, and after one that failed what had come of it. */
  soFar(): Pick<CollectedSource, 'runId' | 'processed' | 'newListings'>;
  /** Collects until there is no more, or the signal is aborted: then it throws. */
  collect(options: { wanted: Wanted | undefined; signal: AbortSignal }): Promise<SourceResult>;
}

/** The make and model that a scan is for. */
export interface Wanted {
  make: string;
  /** Empty: any. */
  model: string;
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

type Names = Pick<ListingFields, 'title' | 'make' | 'model' | 'floorplan'>;

/** Whether a listing, as its source names it, is of a make and model: every word of both occurs in it. */
export function isWanted({ make, model }: Wanted, texts: Names): boolean {
  const has = new Set(
    [texts.title, texts.make, texts.model, texts.floorplan].flatMap((text) => wordsOf(text ?? '')),
  );
  return [...wordsOf(make), ...wordsOf(model)].every((word) => has.has(word));
}

/** Those of one make and model, in whatever way they are written. */
export const wantsOf = (wanted: Wanted): Wants => ({
  scope: JSON.stringify([wordsOf(wanted.make), wordsOf(wanted.model)]),
  any: (listings) => listings.some((names) => isWanted(wanted, names)),
});
