import type { MeasuredShare } from '#schemas/accuracy.ts';

/** `72–78%`, rounded as the share is. */
export const interval = ({ low, high }: MeasuredShare): string =>
  `${Math.round(100 * low)}–${Math.round(100 * high)}%`;
