import { isolated } from './isolated.ts';
import { listingsOf } from './listings-of.ts';

type ReplayState = 'running' | 'done' | 'overtaken' | 'failed';

const registrationsOf = (count: string): string =>
  count === '1' ? '1 registration' : `${count} registrations`;

/** How good what came in is, for staff. */
export const QUALITY = {
  failed: 'The data quality could not be loaded',
  empty: {
    title: 'Nothing to judge yet',
    text: 'The figures come with the first snapshot that is served.',
  },
  asOf: (time: string) => `Of the snapshot of ${time}.`,
  figures: {
    label: 'Data quality in four figures',
    listings: 'Listings',
    units: 'Units',
    duplicates: 'Shown twice or more',
    duplicatesNote: (units: string, across: string) =>
      `${units} ${units === '1' ? 'unit' : 'units'}, ${across} of them by more than one source`,
    events: 'Came again, word for word',
    eventsNote: 'Counted once, as first loaded',
  },
  completeness: {
    title: 'Completeness',
    text: 'The share of listings that say it.',
    field: 'Field',
    all: 'All sources',
  },
  leftOut: {
    title: 'Left out of the figures',
    text: 'What was refused, and why. Records that are no listing count as often as they came, as they were first loaded.',
    none: 'Nothing was left out.',
    heads: { field: 'Field', reason: 'Reason', count: 'How many' },
    units: {
      listings: listingsOf,
      records: (count: string) => (count === '1' ? '1 record' : `${count} records`),
    },
  },
  aliases: {
    title: 'Spellings to decide',
    text: 'Names that listings and registrations use and the catalogue does not know. An accepted one holds for what comes, and what came is read anew.',
    failed: 'The spellings could not be loaded',
    none: 'No spelling that is like a name of the catalogue waits for a decision.',
    found: (count: string) => (count === '1' ? '1 spelling' : `${count} spellings`),
    listings: listingsOf,
    registrations: registrationsOf,
    ofMake: (make: string) => `A line of ${make}`,
    noMake: 'The make is not known',
    noType: 'The type is not known',
    from: (sources: string) => `from ${sources}`,
    examples: 'Examples',
    seen: (source: string, time: string) => `${source}, ${time}`,
    means: 'It means',
    likeness: (name: string, percent: string) => `${name} (${percent} alike)`,
    accept: 'Accept',
    acceptOf: (alias: string) => `Accept a meaning of ${alias}`,
    refuse: 'Refuse',
    refuseOf: (alias: string) => `Refuse the meaning of ${alias}`,
    accepted: (alias: string, name: string, replays: boolean) => ({
      title: 'Accepted',
      text: `${isolated(alias)} means ${isolated(name)}.${replays ? ' What came is read anew.' : ''}`,
    }),
    refused: (alias: string, name: string, replays: boolean) => ({
      title: 'Refused',
      text: `${isolated(alias)} does not mean ${isolated(name)}.${replays ? ' What came is read anew.' : ''}`,
    }),
    notDecided: { title: 'Not decided', text: 'Nothing has changed. Please try again.' },
    pages: {
      label: 'Pages of spellings',
      previous: 'Previous page',
      next: 'Next page',
      page: (page: string) => `Page ${page}`,
      pageOf: (page: string, pages: string) => `Page ${page} of ${pages}`,
      last: (page: string) => `Last page, ${page}`,
    },
    unknown: {
      title: 'Like nothing in the catalogue',
      text: 'No name of the catalogue is like these, so there is nothing to decide. What writes them has no make, or no type.',
      found: (shown: string, total: string) =>
        shown === total ? `${total} in all` : `The ${shown} most used of ${total}`,
    },
    decided: {
      title: 'Decided',
      heads: {
        alias: 'Spelling',
        meaning: 'Meaning',
        decision: 'Decision',
        at: 'When',
        change: 'Change',
      },
      accepted: 'Accepted',
      refused: 'Refused',
      instead: { accepted: 'Accept instead', refused: 'Refuse instead' },
      insteadOf: {
        accepted: (alias: string, name: string) => `Accept instead that ${alias} means ${name}`,
        refused: (alias: string, name: string) => `Refuse instead that ${alias} means ${name}`,
      },
    },
  },
  replays: {
    title: 'Read anew',
    text: 'When the rules get better, all that came is read again by them.',
    failed: 'What was read anew could not be loaded',
    none: 'Nothing has been read anew yet.',
    version: (version: number) => `Version ${version} of the rules`,
    progress: (read: string, of: string) => `${read} of ${of} events`,
    changes: (unchanged: string, changed: string, gone: string, come: string) =>
      `Listings: ${unchanged} the same, ${changed} changed, ${gone} gone, ${come} new`,
    registrations: (count: string) => `${registrationsOf(count)} read anew`,
    byField: 'Changed fields',
    states: {
      running: 'Reading',
      done: 'Done',
      overtaken: 'Overtaken',
      failed: 'Failed',
    } satisfies Record<ReplayState, string>,
  },
};
