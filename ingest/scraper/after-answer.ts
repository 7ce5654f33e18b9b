import { BYTES_ID, HASH_ID, type RawListing } from '#schemas/events/raw-listing.ts';
import {
  isLong,
  type Absence,
  type KnownPage,
  type Meaning,
  type Owed,
  type Streak,
} from './known-page.ts';
import { seenAgain, type Run } from './seen-again.ts';

/** What an answer makes of a page. */
export interface After {
  /** undefined: nothing is known of it. */
  page: KnownPage | undefined;
  tells?: readonly RawListing[] | undefined;
  /** It offers nothing any more, and no run misses it. */
  isGone?: boolean;
  /** A run that found it so misses it. */
  absence?: Absence;
  /** What is known of the page that it moved to. */
  movedPage?: KnownPage;
}

/**
 * What becomes of a page by an answer, and what is told of it.
 * @param there what is known of the page that it moved to
 */
export function afterAnswer(
  page: KnownPage | undefined,
  answer: Meaning,
  run: Run,
  there?: KnownPage,
): After {
  if (answer.is === 'offering') return offering(page, answer, run);
  if (page === undefined) return { page, tells: answer.is === 'absent' ? answer.unreadable : [] };
  switch (answer.is) {
    case 'unchanged':
      return unchanged(page, run);
    case 'gone':
      return gone(page, run);
    case 'absent':
      return absent(page, answer, run);
    case 'moved':
      return moved(page, answer, run, there);
    case 'silent':
      return { page: failing(page, run) };
    default:
      return answer satisfies never;
  }
}

function offering(
  page: KnownPage | undefined,
  { events, offers, version }: Extract<Meaning, { is: 'offering' }>,
  run: Run,
): After {
  const told = idsOf(events.filter(({ unreadable }) => unreadable === undefined));
  const others = page?.offers.filter(({ sourceId }) => !told.has(sourceId)) ?? [];
  // An id that is a hash changes with what it is made of; what cannot be read may be any of them.
  const isUnsure =
    [...told].some((id) => id.startsWith(HASH_ID) || id.startsWith(BYTES_ID)) ||
    events.some(({ unreadable }) => unreadable !== undefined);
  const owed = [...stillOwed(page, run, told), ...others.map((event) => owe(event, run, isUnsure))];
  return { page: { offers, version, owed }, tells: events };
}

function unchanged(page: KnownPage, run: Run): After {
  const { offers, version, owed, ...rest } = page;
  const isSame = owed.length === 0 && Object.values(rest).every((one) => one === undefined);
  return {
    page: isSame ? page : { offers, version, owed: stillOwed(page, run, idsOf(offers)) },
    tells: seenAgain(offers, run),
  };
}

/** It owes all that it offered. Asked for until a run is believed: that it stays so is what is believed of most of a site. */
function gone(page: KnownPage, run: Run): After {
  const before = stillOwed(page, run).map((one) => ({ ...one, isUnsure: false }));
  const owed = [...before, ...page.offers.map((event) => owe(event, run))];
  const standing = owed.length === 0 ? 'let go' : 'gone';
  return { page: { offers: [], owed, standing }, isGone: true };
}

/**
 * The site may be under repair, so the listing is missed at first; a page that stays so would make every run
 * partial for ever. Any answer ends a streak of none.
 */
function absent(
  page: KnownPage,
  { missed, warning, ...answer }: Extract<Meaning, { is: 'absent' | 'moved' }>,
  run: Run,
): After {
  const streak = longer(page.absent, run);
  if (isLong(streak, run)) return gone(page, run);
  const after = { ...page, absent: streak, failing: undefined, owed: stillOwed(page, run) };
  if (page.standing !== undefined) return { page: after, isGone: true };
  const tells = answer.is === 'absent' ? answer.unreadable : [];
  return { page: after, tells, absence: { missed, warning } };
}

/** To a page of which nothing is known it takes along what it offered, and with that what it owes. */
function moved(
  page: KnownPage,
  answer: Extract<Meaning, { is: 'moved' }>,
  run: Run,
  there: KnownPage | undefined,
): After {
  if (offersAll(there, page)) return { page: undefined };
  if (answer.wasAsked || !isBlank(there)) return absent(page, answer, run);
  if (isBlank(page)) return { page };
  return { page: undefined, movedPage: { ...page, version: undefined } };
}

/**
 * That ends nothing, but a page that never answers is asked for only where it is linked. One that said that it is
 * gone has not come back: as often as it takes to let it go, it is believed.
 */
function failing(page: KnownPage, run: Run): KnownPage {
  if (page.standing === 'let go') return page;
  const streak = longer(page.failing, run);
  const owed = page.standing === 'gone' ? stillOwed(page, run) : page.owed;
  return isLong(streak, run)
    ? { ...page, owed, failing: undefined, standing: 'let go' }
    : { ...page, owed, failing: streak };
}

/** Whether a page may stand for another one that leads to it: it offers the same, and the other owes nothing. */
const offersAll = (there: KnownPage | undefined, page: KnownPage): boolean => {
  if (there === undefined || page.offers.length === 0 || page.owed.length > 0) return false;
  const ids = there.standing === undefined ? idsOf(there.offers) : new Set();
  return page.offers.every(({ sourceId }) => ids.has(sourceId));
};

/** Whether nothing is known of a page that would be lost with it. */
const isBlank = (page: KnownPage | undefined): boolean =>
  page === undefined || (page.standing === 'let go' && page.offers.length + page.owed.length === 0);

const idsOf = (events: readonly RawListing[]): ReadonlySet<string> =>
  new Set(events.map(({ sourceId }) => sourceId));

const owe = (event: RawListing, run: Run, isUnsure = false): Owed => ({
  event,
  ...longer(undefined, run),
  isUnsure,
});

/** What a page that gave an answer owes as before. */
const stillOwed = (
  page: KnownPage | undefined,
  run: Run,
  told: ReadonlySet<string> = new Set(),
): Owed[] =>
  (page?.owed ?? [])
    .filter(({ event }) => !told.has(event.sourceId))
    .map((owed) => ({ ...owed, ...longer(owed, run) }));

function longer(streak: Streak | undefined, { observedAt }: Run): Streak {
  const { runs = 0, since = '' } = streak ?? {};
  // Stores of some hours in November 2026 have streaks that do not say since when.
  return { runs: runs + 1, since: (runs > 0 && since) || observedAt };
}
