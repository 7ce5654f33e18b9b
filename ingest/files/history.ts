import type { ListingFields } from '#schemas/events/raw-listing.ts';
import type { Mapping } from './mapping.ts';
import { compileEntryPath, textOf, type PathEntry } from './names.ts';
import type { FileFacts, RecordData } from './record.ts';
import { compileFields } from './take-fields.ts';
import { compileInstant } from './take-instant.ts';
import { compileValue } from './value.ts';

/** What a record tells of an earlier day: the price then, and the sticker price where it is told. */
export interface EarlierState {
  observedAt: string;
  price?: string | undefined;
  msrp?: string | undefined;
}

/**
 * Reads the earlier states of a record from its history, oldest first and strictly before
 * `observedAt`; of several at one instant the last counts. What cannot be dated is left out: the
 * record's bytes keep it.
 */
export type TakeHistory = (
  data: RecordData,
  file: FileFacts,
  observedAt: string,
  gave?: Gave,
) => EarlierState[];
/** Told each key of the history that gave something, for noticing those that never do. */
type Gave = (key: string) => void;

/** The keys of a history that take something from a record, or from its entries. */
export function historyKeys(history: Mapping['history']): string[] {
  if (history === undefined) return [];
  const { fields = {}, changes = {} } = history;
  return [
    'path',
    'observedAt',
    ...Object.keys(fields).map((field) => `fields.${field}`),
    ...Object.keys(changes).map((key) => `changes.${key}`),
  ];
}

/** Whether a key gave nothing since the one that leads to it did not: nothing is known of it. */
export const isBelowSilent = (key: string, silent: ReadonlySet<string>): boolean =>
  (key !== 'path' && silent.has('path')) ||
  ((key === 'changes.field' || key === 'changes.old') && silent.has('changes.path'));

export function compileHistory(mapping: Mapping): TakeHistory {
  const { history } = mapping;
  if (history === undefined) return () => [];
  const states =
    history.changes === undefined
      ? compileEntries(mapping, history)
      : compileChanges(mapping, history, history.changes);
  return (data, file, observedAt, gave = () => undefined) => {
    const byInstant = new Map<string, EarlierState>();
    for (const state of states(data, file, gave))
      if (state.observedAt < observedAt) byInstant.set(state.observedAt, state);
    return [...byInstant.values()].toSorted((a, b) => (a.observedAt < b.observedAt ? -1 : 1));
  };
}

type History = NonNullable<Mapping['history']>;
type States = (data: RecordData, file: FileFacts, gave: Gave) => EarlierState[];

/** A history whose entries each say a price: an entry without one is no sighting of a price. */
function compileEntries({ format }: Mapping, history: History): States {
  const entriesOf = compileEntryPath(history.path);
  const instantOf = compileInstant(history.observedAt, format);
  const fieldsOf = compileFields(history.fields ?? {}, format);
  return (data, file, gave) =>
    [...entriesOf(data)].flatMap((found): EarlierState[] => {
      const entry = within(data, found);
      const observedAt = instantOf(entry, file);
      const fields = fieldsOf(entry, file);
      gave('path');
      if (observedAt !== undefined) gave('observedAt');
      for (const field of Object.keys(fields)) gave(`fields.${field}`);
      if (observedAt === undefined || Object.keys(fields).length === 0) return [];
      return [{ observedAt, ...fields }];
    });
}

/**
 * A history whose entries say what changed. Read from the newest back, each change undone on the
 * record: before an entry the record stood as after the one before it, and before the first as it
 * had been since `since`. The price of each state is then read as that of the record itself. A price
 * that nothing changed was asked on that first day too: without it only cut prices would be seen twice.
 */
function compileChanges(
  { format, fields }: Mapping,
  history: History,
  changes: NonNullable<History['changes']>,
): States {
  const entriesOf = compileEntryPath(history.path);
  const instantOf = compileInstant(history.observedAt, format);
  const changesOf = changes.path === undefined ? undefined : compileEntryPath(changes.path);
  const fieldOf = compileValue(changes.field, 'field', format);
  const oldOf = compileValue(changes.old, 'old', format);
  const sinceOf = changes.since === undefined ? undefined : compileInstant(changes.since, format);
  const pricesOf = compileFields({ price: fields.price, msrp: fields.msrp }, format);

  return (data, file, gave) => {
    if (data.kind !== 'tree' || typeof data.value !== 'object' || data.value === null) return [];
    const entries = [...entriesOf(data)]
      .map((found) => within(data, found))
      .map((entry) => ({ entry, observedAt: instantOf(entry, file) }))
      .toSorted((a, b) => compare(a.observedAt, b.observedAt));
    // One copy, changed in place: one for each change would cost the square of a long history.
    const record = Object.assign(Object.create(null) as Record<string, unknown>, data.value);
    const stateAt = (observedAt: string): EarlierState => ({
      observedAt,
      ...pricesOf({ ...data, value: record }, file),
    });
    const newestFirst: EarlierState[] = [];
    for (const { entry, observedAt } of entries.toReversed()) {
      gave('path');
      if (observedAt !== undefined) {
        gave('observedAt');
        newestFirst.push(stateAt(observedAt));
      }
      const made = changesOf ? [...changesOf(entry)].map((found) => within(entry, found)) : [entry];
      for (const change of made.toReversed()) {
        const [field, old] = [fieldOf(change, file), oldOf(change, file)];
        gave('changes.path');
        if (field !== '') gave('changes.field');
        if (old !== '') gave('changes.old');
        record[field] = old;
      }
    }
    const since = sinceOf?.(data, file);
    if (since !== undefined) {
      gave('changes.since');
      const first = stateAt(since);
      // Where nothing changed it is that the price did not which is worth a sighting.
      if (entries.length > 0 || first.price !== undefined) newestFirst.push(first);
    }
    return newestFirst.toReversed();
  };
}

const compare = (a: string | undefined, b: string | undefined): number =>
  (a ?? '') === (b ?? '') ? 0 : (a ?? '') < (b ?? '') ? -1 : 1;

/** A value inside a record, which its names now speak of; a bare one is reached as `value`. */
function within(data: RecordData, { key, value }: PathEntry): RecordData {
  const parents = data.kind === 'tree' ? [...data.parents, data.value] : [];
  const isBare = typeof value !== 'object' && textOf(value) !== '';
  return { kind: 'tree', value: isBare ? { value } : value, key, parents };
}

/** Every earlier sighting carries the record: without a bound its size would count squared. */
const maxHistoryBytes = 8 * 1024 * 1024;

/** The newest of a record's earlier states, so many that their events do not carry more than that. */
export function newestThatFit(
  states: readonly EarlierState[],
  recordBytes: number,
): readonly EarlierState[] {
  const most = Math.floor(maxHistoryBytes / recordBytes);
  return states.slice(Math.max(0, states.length - most));
}

/** What is true of the day a record was read, and of no earlier one. */
const ofTodayOnly = ['status', 'daysOnLot', 'removedAt'] as const;

/** The fields of an earlier sighting: those of the record, with the price of that day. */
export function fieldsThen(
  fields: ListingFields,
  state: EarlierState,
  history: Mapping['history'],
): ListingFields {
  const then: ListingFields = { ...fields };
  for (const field of ofTodayOnly) delete then[field];
  delete then.price;
  if (state.price !== undefined) then.price = state.price;
  // Entries seldom repeat the sticker price: without one it stays, after undone changes it goes.
  if (state.msrp !== undefined) then.msrp = state.msrp;
  else if (history?.changes !== undefined) delete then.msrp;
  return then;
}
