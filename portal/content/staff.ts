import type { SourceState } from '#schemas/api/data.ts';

/** Words both staff screens use. */
export const STAFF = {
  none: 'N/A',
  /** Of a cell that has nothing to say. */
  nothing: '–',
  unknown: 'Unknown',
  only: {
    title: 'For the staff of this server',
    text: 'Here staff run the collection. Nothing is wrong, and nothing is missing for you.',
    controls: 'The collection is run by the staff of this server.',
  },
  failed: {
    retry: 'Try again',
  },
  sample: 'sample',
  /** How a source is, wherever it is shown. */
  sourceStates: {
    never_run: 'Never run',
    retired: 'No longer set up',
    configured: 'Configured',
    healthy: 'Healthy',
    warning: 'Warning',
    stale: 'Stale',
    failing: 'Failing',
  } satisfies Record<SourceState, string>,
};
