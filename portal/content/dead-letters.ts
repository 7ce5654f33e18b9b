import type { LetterState } from '#schemas/api/staff-data.ts';

type RedriveState = 'running' | 'loading' | 'done' | 'failed';

/** What could not be understood, for staff. */
export const LETTERS = {
  title: 'Dead letters',
  text: 'Records that could not be understood, with their bytes. Nothing is edited here. Once a rule is mended, send them again; once a mapping is, bring its files in anew, or collect its site again: what is sent again was read by the old one.',
  failed: 'The dead letters could not be loaded',
  filters: {
    label: 'Filter',
    source: 'Source',
    anySource: 'Any source',
    reason: 'Reason',
    anyReason: 'Any reason',
    state: 'State',
    anyState: 'Any state',
    since: 'From (UTC)',
    until: 'Until (UTC)',
    clear: 'Clear filters',
    choice: (name: string, letters: string, open: string) => `${name} (${letters}, ${open} open)`,
    noSource: 'no source',
  },
  states: {
    open: 'Open',
    redriven: 'Sent again',
    replayed: 'Read since',
    repeated: 'Came again',
    superseded: 'Came in since',
    lapsed: 'Lapsed',
  } satisfies Record<LetterState, string>,
  found: (count: string) => (count === '1' ? '1 dead letter' : `${count} dead letters`),
  open: (count: string) => `${count} open`,
  empty: {
    title: 'No dead letters',
    text: 'Everything that came in was understood.',
    filtered: 'None matches the filter.',
  },
  heads: {
    at: 'Put aside',
    source: 'Source',
    reason: 'Reason',
    origin: 'Origin',
    size: 'Size',
    state: 'State',
  },
  see: (time: string) => `See the dead letter of ${time}`,
  bytes: (count: string) => `${count} B`,
  pages: {
    label: 'Pages of dead letters',
    previous: 'Previous page',
    next: 'Next page',
    page: (page: string) => `Page ${page}`,
    pageOf: (page: string, pages: string) => `Page ${page} of ${pages}`,
    last: (page: string) => `Last page, ${page}`,
  },
  redriveAll: {
    button: (open: string) => `Send ${open} again`,
    title: 'Send dead letters again?',
    text: (open: string) =>
      `${open === '1' ? 'The open dead letter that matches the filter is' : `All ${open} open dead letters that match the filter are`} read once more, each with its own bytes. One that has been sent is not sent twice.`,
    confirm: 'Send again',
    sending: 'Sending...',
    cancel: 'Not now',
    close: 'Close',
  },
  sent: (count: string, failedAgain: string | undefined) => ({
    title: 'Sent again',
    text: [
      count === '1'
        ? '1 dead letter is read once more.'
        : `${count} dead letters are read once more.`,
      ...(failedAgain === undefined ? [] : [`${failedAgain} failed again.`]),
    ].join(' '),
  }),
  sending: { title: 'Sending', text: 'It goes on in the background; see the list below.' },
  notSent: {
    title: 'Not sent',
    text: 'What was sent stays sent; asking again does the rest.',
  },
  redrives: {
    title: 'Sent again so far',
    failed: 'What was sent again could not be loaded',
    empty: 'Nothing has been sent again yet.',
    heads: {
      asked: 'Asked',
      filter: 'Filter',
      sent: 'Sent',
      state: 'State',
      became: 'What became of them',
    },
    all: 'all',
    since: (time: string) => `from ${time}`,
    until: (time: string) => `until ${time}`,
    sent: (sent: string, matched: string) => `${sent} of ${matched}`,
    notSent: (reason: string, count: string) => `not sent, ${reason}: ${count}`,
    became: (what: string, count: string) => `${what}: ${count}`,
    failedAgain: (count: string) => `${count} failed again`,
    by: { staff: 'here', command: 'by command' },
    states: {
      running: 'Sending',
      loading: 'Being read',
      done: 'Done',
      failed: 'Broken off',
    } satisfies Record<RedriveState, string>,
  },
  letter: {
    back: 'All dead letters',
    failed: 'The dead letter could not be loaded',
    unknown: {
      title: 'No such dead letter',
      text: 'The address is wrong, or it has not come in yet.',
    },
    facts: {
      at: 'Put aside',
      source: 'Source',
      sourceId: 'Its id there',
      origin: 'Origin',
      place: 'Place in the log',
      schema: 'Schema',
      size: 'Size',
      run: 'Run',
      event: 'Event',
    },
    ended: {
      redriven: 'Sent again',
      replayed: 'Read since',
      repeated:
        'Needs nothing: the same record came again and was put aside again. Its newest letter stands for it',
      superseded:
        'Needs nothing: a later run brought the same listing and it was understood, or all that its source or its file holds',
      lapsed:
        'Needs nothing: it says what to do or what was done, and its moment has passed, so it is never sent again. Where it still matters, ask for it anew',
    } satisfies Record<Exclude<LetterState, 'open'>, string>,
    became: (outcome: string, reason: string) =>
      reason === '' ? `It was then ${outcome}.` : `It was then ${outcome}: ${reason}.`,
    outcomes: { accepted: 'accepted', dropped: 'dropped', dead_letter: 'put aside once more' },
    bytes: 'Its bytes',
    base64: 'Not text: shown as base64.',
    cut: 'Only the beginning is shown. Download it for the rest.',
    download: 'Download all bytes',
    redrive: 'Send again',
    sending: 'Sending...',
  },
};
