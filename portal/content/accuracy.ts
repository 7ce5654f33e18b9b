import { ACCURACY_INTERVAL_LEVEL, ACCURACY_UNITS_MIN } from '#schemas/constants.ts';

/** The accuracy page: what was measured, and what it means. No figure stands here. */
export const ACCURACY = {
  hero: {
    eyebrow: 'Measured at every run',
    title: 'How close our values come',
    text: 'Each time values are computed, we hide RVs from ourselves, value them from all the others, and compare with what their sellers ask. Nothing on this page is typed in.',
  },
  measuredOn: {
    real: (date: string) => `Measured on listings as of ${date}.`,
    sample: (date: string) => `Measured on the sample market as of ${date}, not on real listings.`,
  },
  csvName: 'accuracy',
  headline: {
    used: { title: 'Used RVs', text: 'Half of the values are within this of the asking price' },
    new: { title: 'New RVs', text: 'Half of the values are within this of the asking price' },
    range: (level: string) => ({
      title: `The ${level} range, used RVs`,
      text: `Asking prices that fell inside; it should be ${level}`,
    }),
    from: (units: string) => `From ${units} ${units === '1' ? 'RV' : 'RVs'} held out`,
  },
  tooFew: 'Too few',
  switch: { label: 'Which RVs?', used: 'Used', new: 'New' },
  detail: { used: 'Used RVs in detail', new: 'New RVs in detail' },
  overall: { used: 'All used RVs', new: 'All new RVs' },
  heads: {
    units: 'RVs',
    medianError: 'Median error',
    within5: 'Within 5%',
    within10: 'Within 10%',
    within20: 'Within 20%',
    coverage: (level: string) => `In ${level} range`,
  },
  groups: {
    byType: { title: 'By type', head: 'Type' },
    byAge: { title: 'By age', head: 'Age' },
    byPrice: { title: 'By estimated value', head: 'Estimated value' },
    byDealer: { title: 'By dealer', head: 'Dealer' },
  },
  dealers: { any: 'Any dealer', unseen: 'A dealer new to us' },
  age: {
    under: (to: string) => `Under ${to} year`,
    between: (from: string, to: string) => `${from} to ${to} years`,
    over: (from: string) => `${from} years and older`,
  },
  price: {
    under: (to: string) => `Under ${to}`,
    between: (from: string, to: string) => `${from} to ${to}`,
    over: (from: string) => `${from} and more`,
  },
  reliability: {
    title: 'Does confidence mean what it says?',
    text: (within: string) =>
      `Confidence is the chance that the asking price is within ${within} of our value. Here RVs are sorted by the confidence we gave and cut into ten groups of the same size. Where confidence is right, the points lie on the dashed line.`,
    description: (tenths: number) =>
      `Observed share against stated confidence, in ${tenths} groups from the least to the most sure; the dashed line is where both are the same.`,
    failed: 'The picture could not be loaded; the figures stand below.',
    table: 'Stated and observed confidence',
    tenth: 'Group',
    tenths: (index: number) =>
      index === 1 ? '1 (least sure)' : index === 10 ? '10 (surest)' : String(index),
    stated: 'Stated',
    observed: 'Observed',
    interval: 'Interval',
    none: 'There are too few RVs to compare stated and observed confidence.',
  },
  meaning: {
    title: 'What the figures mean',
    items: [
      {
        title: 'Median error',
        text: 'Half of the RVs were valued closer to their asking price than this, half less close. It is given in percent of the asking price.',
      },
      {
        title: 'Within 5, 10 and 20%',
        text: 'The share of RVs whose value came that close to the asking price.',
      },
      {
        title: 'In the range',
        text: 'Every value comes with a range that should hold four asking prices of five. This is how many it held.',
      },
      {
        title: 'The small print under a share',
        text: `With ever more RVs the share would settle in there, ${100 * ACCURACY_INTERVAL_LEVEL} times of 100. Few RVs make it wide.`,
      },
    ],
    method: {
      title: 'How it is measured',
      items: [
        'An RV is hidden as a whole, at every dealer and month it was seen in; its own prices never help to value it.',
        'A dealer new to us is one all of whose RVs were hidden at once. Dealers with more than a fifth of the market are not hidden: it would be another market.',
        'Ranges and confidence are judged by a calibration made from other RVs than the ones judged.',
        `Each RV counts once. A group of fewer than ${ACCURACY_UNITS_MIN} shows no figures: they would be luck.`,
        'Bands of value go by our estimate, not by the asking price.',
        'We compare with asking prices, the only ones we see. What is paid in the end is usually lower.',
      ],
    },
  },
  empty: {
    title: 'Nothing has been measured yet',
    text: 'There are too few RVs with a price to hold some out. The figures appear with more listings.',
  },
  failed: {
    title: 'The figures could not be loaded',
    retry: 'Try again',
  },
  /** The specification's claim wherever it stands, with what was measured beside it. */
};
