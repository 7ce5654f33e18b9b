import { z } from 'zod';
import { RV_TYPE_IDS } from '../vocabulary.ts';
import { defineCall } from './call.ts';

export const make = z.object({ id: z.string(), name: z.string(), listings: z.number().int() });

/** A model line, its floorplans nested and selectable. */
export const modelLine = z.object({
  id: z.string(),
  name: z.string(),
  types: z.array(z.enum(RV_TYPE_IDS)),
  listings: z.number().int(),
  floorplans: z.array(z.object({ id: z.string(), name: z.string(), listings: z.number().int() })),
});

export const rvMakes = defineCall('GET /api/rv-makes', {
  summary: 'Makes, each name once, with how many current listings each has',
  response: z.array(make),
});

export const rvModelsOfMake = defineCall('GET /api/rv-models/{make}', {
  summary: 'Model lines of a make with their floorplans; the make by name or id, any case',
  params: z.object({ make: z.string().min(1).max(100) }),
  response: z.array(modelLine),
});

export const rvModels = defineCall('GET /api/rv-models', {
  summary: 'Model lines of a make, the make as a query parameter',
  query: z.object({ make: z.string().min(1).max(100) }),
  response: z.array(modelLine),
});

export const rvTypes = defineCall('GET /api/rv-types', {
  summary: 'RV types',
  response: z.array(z.object({ id: z.enum(RV_TYPE_IDS), name: z.string(), category: z.string() })),
});
