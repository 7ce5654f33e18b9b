import { z } from 'zod';
import { RV_TYPE_IDS } from '../vocabulary.ts';
import { defineCall } from './call.ts';

/**
 * RVs listed now, each counted once however many listings it has: what a search shows. The counts of a make's lines,
 * and its RVs of which no line is known, add up to the make's; those of floorplans to no more than their line's.
 */
const listings = z.number().int().describe('RVs listed now, each counted once');

export const make = z.object({
  id: z.string(),
  name: z.string(),
  aliases: z.array(z.string()).describe('Other names that are read as this make'),
  listings,
});

/** A model line, its floorplans nested and selectable; one that is not listed now is there with 0. */
export const modelLine = z.object({
  id: z.string(),
  name: z.string(),
  types: z.array(z.enum(RV_TYPE_IDS)),
  listings,
  floorplans: z.array(z.object({ id: z.string(), name: z.string(), listings })),
});

/** A make, or a make and its line, with both together as `name`. */
export const knownName = z.object({ name: z.string(), make: z.string(), model: z.string() });
export type KnownName = z.output<typeof knownName>;

export const rvMakes = defineCall('GET /api/rv-makes', {
  summary: 'Makes, each name once, with how many RVs of each are listed now',
  response: z.array(make),
});

export const rvModelsOfMake = defineCall('GET /api/rv-models/{make}', {
  summary:
    'Model lines of a make with their floorplans, and how many RVs of each are listed now; the make by name or id, any case',
  params: z.object({ make: z.string().min(1).max(100) }),
  response: z.array(modelLine),
});

export const rvModels = defineCall('GET /api/rv-models', {
  summary:
    'Model lines of a make with how many RVs of each are listed now, the make as a query parameter',
  query: z.object({ make: z.string().min(1).max(100) }),
  response: z.array(modelLine),
});

export const rvTypes = defineCall('GET /api/rv-types', {
  summary: 'RV types',
  response: z.array(z.object({ id: z.enum(RV_TYPE_IDS), name: z.string(), category: z.string() })),
});

export const rvNames = defineCall('GET /api/rv-names', {
  summary:
    'What a text typed for a make may have been meant as, likeliest first: the make, or the make with its line',
  query: z.object({ text: z.string().trim().min(1).max(200) }),
  response: z.array(knownName),
});
