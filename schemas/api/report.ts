import { z } from 'zod';
import { analysisRequest, judgedListing } from './analysis.ts';
import { defineCall } from './call.ts';

export const valuationReport = defineCall('POST /api/reports/valuation', {
  summary:
    'The analysis of an RV as a PDF: value, forecast, what would change it, floorplans, comparables and how it was computed',
  access: 'premium',
  body: analysisRequest.extend({ listingId: judgedListing }),
  response: z.instanceof(Uint8Array),
  produces: 'application/pdf',
});
