import { describe, expect, it } from 'vitest';
import { rawListing, type RawListing } from '#schemas/events/raw-listing.ts';
import { afterAnswer, type After } from './after-answer.ts';
import type { KnownPage, Meaning } from './known-page.ts';

const [example] = rawListing.examples as [RawListing];
const listing = (sourceId: string): RawListing => ({ ...example, sourceId });
const [a, b] = [listing('A'), listing('B')];
const version = { etag: '"1"', madeBy: 'x' };
const run = { runId: 'now', observedAt: '2026-11-05T06:00:00.000Z' };
const since = '2026-11-03T06:00:00.000Z';

const known: KnownPage = { offers: [a], version, owed: [] };
const owed = [{ event: a, runs: 1, since }];
const pages: Record<string, KnownPage | undefined> = {
  'never known': undefined,
  'offering A': known,
  'absent twice': { ...known, absent: { runs: 2, since } },
  'failing twice': { ...known, failing: { runs: 2, since } },
  'gone, which is not believed': { offers: [], owed, standing: 'gone' },
  'let go since it failed': { ...known, standing: 'let go' },
  'let go since it was gone': { offers: [], owed: [], standing: 'let go' },
  'offering B, owing A': { offers: [b], version, owed },
};

const offering = (...events: RawListing[]): Meaning => ({
  is: 'offering',
  events,
  offers: events,
  version,
});
const leads = (wasAsked: boolean): Meaning => ({
  is: 'moved',
  to: '/b',
  wasAsked,
  missed: 'redirected_away',
});
/** With what is known of the page that it leads to. */
const answers: Record<string, [Meaning, there?: KnownPage]> = {
  'offers A': [offering(a)],
  'offers B': [offering(b)],
  'offers one without an id': [offering(listing('hash:1'))],
  'offers one that says nothing of itself': [offering(listing('bytes:1'))],
  'has not changed (304)': [{ is: 'unchanged' }],
  'is sold, or gone for good (410)': [{ is: 'gone' }],
  'is not found (404), or leads away': [{ is: 'absent', missed: 'redirected_away' }],
  'is without a listing': [
    { is: 'absent', missed: 'unreadable', unreadable: [listing('bytes:1')] },
  ],
  'leads to a listing that is not known': [leads(false)],
  'leads where nothing was found': [leads(true)],
  'leads where A is offered': [leads(true), known],
  'leads where B is offered': [leads(false), { ...known, offers: [b] }],
  'is silent, forbidden or refused': [{ is: 'silent' }],
};

const ids = (events: readonly RawListing[]) => events.map(({ sourceId }) => sourceId).join();
const joined = (parts: readonly unknown[], by: string): string => parts.filter(Boolean).join(by);

/** `A v1`: offers A, of which a server named the version; `-A?2`: owes A for two runs, unsure. */
function inShort(page: KnownPage | undefined): string {
  if (page === undefined) return 'unknown';
  const { absent, failing } = page;
  const ends = page.owed.map(
    (one) => `-${one.event.sourceId}${one.isUnsure ? '?' : ''}${one.runs}`,
  );
  return joined(
    [
      page.standing,
      ids(page.offers),
      page.version && 'v1',
      ...ends,
      absent && `absent ${absent.runs}`,
      failing && `failing ${failing.runs}`,
    ],
    ' ',
  );
}
const said = ({ page, tells = [], isGone, absence, movedPage }: After): string =>
  joined(
    [
      inShort(page),
      tells.length > 0 && `tells ${ids(tells)}`,
      absence && `missed: ${absence.missed}`,
      isGone && 'counted as gone',
      movedPage && `there ${inShort(movedPage)}`,
    ],
    '; ',
  );

/** Where a page names no version, none can say that it has not changed. */
const table: Record<string, Record<string, string>> = {
  'never known': {
    'offers A': 'A v1; tells A',
    'offers B': 'B v1; tells B',
    'offers one without an id': 'hash:1 v1; tells hash:1',
    'offers one that says nothing of itself': 'bytes:1 v1; tells bytes:1',
    'is sold, or gone for good (410)': 'unknown',
    'is not found (404), or leads away': 'unknown',
    'is without a listing': 'unknown; tells bytes:1',
    'leads to a listing that is not known': 'unknown',
    'leads where nothing was found': 'unknown',
    'leads where A is offered': 'unknown',
    'leads where B is offered': 'unknown',
    'is silent, forbidden or refused': 'unknown',
  },
  'offering A': {
    'offers A': 'A v1; tells A',
    'offers B': 'B v1 -A1; tells B',
    'offers one without an id': 'hash:1 v1 -A?1; tells hash:1',
    'offers one that says nothing of itself': 'bytes:1 v1 -A?1; tells bytes:1',
    'has not changed (304)': 'A v1; tells A',
    'is sold, or gone for good (410)': 'gone -A1; counted as gone',
    'is not found (404), or leads away': 'A v1 absent 1; missed: redirected_away',
    'is without a listing': 'A v1 absent 1; tells bytes:1; missed: unreadable',
    'leads to a listing that is not known': 'unknown; there A',
    'leads where nothing was found': 'A v1 absent 1; missed: redirected_away',
    'leads where A is offered': 'unknown',
    'leads where B is offered': 'A v1 absent 1; missed: redirected_away',
    'is silent, forbidden or refused': 'A v1 failing 1',
  },
  'absent twice': {
    'offers A': 'A v1; tells A',
    'offers B': 'B v1 -A1; tells B',
    'offers one without an id': 'hash:1 v1 -A?1; tells hash:1',
    'offers one that says nothing of itself': 'bytes:1 v1 -A?1; tells bytes:1',
    'has not changed (304)': 'A v1; tells A',
    'is sold, or gone for good (410)': 'gone -A1; counted as gone',
    'is not found (404), or leads away': 'gone -A1; counted as gone',
    'is without a listing': 'gone -A1; counted as gone',
    'leads to a listing that is not known': 'unknown; there A absent 2',
    'leads where nothing was found': 'gone -A1; counted as gone',
    'leads where A is offered': 'unknown',
    'leads where B is offered': 'gone -A1; counted as gone',
    'is silent, forbidden or refused': 'A v1 absent 2 failing 1',
  },
  'failing twice': {
    'offers A': 'A v1; tells A',
    'offers B': 'B v1 -A1; tells B',
    'offers one without an id': 'hash:1 v1 -A?1; tells hash:1',
    'offers one that says nothing of itself': 'bytes:1 v1 -A?1; tells bytes:1',
    'has not changed (304)': 'A v1; tells A',
    'is sold, or gone for good (410)': 'gone -A1; counted as gone',
    'is not found (404), or leads away': 'A v1 absent 1; missed: redirected_away',
    'is without a listing': 'A v1 absent 1; tells bytes:1; missed: unreadable',
    'leads to a listing that is not known': 'unknown; there A failing 2',
    'leads where nothing was found': 'A v1 absent 1; missed: redirected_away',
    'leads where A is offered': 'unknown',
    'leads where B is offered': 'A v1 absent 1; missed: redirected_away',
    'is silent, forbidden or refused': 'let go A v1',
  },
  'gone, which is not believed': {
    'offers A': 'A v1; tells A',
    'offers B': 'B v1 -A2; tells B',
    'offers one without an id': 'hash:1 v1 -A2; tells hash:1',
    'offers one that says nothing of itself': 'bytes:1 v1 -A2; tells bytes:1',
    'is sold, or gone for good (410)': 'gone -A2; counted as gone',
    'is not found (404), or leads away': 'gone -A2 absent 1; counted as gone',
    'is without a listing': 'gone -A2 absent 1; counted as gone',
    'leads to a listing that is not known': 'unknown; there gone -A1',
    'leads where nothing was found': 'gone -A2 absent 1; counted as gone',
    'leads where A is offered': 'gone -A2 absent 1; counted as gone',
    'leads where B is offered': 'gone -A2 absent 1; counted as gone',
    'is silent, forbidden or refused': 'gone -A2 failing 1',
  },
  'let go since it failed': {
    'offers A': 'A v1; tells A',
    'offers B': 'B v1 -A1; tells B',
    'offers one without an id': 'hash:1 v1 -A?1; tells hash:1',
    'offers one that says nothing of itself': 'bytes:1 v1 -A?1; tells bytes:1',
    'has not changed (304)': 'A v1; tells A',
    'is sold, or gone for good (410)': 'gone -A1; counted as gone',
    'is not found (404), or leads away': 'let go A v1 absent 1; counted as gone',
    'is without a listing': 'let go A v1 absent 1; counted as gone',
    'leads to a listing that is not known': 'unknown; there let go A',
    'leads where nothing was found': 'let go A v1 absent 1; counted as gone',
    'leads where A is offered': 'unknown',
    'leads where B is offered': 'let go A v1 absent 1; counted as gone',
    'is silent, forbidden or refused': 'let go A v1',
  },
  'let go since it was gone': {
    'offers A': 'A v1; tells A',
    'offers B': 'B v1; tells B',
    'offers one without an id': 'hash:1 v1; tells hash:1',
    'offers one that says nothing of itself': 'bytes:1 v1; tells bytes:1',
    'is sold, or gone for good (410)': 'let go; counted as gone',
    'is not found (404), or leads away': 'let go absent 1; counted as gone',
    'is without a listing': 'let go absent 1; counted as gone',
    'leads to a listing that is not known': 'let go',
    'leads where nothing was found': 'let go absent 1; counted as gone',
    'leads where A is offered': 'let go absent 1; counted as gone',
    'leads where B is offered': 'let go absent 1; counted as gone',
    'is silent, forbidden or refused': 'let go',
  },
  'offering B, owing A': {
    'offers A': 'A v1 -B1; tells A',
    'offers B': 'B v1 -A2; tells B',
    'offers one without an id': 'hash:1 v1 -A2 -B?1; tells hash:1',
    'offers one that says nothing of itself': 'bytes:1 v1 -A2 -B?1; tells bytes:1',
    'has not changed (304)': 'B v1 -A2; tells B',
    'is sold, or gone for good (410)': 'gone -A2 -B1; counted as gone',
    'is not found (404), or leads away': 'B v1 -A2 absent 1; missed: redirected_away',
    'is without a listing': 'B v1 -A2 absent 1; tells bytes:1; missed: unreadable',
    'leads to a listing that is not known': 'unknown; there B -A1',
    'leads where nothing was found': 'B v1 -A2 absent 1; missed: redirected_away',
    'leads where A is offered': 'B v1 -A2 absent 1; missed: redirected_away',
    'leads where B is offered': 'B v1 -A2 absent 1; missed: redirected_away',
    'is silent, forbidden or refused': 'B v1 -A1 failing 1',
  },
};

describe.each(Object.entries(table))('a page that was %s', (was, row) => {
  it.each(Object.entries(row))('and %s', (is, expected) => {
    const [answer, there] = answers[is] ?? [];
    if (answer === undefined) throw new Error(`no such answer: ${is}`);
    expect(said(afterAnswer(pages[was], answer, run, there))).toBe(expected);
  });
});

it('a page that is absent or fails for the third time within hours stays', () => {
  const soon = { runs: 2, since: '2026-11-05T00:00:00.000Z' };
  for (const is of ['absent', 'silent'] as const) {
    const { page } = afterAnswer({ ...known, absent: soon, failing: soon }, { is }, run);
    expect(page).toMatchObject({
      offers: [a],
      [is === 'absent' ? 'absent' : 'failing']: { runs: 3 },
    });
    expect(page?.standing).toBeUndefined();
  }
});
