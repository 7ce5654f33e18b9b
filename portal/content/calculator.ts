import { GUEST_ANALYSES_PER_DAY } from '#schemas/constants.ts';

const analyses = (count: number): string => (count === 1 ? '1 analysis' : `${count} analyses`);

/** The depreciation calculator (specification, sections 2, 4, 5, 8). */
export const CALCULATOR = {
  form: {
    title: 'Your RV',
    year: 'Model year',
    condition: 'Condition',
    conditions: { new: 'New', used: 'Used', certified: 'Certified' },
    mileage: 'Mileage',
    mileageHint: 'Miles on the odometer. Leave it empty for a towable, or if you do not know.',
    mileageUnit: 'mi',
    submit: 'Calculate Depreciation',
    pending: 'Calculating…',
    didYouMean: (name: string) => `Did you mean ${name}?`,
    required: {
      make: 'Make is required',
      model: 'Model is required',
      year: 'Year is required',
      askingPrice: 'Asking price is required',
    },
  },
  emptyMarket: {
    title: 'The market is empty',
    text: 'No listings have been collected yet, so nothing can be valued. As soon as the first ones are in, their makes appear here.',
  },
  usage: {
    guest: {
      title: 'Free Guest Access',
      left: (left: number) => `${analyses(left)} left of ${GUEST_ANALYSES_PER_DAY} today.`,
      again: 'The count starts again tomorrow.',
      /** Begins with the action. */
      low: 'for the free analyses of your account.',
      action: 'Sign in',
    },
    guestLimit: {
      title: "You've reached your free analysis limit!",
      text: 'Sign up to continue with more free analyses, or upgrade for unlimited access.',
      action: 'Sign up',
      upgrade: 'Upgrade',
    },
    free: {
      title: 'Free Plan',
      text: (used: number, limit: number) => `${used} of ${limit} analyses used this month`,
      notes: ['Cancel anytime', 'Supports Apple Pay'],
      low: (left: number) =>
        left === 0
          ? "You've used all your free analyses this month. Upgrade to continue."
          : `Only ${analyses(left)} left this month.`,
      action: 'Upgrade',
    },
    failed: {
      title: 'Your analyses could not be counted',
      text: 'How many are left could not be loaded. Trying again usually helps.',
      retry: 'Try again',
    },
    unlimited: {
      title: 'Unlimited Access',
      text: 'Analyze as many RVs as you like.',
      includes: [
        'What would change a value',
        'A value for each floorplan',
        'PDF reports, all of price history',
      ],
    },
    meter: (used: number, limit: number) => `${used} of ${limit} used`,
  },
  errors: {
    title: 'The analysis did not work',
    failed: (status: number, statusText: string) => `Analysis failed: ${status} ${statusText}`,
    malformed: 'Invalid response format from server',
    unexpected: 'An unexpected error occurred. Please try again.',
    suggestions: 'Nearest names we know:',
    uncounted: 'It did not use up one of your analyses.',
    /** No answer of ours came, or none that can be read. */
    asked:
      'It may have used up one of your analyses. To ask for the same again within an hour uses up no other.',
    held: 'It did not use up one of your analyses: that one is kept for an hour, for you to try again.',
  },
  /** Where the result will be. */
  region: 'Result of the analysis',
  waiting: {
    title: 'Your result appears here',
    text: 'Name an RV and see its value today, its next ten years, and how sure we are.',
  },
  /** Where a result was, once the form names another RV. */
  outdated: (button: string) => ({
    title: 'The form has changed',
    text: `Press “${button}” for an answer to what it says now.`,
  }),
};
