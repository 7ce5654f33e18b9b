import type { RegisteredSource } from '#schemas/api/data.ts';
import type { CollectedSource } from '#schemas/events/ingest-collection.ts';
import type { IncidentKind } from '#schemas/api/staff-health.ts';
import { COLLECTION_TARGET } from '#schemas/constants.ts';
import { listingsOf } from './listings-of.ts';
import { thousands } from './thousands.ts';

type CollectionKind = 'refresh' | 'collect-all' | 'scan' | 'specific';
type CollectionOutcome = 'done' | 'partial' | 'nothing' | 'failed' | 'cancelled';

/** The admin screen and its first tab (specification, sections 2, 4, 7 and 8). */
export const ADMIN = {
  title: 'Admin Dashboard',
  intro: 'Run the collection, see whether it is healthy, and find out why where it is not.',
  dashboard: 'Data Intelligence Dashboard',
  views: 'Views',
  tabs: {
    'data-collection': 'Data Collection',
    sources: 'Sources',
    'dead-letters': 'Dead Letters',
    'data-quality': 'Data Quality',
    'system-stats': 'System Stats',
  },
  health: {
    label: 'Health',
    good: 'No alerts',
    goodText: (time: string) => `None was open at ${time}.`,
    notYet: 'No alerts yet',
    notYetText: { failing: 'Failing just now:', stale: 'Stale just now:' },
    bad: (count: number) => (count === 1 ? '1 problem' : `${count} problems`),
    since: (time: string) => `since ${time}`,
    why: 'Why',
    whyOf: (subject: string) => `Why: ${subject}`,
    failed: 'The alerts could not be loaded',
    kinds: {
      source_failing: 'Source failing',
      source_stale: 'Source stale',
      source_volume: 'Unusual volume',
      lag: 'Lag',
      snapshot_kept_back: 'Snapshot kept back',
      compute_failed: 'Computation failed',
    } satisfies Record<IncidentKind, string>,
  },
  progress: {
    title: 'Listings collected',
    of: (total: string, target: string) => `${total} of ${target} listings`,
    complete: (percent: string) => `${percent}% complete`,
    remaining: (count: string) => `${count} remaining`,
    total: 'Total in Database',
    recent: 'Recent (24h)',
    start: 'Start Comprehensive Collection',
    starting: 'Starting...',
    refresh: 'Refresh Status',
    refreshing: 'Refreshing...',
    loadFailed: 'The status of the collection could not be loaded',
    running: {
      title: 'Collection in progress',
      text: 'This page follows it. You may leave: it continues in the background.',
    },
    started: {
      title: 'Data Collection Started',
      text: `Collecting ${thousands(COLLECTION_TARGET)}+ listings from multiple sources. This may take several hours.`,
    },
    /** It joins another, or waits for its turn: the server says which. */
    notBegun: 'No collection of its own',
    failed: {
      title: 'Collection Failed',
      text: 'Unable to start data collection. Please try again.',
    },
  },
  sources: {
    title: 'Data sources',
    note: 'Data is updated monthly. Collection may take hours and continues in the background.',
    kinds: {
      'new-registrations': { name: 'New RV registrations', scope: '50 states + Canada' },
      'used-registrations': { name: 'Used RV registrations', scope: 'US nationwide' },
      'buyer-demographics': { name: 'Buyer demographics', scope: 'Who buys what, and where' },
      dealers: { name: 'RV dealer data', scope: 'All 50 states' },
      marketplace: { name: 'Major listings marketplace', scope: '100,000+ listings' },
      additional: { name: 'Additional sources', scope: 'Other feeds and files' },
    } satisfies Record<RegisteredSource['id'], { name: string; scope: string }>,
    last: (time: string) => `Last came in ${time}`,
    lastOfSeveral: (time: string) => `The last of them came in ${time}`,
    failed: 'The states of the sources could not be loaded',
  },
  schedule: {
    title: 'Schedule',
    text: 'What runs by itself. A run that was missed is caught up once.',
    refresh: 'Collect from all sources',
    refreshAt: (hours: string, zone: string) => `Daily at ${hours}, ${zone}`,
    compute: 'Compute the market anew',
    computeEvery: (hours: number) => `Every ${hours} hours`,
    next: (time: string) => `Next ${time}`,
    off: 'Switched off',
    nothing: 'On; no site is set up to collect from (SITES_DIR)',
    failed: 'The schedule could not be loaded',
    switched: (name: string, on: boolean) => ({
      title: on ? 'Switched on' : 'Switched off',
      text: name,
    }),
    switchFailed: {
      title: 'Not switched',
      text: 'The schedule is as it was. Please try again.',
    },
  },
  collections: {
    title: 'Collections',
    text: 'Waiting, under way and ended, the newest first.',
    empty: 'No collection has been asked for yet.',
    failed: 'The collections could not be loaded',
    heads: {
      what: 'What',
      started: 'Started',
      took: 'Took',
      outcome: 'Outcome',
      sources: 'Sources',
    },
    kinds: {
      refresh: 'Refresh',
      'collect-all': 'Comprehensive',
      scan: 'Full scan',
      specific: 'Scan of one make',
    } satisfies Record<CollectionKind, string>,
    askedBy: (who: string) => `asked for by ${who}`,
    outcomes: {
      done: 'Done',
      partial: 'Partial',
      nothing: 'Nothing to collect',
      failed: 'Failed',
      cancelled: 'Cancelled',
    } satisfies Record<CollectionOutcome, string>,
    waiting: 'Waiting',
    running: 'Running',
    sourcesDone: (done: number, all: number) =>
      `${done} of ${all === 1 ? '1 source' : `${all} sources`}`,
    /** Also of those that became dead letters: the run's funnel tells what is refused. */
    listings: (processed: string, added: string) =>
      `${listingsOf(processed)}, ${added} seen for the first time`,
    waits: (source: string, why: string) => `${source}: ${why}`,
    /** What a collection waits for that has not begun. */
    behind: (source: string, why: string) => `Behind ${source}. ${why}`,
    states: {
      waiting: 'Waiting',
      running: 'Running',
      done: 'Done',
      partial: 'Partial',
      blocked: 'Blocked',
      taken: 'Crawled elsewhere',
      failed: 'Failed',
      cancelled: 'Cancelled',
    } satisfies Record<CollectedSource['state'], string>,
    cancel: 'Cancel',
    cancelOf: (what: string) => `Cancel: ${what}`,
    ask: {
      title: 'Cancel this collection?',
      text: (what: string) => `${what}. What it has published stays; the rest is not collected.`,
      confirm: 'Cancel collection',
      keep: 'Not now',
      close: 'Close',
    },
    cancelling: 'Cancelling...',
    cancelled: { title: 'Collection cancelled', text: 'What it has published stays.' },
    cancelFailed: { title: 'Not cancelled', text: 'The collection goes on. Please try again.' },
    log: 'Log',
    logOf: (source: string) => `Log of ${source}`,
  },
};
