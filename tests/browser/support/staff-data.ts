import type { ResponseOf } from '#schemas/api/call.ts';
import type {
  dataQuality,
  listAliases,
  listDeadLetters,
  listRedrives,
  listReplays,
  readDeadLetter,
} from '#schemas/api/staff-data.ts';
import { before } from './staff-times.ts';

/** Dead letters, quality and spellings of our own making. */
const letter = {
  topic: 'raw.listing.v1',
  partition: 1,
  offset: 4_711,
  at: before(1),
  source: 'lakeside',
  sourceId: 'A-81',
  origin: 'https://dealer.example/rv/81',
  reason: 'no_year',
  detail: 'year: "twenty-one" is not a model year; expected four digits',
  size: 1_204,
  state: 'open' as const,
  endedAt: null,
};

export const LETTERS: ResponseOf<typeof listDeadLetters> = {
  letters: [
    letter,
    { ...letter, offset: 4_712, reason: 'no_make', detail: 'make: it is empty', size: 980 },
    { ...letter, offset: 4_713, state: 'redriven', endedAt: before(0.5) },
    {
      ...letter,
      offset: 4_714,
      source: '',
      sourceId: '',
      origin: '',
      reason: 'not_an_event',
      detail: 'byte 0: 0xff is no JSON',
      size: 61,
    },
  ],
  total: 132,
  pageSize: 50,
  byReason: [
    { reason: 'no_year', letters: 90, open: 61 },
    { reason: 'no_make', letters: 40, open: 40 },
    { reason: 'not_an_event', letters: 2, open: 2 },
  ],
  bySource: [
    { source: 'lakeside', letters: 130, open: 101 },
    { source: '', letters: 2, open: 2 },
  ],
};

export const LETTER: ResponseOf<typeof readDeadLetter> = {
  ...letter,
  eventId: '9f2c'.repeat(16),
  runId: 'ingest-lakeside-29',
  schema: 'raw.listing.v1',
  redrivenTo: null,
  became: null,
  bytes: {
    encoding: 'text',
    body: '{"source":"lakeside","fields":{"year":"twenty-one","title":"<img src=x onerror=alert(1)>"}}',
    cut: true,
  },
};

export const REDRIVE: ResponseOf<typeof listRedrives>['redrives'][number] = {
  redriveId: 'redrive-1',
  state: 'done',
  askedAt: before(20),
  askedBy: 'staff',
  filter: { source: 'lakeside', reason: 'no_year' },
  place: null,
  matched: 30,
  redriven: 29,
  notSent: { bytes_cut: 1 },
  became: { accepted: 27, 'dropped: not_an_rv': 2 },
  error: null,
};

/** As many as a file of another shape leaves, none of which a second reading understood either. */
export const FAILED_AGAIN: typeof REDRIVE = {
  ...REDRIVE,
  redriveId: 'redrive-0',
  matched: 20_125,
  redriven: 20_125,
  notSent: {},
  became: { 'dead_letter: no_year': 20_125 },
};

export const QUALITY: ResponseOf<typeof dataQuality> = {
  asOf: before(2),
  listings: 67_510,
  units: 61_002,
  sources: [
    { source: 'lakeside', listings: 51_300 },
    { source: 'hilltop', listings: 16_210 },
  ],
  completeness: [
    ['make', 0.998, 0.999],
    ['year', 0.991, 0.97],
    ['price', 0.913, 0.52],
    ['mileage', 0.41, 0.39],
    ['vin', 0.22, 0.21],
  ].map(([field, filled, other]) => ({
    field: String(field),
    filled: Number(filled),
    bySource: [
      { source: 'lakeside', filled: Number(filled) },
      { source: 'hilltop', filled: Number(other) },
    ],
  })),
  duplicates: { listings: 11_400, units: 5_120, acrossSources: 4_806, events: 212_003 },
  leftOut: [
    { field: 'price', reason: 'placeholder', count: 812, unit: 'listings' },
    { field: 'listing', reason: 'not_an_rv', count: 77, unit: 'records' },
  ],
};

export const ALIASES: ResponseOf<typeof listAliases> = {
  proposals: [
    {
      alias: 'Jay Flite',
      of: 'line',
      make: { id: 'jayco', name: 'Jayco' },
      listings: 412,
      registrations: 0,
      sources: ['lakeside', 'hilltop'],
      examples: [
        {
          source: 'lakeside',
          title: '2021 Jayco Jay Flite 24RBS',
          url: 'https://dealer.example/rv/9',
          seenAt: before(30),
        },
        { source: 'hilltop', title: 'Jay Flite', url: 'javascript:alert(1)', seenAt: before(40) },
      ],
      candidates: [
        {
          makeId: 'jayco',
          lineId: 'jayco/jay-flight',
          type: '',
          name: 'Jayco Jay Flight',
          likeness: 0.91,
        },
        {
          makeId: 'jayco',
          lineId: 'jayco/jay-feather',
          type: '',
          name: 'Jayco Jay Feather',
          likeness: 0.62,
        },
      ],
    },
    {
      alias: 'Travle Trlr',
      of: 'type',
      make: null,
      listings: 0,
      registrations: 31,
      sources: ['oregon'],
      examples: [],
      candidates: [
        { makeId: '', lineId: '', type: 'travel-trailer', name: 'Travel Trailer', likeness: 0.88 },
      ],
    },
  ],
  total: 2,
  pageSize: 50,
  unknown: [
    {
      alias: 'Wildwoods of Elkhart',
      of: 'make',
      make: null,
      listings: 9,
      registrations: 1_240,
      sources: ['hilltop'],
      examples: [],
    },
  ],
  unknownTotal: 1,
  decided: [
    {
      alias: 'Grand Dsgn',
      makeId: 'grand-design',
      lineId: '',
      type: '',
      name: 'Grand Design',
      decision: 'accepted',
      at: before(200),
    },
    {
      alias: 'Momentum',
      makeId: 'thor',
      lineId: '',
      type: '',
      name: 'Thor',
      decision: 'refused',
      at: before(210),
    },
  ],
};

export const REPLAYS: ResponseOf<typeof listReplays> = {
  replays: [
    {
      version: 3_001,
      state: 'running',
      startedAt: before(0.5),
      endedAt: null,
      read: 210_000,
      of: 412_900,
      registrations: 0,
      changes: null,
      error: null,
    },
    {
      version: 3_000,
      state: 'done',
      startedAt: before(300),
      endedAt: before(299),
      read: 400_000,
      of: 400_000,
      registrations: 60,
      changes: {
        before: 391_000,
        after: 391_040,
        unchanged: 388_000,
        changed: 2_990,
        gone: 10,
        come: 50,
        byField: [
          { field: 'line_id', facts: 2_900 },
          { field: 'price', facts: 90 },
        ],
      },
      error: null,
    },
  ],
};
