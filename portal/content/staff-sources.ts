import type {
  FUNNEL_STAGES,
  Funnel,
  RunState,
  SourceCheck,
  UsualBand,
} from '#schemas/api/staff-health.ts';
import type { SiteWait } from '#schemas/events/ingest-alive.ts';

/** Sources, their runs and a run's log, for staff (issue "Staff dashboards"). */
export const SOURCES = {
  title: 'Sources',
  text: (judgedBy: number) =>
    `The worst first. A source is as well as the worst of its last run, its freshness and its checks; a figure is judged against ${judgedBy} runs or more.`,
  failed: 'The sources could not be loaded',
  empty: {
    title: 'No source has run yet',
    text: 'Start a collection, or publish a feed with npm run ingest. Each source then has a row here.',
  },
  heads: {
    source: 'Source',
    state: 'State',
    runs: 'Last 30 runs',
    last: 'Last run',
    volume: 'Volume',
    took: 'Took',
    why: 'Look into',
  },
  runStates: {
    running: 'Running',
    loading: 'Loading',
    done: 'Done',
    partial: 'Partial',
    blocked: 'Blocked',
    failed: 'Failed',
    lost: 'Lost',
    cancelled: 'Cancelled',
  } satisfies Record<RunState, string>,
  runsSummary: (parts: string) => `Its last runs: ${parts}`,
  /** Why a run that goes on asks for no page now. */
  waits: {
    asked_to: (time: string, status: string) =>
      `The site asked us to come later${status}: it is asked again at ${time}.`,
    host_taken: (time: string) =>
      `Another run asks a host of the site: this one waits for it until ${time} at most.`,
    pause: (time: string) =>
      `The site asks for long pauses: its next page is asked for at ${time}.`,
  } satisfies Record<SiteWait['why'], (time: string, status: string) => string>,
  runTitle: (state: string, time: string, published: string) => `${state}, ${time}, ${published}`,
  published: (count: string) => (count === '1' ? '1 record' : `${count} records`),
  notStarted: 'not started',
  details: 'Details',
  detailsOf: (source: string) => `Details of ${source}`,
  log: 'Log',
  logOf: (source: string) => `Log of the last run of ${source}`,
  letters: 'Dead letters',
  openLetters: (open: string) => `Dead letters (${open} open)`,
  lettersOf: (source: string, open?: string) =>
    open === undefined ? `Dead letters of ${source}` : `Dead letters (${open} open) of ${source}`,
  back: 'All sources',
  reasons: 'Why',
  checks: {
    title: 'Checks',
    names: {
      coverage: 'Coverage',
      volume: 'Volume',
      duration: 'Duration',
      rejected: 'Rejected',
    } satisfies Record<SourceCheck['name'], string>,
    states: {
      passed: 'Passed',
      warning: 'Warning',
      failed: 'Failed',
      not_judged: 'Not judged',
    } satisfies Record<SourceCheck['state'], string>,
  },
  freshness: {
    title: 'Freshness',
    fresh: 'Fresh',
    stale: 'Stale',
    unknown: 'Not known yet',
    last: (time: string) => `Last came in ${time}.`,
    never: 'No run has come in yet.',
    after: (time: string) => `Stale when nothing came in for ${time}.`,
  },
  trend: {
    volume: 'Records published',
    duration: 'Time taken',
    /** Where the last run is another: it did not come in, or is under way. */
    ofRun: (time: string) => `Of the run of ${time}, the newest that can be judged.`,
    states: {
      usual: 'As usual',
      low: 'Lower than usual',
      high: 'Higher than usual',
      not_judged: 'Too few runs to judge',
    } satisfies Record<UsualBand['state'], string>,
    usual: (typical: string, low: string, high: string) =>
      `Usually ${typical}, between ${low} and ${high}.`,
    description: (what: string, count: number) =>
      count === 1 ? `${what}, of its one run` : `${what}, the last ${count} runs, the newest right`,
  },
  funnel: {
    title: 'From page to record',
    ofLast: 'The newest run that ended.',
    ofRun: 'What became of what the run saw.',
    none: 'No run has ended yet.',
    stages: {
      discovered: 'Discovered',
      allowed: 'Allowed',
      fetched: 'Fetched',
      parsed: 'Parsed',
      records: 'Records',
      valid: 'Valid',
      new: 'New',
      changed: 'Changed',
      unchanged: 'Unchanged',
      duplicates: 'Duplicates',
      reread: 'Read since',
    } satisfies Record<(typeof FUNNEL_STAGES)[number], string>,
    units: {
      pages: (number: number) => (number === 1 ? 'page' : 'pages'),
      records: (number: number) => (number === 1 ? 'record' : 'records'),
    },
    rejected: 'Fallen out',
    noneRejected: 'Nothing fell out.',
    soFar: 'What the run has come to so far.',
    noneCounted: 'Nothing was counted.',
    noneYet: 'Nothing has been counted yet.',
    kinds: {
      not_seen: 'Not seen',
      dropped: 'Dropped',
      dead_letter: 'Dead letter',
    } satisfies Record<Funnel['rejected'][number]['kind'], string>,
    heads: { reason: 'Reason', kind: 'How', count: 'Count' },
    letters: (reason: string) => `Dead letters: ${reason}`,
  },
  runs: {
    title: 'Runs',
    heads: {
      started: 'Started',
      state: 'State',
      took: 'Took',
      read: 'Read',
      published: 'Published',
      stored: 'Stored',
      duplicates: 'Duplicates',
      dropped: 'Dropped',
      deadLettered: 'Dead letters',
    },
    logAt: (time: string) => `Log of the run of ${time}`,
    unknown: 'not known yet',
    notTold: 'not known',
    none: 'It has not run yet.',
  },
  run: {
    title: (source: string) => `Run of ${source}`,
    failed: 'The run could not be loaded',
    unknown: {
      title: 'No such run',
      text: 'It is older than what is kept, or the address is wrong.',
    },
    coverage: {
      full: 'Saw the whole source',
      partial: 'Saw a part of the source',
      nothing: 'Read no record',
    },
    log: 'Log',
    warnings: 'Warnings of the crawler',
    states: {
      started: 'Started',
      wentOn: 'Went on where it had been stopped',
      published: 'Published',
      loaded: 'In the warehouse',
      failed: 'Failed',
      cancelled: 'Cancelled',
      interrupted: 'Broke off, and went on later',
      crawled: 'Crawled',
      compared: 'Compared with the run before',
      reread: 'Dead letters read since',
    },
  },
  unknownSource: {
    title: 'No such source',
    text: 'It has never run, or the address is wrong.',
  },
};
