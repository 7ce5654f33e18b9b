import type { RawListing } from '#schemas/events/raw-listing.ts';
import { isThereAndEmpty } from './check-columns.ts';
import type { FileFailure } from './failures.ts';
import { historyKeys, isBelowSilent } from './history.ts';
import { fieldNames, type Mapping } from './mapping.ts';
import type { SourceRecord } from './record.ts';
import { createSweep, type Sweep } from './sweep.ts';

/** What is counted of the files, as it was when a record began. */
export interface Counted {
  /** Records found, readable or not. */
  read: number;
  /** Events of the run: one for each record, or with a history several. */
  published: number;
  /** Records that could not be read, or not dated; their events will be dead-lettered. */
  unreadable: number;
  /** Where the first of them stands, and why. */
  firstUnreadable?: string;
  /** Files that broke off, what came before the break being published, and files with nothing in them. */
  failures: FileFailure[];
  /** Records whose history was too long for their size, the states left out, and the first of them. */
  cutHistories: { records: number; states: number; first?: string };
}

/** A tally as it is kept: of the records before, and what any record so far gave. */
export interface KeptTally extends Counted {
  empty: string[];
  silent: string[];
  headers: (readonly string[])[];
  sweptOn: string[];
}

/** What a run tells of its files at its end. */
export class Tally {
  readonly counted: Counted;
  readonly #mapping: Mapping;
  readonly #empty: Set<string>;
  readonly #silent: Set<string>;
  readonly #headers: Set<readonly string[]>;
  readonly #sweep: Sweep;

  /** @param kept of the same files, where reading them goes on */
  constructor(mapping: Mapping, kept?: KeptTally) {
    const { empty, silent, headers, sweptOn, ...counted } = kept ?? {
      read: 0,
      published: 0,
      unreadable: 0,
      failures: [],
      cutHistories: { records: 0, states: 0 },
      empty: fieldNames.filter((field) => (mapping.fields[field] ?? '$nothing') !== '$nothing'),
      silent: historyKeys(mapping.history),
      headers: [],
      sweptOn: [],
    };
    this.#mapping = mapping;
    this.counted = structuredClone(counted);
    this.#empty = new Set(empty);
    this.#silent = new Set(silent);
    this.#headers = new Set(headers);
    this.#sweep = createSweep(mapping, sweptOn);
  }

  /** What it has counted until now, unchanged by what comes. */
  get now(): Counted {
    const { failures, cutHistories, ...counts } = this.counted;
    return { ...counts, failures: [...failures], cutHistories: { ...cutHistories } };
  }

  /** For whoever reads on from a record that began when so much was counted. */
  keep(before: Counted): KeptTally {
    return {
      ...before,
      empty: [...this.#empty],
      silent: [...this.#silent],
      headers: [...this.#headers],
      sweptOn: [...this.#sweep.noted],
    };
  }

  record(record: SourceRecord, events: readonly RawListing[]): void {
    this.counted.read += 1;
    if (record.data?.kind === 'row') this.#headers.add(record.data.header);
    // The last is what the record says of itself; what it says of earlier is of its history.
    const seen = events.at(-1);
    if (seen === undefined) return;
    if (seen.unreadable !== undefined) {
      this.counted.unreadable += 1;
      this.counted.firstUnreadable ??= `${seen.origin}: ${seen.unreadable}`;
    }
    for (const name of this.#empty) if (name in seen.fields) this.#empty.delete(name);
    this.#sweep.note(seen.observedAt);
  }

  historyKey(key: string): void {
    this.#silent.delete(key);
  }

  historyCut(origin: string, states: number): void {
    const { cutHistories } = this.counted;
    cutHistories.records += 1;
    cutHistories.states += states;
    cutHistories.first ??= origin;
  }

  /**
   * Fields of the mapping that no record gave: a path that was mistyped, or nothing to be had. Columns that
   * are there and empty are not among them.
   */
  get emptyFields(): string[] {
    const { fields } = this.#mapping;
    return fieldNames.filter(
      (field) => this.#empty.has(field) && !isThereAndEmpty(fields[field], this.#headers),
    );
  }

  /** Keys of the mapping's `history` that gave nothing in any record, such as `fields.price`. */
  get emptyHistory(): string[] {
    return [...this.#silent].filter((key) => !isBelowSilent(key, this.#silent));
  }

  get sweptFrom(): string | undefined {
    return this.#sweep.from;
  }
}
