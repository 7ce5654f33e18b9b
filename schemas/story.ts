import { z } from 'zod';
import { STORY_CATEGORIES } from './vocabulary.ts';

/** A story as it is told, and what it was made from, which stays inside. */
export const story = z.object({
  id: z.string(),
  category: z.enum(STORY_CATEGORIES),
  title: z.string(),
  summary: z.string(),
  narrative: z.string(),
  dataPoints: z.array(
    z.object({
      metric: z.string(),
      value: z.string(),
      /** How it changed over time; `none` of what tells of no change. */
      trend: z.enum(['up', 'down', 'flat', 'none']),
      impact: z.enum(['positive', 'negative', 'neutral']),
    }),
  ),
  keyInsights: z.array(z.string()),
  recommendations: z.array(z.string()),
  evidence: z.object({
    /** Which figures of the market's facts, and which test. */
    query: z.string(),
    /** Units or visits behind it. */
    n: z.number().int(),
    /** As the facts count: a log or a difference of shares. */
    effect: z.number(),
    /** 95% interval of the effect. */
    interval: z.tuple([z.number(), z.number()]),
    p: z.number(),
    /** Smallest false discovery rate, over all candidates of the run, at which it is told. */
    q: z.number(),
    /** Whether a language model chose the words; the facts in them are the template's. */
    reworded: z.boolean(),
  }),
});
export type Story = z.output<typeof story>;
