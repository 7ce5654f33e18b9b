import { z } from 'zod';
import type { StoryText } from '../words/template.ts';

/** What of a story may be worded otherwise; its data points are figures and are never sent. */
export const wording = z.object({
  title: z.string(),
  summary: z.string(),
  narrative: z.string(),
  keyInsights: z.array(z.string()),
  recommendations: z.array(z.string()),
});
export type Wording = z.output<typeof wording>;

/**
 * Asks for another wording. What comes back is a proposal: nothing in it is believed.
 * @throws RewordingFailed
 */
export type Reword = (text: Wording, signal: AbortSignal) => Promise<Wording>;

/** No proposal came. `message` says why, without the key and without the answer. */
export class RewordingFailed extends Error {
  readonly code = 'rewording_failed';
  /** Nothing can be expected of the next question either. */
  readonly isAway: boolean;

  constructor(message: string, { isAway }: { isAway: boolean }) {
    super(message);
    this.isAway = isAway;
  }
}

export const wordingOf = ({
  title,
  summary,
  narrative,
  keyInsights,
  recommendations,
}: StoryText): Wording => ({ title, summary, narrative, keyInsights, recommendations });
