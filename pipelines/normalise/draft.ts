import type { RawListing } from '#schemas/events/raw-listing.ts';

/** Where an event stands in the log. */
export interface LogPosition {
  topic: string;
  partition: number;
  offset: number;
}

/** What the chain starts from. Every step adds one property of its own, and remarks where it mended something. */
export interface Received {
  readonly raw: RawListing;
  readonly position: LogPosition;
  /** Year of the observation: what "next model year" and ages are counted from. */
  readonly observedYear: number;
  /** `step:what`, each at most once, in the order of the steps. */
  readonly remarks: readonly string[];
}

/** Remarks with one more, unless it is there already. */
export function remark(remarks: readonly string[], ...more: readonly string[]): readonly string[] {
  const fresh = more.filter((text) => !remarks.includes(text));
  return fresh.length === 0 ? remarks : [...remarks, ...fresh];
}
