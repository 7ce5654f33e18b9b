import { z } from 'zod';
import { catalogueDecision } from './events/catalogue-decision.ts';
import { instant } from './events/topic.ts';
import { partitionEnd } from './events/ingest-run.ts';
import { marketFacts } from './market-facts.ts';
import { story } from './story.ts';
import { RV_TYPE_IDS } from './vocabulary.ts';
import { valuationModel } from './valuation-model.ts';

/** A model line as the market shows it, with its floorplans nested. */
export const snapshotLine = z.object({
  /** `make/line`. */
  id: z.string(),
  makeId: z.string(),
  name: z.string(),
  /** Types its listings are of, most usual first. */
  types: z.array(z.enum(RV_TYPE_IDS)),
  /** Units still observed, counted once, as `byMake` counts them. */
  units: z.number().int(),
  floorplans: z.array(z.object({ code: z.string(), units: z.number().int() })),
});
export type SnapshotLine = z.output<typeof snapshotLine>;

/** A market segment's plain counts and medians: what market-data shows. */
export const marketCount = z.object({
  key: z.string(),
  units: z.number().int(),
  listedUnits: z.number().int(),
  /** Whole US dollars, over units with a listed price; null without any. */
  medianPrice: z.number().nullable(),
});

const bytes = z.instanceof(Uint8Array);
const int32 = z.instanceof(Int32Array);

/**
 * Real listings to set beside an estimate, at most 12 for each line, model year and condition, in
 * typed columns of one row a listing: those of a line together, by model year, newest first. `states` and `floorplans` hold the
 * texts the codes stand for; -1 in a column means that the listing does not say.
 */
export const comparableColumns = z.object({
  /** Rows of line n of `valuation.lines` are `lineStart[n]` up to `lineStart[n + 1]`. */
  lineStart: int32,
  year: int32,
  /** Index into LISTING_CONDITIONS. */
  condition: bytes,
  mileage: int32,
  /** Whole US dollars. */
  price: int32,
  /** Seconds since January 1970. */
  observedAt: int32,
  state: int32,
  floorplan: int32,
  states: z.array(z.string()),
  floorplans: z.array(z.string()),
  /** Sixteen bytes a listing: the id in hex. */
  listingIds: bytes,
  /** Row n's URL is the UTF-8 in `urls` from `urlStart[n]` up to `urlStart[n + 1]`. */
  urlStart: int32,
  urls: bytes,
});
export type ComparableColumns = z.output<typeof comparableColumns>;

/**
 * Grows when the shape changes, or what a part of it means: a process refuses what it does not know. Since 2
 * trees may say prices less a part of the curve's, and since 3 ranges are around estimates that are corrected; a
 * model from before names no such part and no correction, and is read as it was meant.
 */
export const SNAPSHOT_FORMAT = 3;
export const READABLE_FORMATS = [1, 2, SNAPSHOT_FORMAT] as const;

/**
 * What `pipelines` computes from facts and `api` serves: immutable, published under its id, swapped
 * whole. Nothing in it changes after it is written.
 */
export const snapshot = z.object({
  formatVersion: z.literal(READABLE_FORMATS),
  id: z.string(),
  kind: z.enum(['real', 'sample', 'empty']),
  createdAt: instant,
  /** When the run began that computed the figures, where later ones only told the stories anew. */
  figuresAt: instant.optional(),
  /** The instant the market is valued at: the newest observation it contains. */
  asOf: instant,
  /** Every event of raw.listing.v1 below these offsets has been seen. */
  ends: z.array(partitionEnd),
  totals: z.object({
    sightings: z.number().int(),
    listings: z.number().int(),
    units: z.number().int(),
    /** Units still observed, with a listed price or not. */
    currentUnits: z.number().int(),
    makes: z.number().int(),
    lines: z.number().int(),
    states: z.number().int(),
  }),
  byType: z.array(marketCount),
  byMake: z.array(marketCount),
  byState: z.array(marketCount),
  sources: z.array(
    z.object({
      source: z.string(),
      sightings: z.number().int(),
      listings: z.number().int(),
      lastObservedAt: instant,
    }),
  ),
  lines: z.array(snapshotLine),
  /** Spellings that staff had accepted when the figures were made; snapshots of before have none. */
  aliases: z
    .array(catalogueDecision.schema.pick({ alias: true, makeId: true, lineId: true }))
    .optional(),
  market: marketFacts,
  /** Best first. Snapshots of before there were stories have none. */
  stories: z.array(story).default([]),
  valuation: valuationModel,
  comparables: comparableColumns,
  /** The run's own checks, by name; a snapshot with a failed one is kept back. */
  checks: z.array(z.object({ name: z.string(), passed: z.boolean(), detail: z.string() })),
});
export type Snapshot = z.output<typeof snapshot>;

/** When the run began whose figures a snapshot holds. */
export const figuresAtOf = ({ figuresAt, createdAt }: Pick<Snapshot, 'figuresAt' | 'createdAt'>) =>
  figuresAt ?? createdAt;
