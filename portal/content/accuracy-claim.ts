import { CLAIMED } from '#schemas/constants.ts';

/** The claimed accuracy, beside the landing figures; apart from the page it leads to, which few open. */
export const ACCURACY_CLAIM = {
  link: `${CLAIMED.accuracyPercent}%+ accuracy`,
  measured: (error: string) =>
    `Measured: half of all used RVs are valued within ${error} of what is asked.`,
  measuredOnSample: (error: string) =>
    `Measured on the sample market: half of its used RVs are valued within ${error} of what is asked.`,
  unmeasured: 'See what we measure at every run.',
};
