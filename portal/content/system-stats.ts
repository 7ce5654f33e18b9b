import type { CONSUMER_STATES } from '#schemas/api/staff-health.ts';

/** The pipeline, for staff; without anything to show, the specification's text. */
export const SYSTEM = {
  soon: 'System statistics coming soon...',
  failed: 'The state of the pipeline could not be loaded',
  figures: {
    label: 'The pipeline in four figures',
    lag: 'Events to be read',
    lagNote: 'Over all topics',
    event: 'Newest event stored',
    snapshot: 'Newest snapshot',
    keptBack: 'Kept back',
    keptBackNote: 'Of the computations below',
    none: 'None yet',
  },
  consumers: {
    title: 'Consumers',
    text: 'What reads the log, the one furthest behind first.',
    heads: {
      name: 'Consumer',
      state: 'State',
      lag: 'Lag',
      in: 'In per second',
      out: 'Out per second',
    },
    states: {
      keeping_up: 'Keeping up',
      catching_up: 'Catching up',
      behind: 'Behind',
      stuck: 'Stuck',
      unknown: 'Not known',
    } satisfies Record<(typeof CONSUMER_STATES)[number], string>,
    partitions: (count: number) => (count === 1 ? '1 partition' : `${count} partitions`),
    partition: (partition: number, lag: string, committed: string, end: string) =>
      `${partition}: ${lag} behind (${committed} of ${end})`,
    waiting: 'Not yet',
  },
  computes: {
    title: 'Computations',
    text: 'Each makes a snapshot and checks it. One that fails a check is kept back, and what was served stays.',
    none: 'Nothing has been computed yet.',
    heads: {
      started: 'Started',
      state: 'State',
      took: 'Took',
      checks: 'Checks',
      asked: 'Asked for by',
    },
    states: {
      running: 'Running',
      published: 'Published',
      kept_back: 'Kept back',
      failed: 'Failed',
      interrupted: 'Interrupted',
    },
    passed: (passed: number, all: number) => `${passed} of ${all} passed`,
    noChecks: 'None',
    check: (name: string, detail: string) => `${name}: ${detail}`,
    notStarted: 'Not started',
  },
  alerts: {
    title: 'Alerts',
    webhook: 'Each is also sent to ALERT_WEBHOOK_URL, once when it opens and once when it ends.',
    noWebhook: 'They are shown here only: set ALERT_WEBHOOK_URL to have them sent.',
    none: 'None is open, and none ended in the last 30 days.',
    heads: { what: 'What', opened: 'Opened', ended: 'Ended', sent: 'Sent' },
    open: 'Open',
    sent: 'Sent',
    notSent: 'Not sent',
  },
};
