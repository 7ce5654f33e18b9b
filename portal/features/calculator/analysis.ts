import type { z } from 'zod';
import type { comprehensiveAnalysis } from '#schemas/api/analysis.ts';

export type Analysis = z.output<typeof comprehensiveAnalysis.response>;
