import { describe, expect, it } from 'vitest';
import { eventsOf } from './testing/source.ts';

const mapping = (history: string) => `
source: corner-rv
format: ndjson
id: [id]
fields: { title: name, price: [sale, price], msrp: msrp, status: status, removedAt: gone, daysOnLot: days }
observedAt: seen
history:
${history.replaceAll(/^/gm, '  ')}`;

const entries = mapping(`path: history
observedAt: { from: at, format: unix }
fields: { price: asked }`);

const changes = mapping(`path: log
observedAt: at
changes: { path: changes, field: field, old: was, since: first }`);

async function sightings(yaml: string, record: object) {
  const events = await eventsOf(yaml, { 'lot.ndjson': JSON.stringify(record) });
  return events.map(({ observedAt, fields }) => [
    observedAt.slice(0, 10),
    fields.price,
    fields.msrp,
  ]);
}
const day = (date: string): number => Date.parse(date) / 1000;

describe('a history of prices', () => {
  it.each([
    ['prices by their date', 'prices.*', '$key', 'value', { '2026-03-05': 35, '2026-03-01': 40 }],
    [
      'pairs',
      'prices',
      '[0]',
      '[1]',
      [
        ['2026-03-01', 40],
        ['2026-03-05', 35],
      ],
    ],
    [
      'lists of pairs by year',
      'prices.*',
      '[0]',
      '[1]',
      {
        2026: [
          ['2026-03-01', 40],
          ['2026-03-05', 35],
        ],
      },
    ],
    [
      'prices of objects by their date',
      'prices.*',
      '$key',
      'ask',
      { '2026-03-05': { ask: 35 }, '2026-03-01': { ask: 40 } },
    ],
  ])('reads %s', async (_, path, at, price, prices) => {
    const yaml = mapping(`path: ${path}\nobservedAt: '${at}'\nfields: { price: '${price}' }`);
    const record = { id: 1, name: 'Eagle', seen: '2026-03-10', price: 30, prices };
    expect(await sightings(yaml, record)).toEqual([
      ['2026-03-01', '40', undefined],
      ['2026-03-05', '35', undefined],
      ['2026-03-10', '30', undefined],
    ]);
  });

  const record = {
    id: 1,
    name: 'Eagle',
    seen: '2026-03-10',
    price: 30,
    msrp: 50,
    status: 'sold',
    gone: '2026-03-09',
    days: 9,
  };

  it('makes each entry an earlier sighting, oldest first, the record itself last', async () => {
    const history = [
      { at: day('2026-03-05'), asked: 35 },
      { at: day('2026-03-01'), asked: 40 },
    ];
    expect(await sightings(entries, { ...record, history })).toEqual([
      ['2026-03-01', '40', '50'],
      ['2026-03-05', '35', '50'],
      ['2026-03-10', '30', '50'],
    ]);
  });

  it('gives the sightings of one record one listing, the same bytes and different identities', async () => {
    const events = await eventsOf(entries, {
      'a.ndjson': JSON.stringify({ ...record, history: [{ at: day('2026-03-01'), asked: 40 }] }),
    });
    expect(new Set(events.map(({ sourceId }) => sourceId)).size).toBe(1);
    expect(new Set(events.map(({ record: { body } }) => body)).size).toBe(1);
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(2);
  });

  it('says of an earlier day nothing that was true of the last one only', async () => {
    const [then, now] = await eventsOf(entries, {
      'a.ndjson': JSON.stringify({ ...record, history: [{ at: day('2026-03-01'), asked: 40 }] }),
    });
    expect(then?.fields).toEqual({ title: 'Eagle', price: '40', msrp: '50' });
    expect(now?.fields).toMatchObject({ status: 'sold', removedAt: '2026-03-09', daysOnLot: '9' });
  });

  it.each([
    [
      'two at one instant: the last counts',
      [
        { at: day('2026-03-01'), asked: 40 },
        { at: day('2026-03-01'), asked: 41 },
      ],
      [['2026-03-01', '41', '50']],
    ],
    [
      'one at the instant of the record: the record counts',
      [{ at: day('2026-03-10'), asked: 40 }],
      [],
    ],
    ['one after the record', [{ at: day('2026-03-11'), asked: 40 }], []],
    ['one without a price, one without an instant', [{ at: day('2026-03-01') }, { asked: 40 }], []],
    ['no list', null, []],
  ])('with %s', async (_what, history, earlier) => {
    expect(await sightings(entries, { ...record, history })).toEqual([
      ...earlier,
      ['2026-03-10', '30', '50'],
    ]);
  });
});

it('too long for its record is cut to its newest states, and is said to be', async () => {
  const first = Date.parse('1990-01-01') / 1000;
  const record = {
    id: 1,
    name: 'Eagle',
    seen: '2026-03-10',
    history: Array.from({ length: 12_000 }, (_, n) => ({ at: first + n * 86_400, asked: 9 + n })),
  };
  const cut: [string, number][] = [];
  const onHistoryCut = (origin: string, states: number): void => void cut.push([origin, states]);
  const body = JSON.stringify(record);
  const events = await eventsOf(entries, { 'lot.ndjson': body }, { onHistoryCut });
  const kept = Math.floor((8 * 1024 * 1024) / body.length);
  expect(events).toHaveLength(kept + 1);
  expect(events.map(({ fields }) => fields.price)).toEqual([
    ...record.history.slice(-kept).map(({ asked }) => `${asked}`),
    undefined,
  ]);
  expect(events[0]?.record.body).toBe(body);
  expect(cut).toEqual([['lot.ndjson#1', 12_000 - kept]]);
});

describe('a history of changes', () => {
  const record = {
    id: 1,
    name: 'Eagle',
    first: '2026-03-01',
    seen: '2026-03-10',
    price: 40,
    sale: 30,
    msrp: 50,
  };
  const change = (at: string, ...made: [string, number | null][]) => ({
    at,
    changes: made.map(([field, was]) => ({ field, was })),
  });

  it('is undone from the newest back, each state priced as the record is', async () => {
    const log = [
      change('2026-03-03', ['sale', null]),
      change('2026-03-05', ['sale', 35], ['msrp', 55]),
    ];
    expect(await sightings(changes, { ...record, log })).toEqual([
      ['2026-03-01', '40', '55'],
      ['2026-03-03', '35', '55'],
      ['2026-03-05', '30', '50'],
      ['2026-03-10', '30', '50'],
    ]);
  });

  it('at the instant of the record tells only what was before', async () => {
    expect(
      await sightings(changes, { ...record, log: [change('2026-03-10', ['sale', 35])] }),
    ).toEqual([
      ['2026-03-01', '35', '50'],
      ['2026-03-10', '30', '50'],
    ]);
  });

  it('that took a sticker price away or brought it leaves the days without it without it', async () => {
    expect(
      await sightings(changes, { ...record, log: [change('2026-03-05', ['msrp', null])] }),
    ).toEqual([
      ['2026-03-01', '30', undefined],
      ['2026-03-05', '30', '50'],
      ['2026-03-10', '30', '50'],
    ]);
  });

  it('may name a great many fields of which one is a price', async () => {
    const log = Array.from({ length: 8_000 }, (_, n) =>
      change('2026-03-05', [n === 4_000 ? 'sale' : `k${n}`, 35]),
    );
    expect(await sightings(changes, { ...record, log })).toEqual([
      ['2026-03-01', '35', '50'],
      ['2026-03-05', '30', '50'],
      ['2026-03-10', '30', '50'],
    ]);
  });

  it('that is empty says that the price of the first day is the one of the last', async () => {
    expect(await sightings(changes, { ...record, log: [] })).toEqual([
      ['2026-03-01', '30', '50'],
      ['2026-03-10', '30', '50'],
    ]);
  });

  it.each([
    ['seen on one day only', { first: record.seen }],
    ['without a price', { price: null, sale: null }],
    ['that does not say since when', { first: null }],
  ])('that is empty, of a record %s, makes no sighting of the first day', async (_, over) => {
    expect(await sightings(changes, { ...record, ...over, log: [] })).toHaveLength(1);
  });
});
