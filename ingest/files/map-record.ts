import { isUtf8 } from 'node:buffer';
import {
  UNKNOWN_INSTANT,
  type ListingFields,
  type RawListing,
} from '#schemas/events/raw-listing.ts';
import { rawListingId } from './event-id.ts';
import { compileHistory, fieldsThen, newestThatFit } from './history.ts';
import { readableInstants } from './instant.ts';
import { allFields, type Mapping } from './mapping.ts';
import type { FileFacts, RecordData, SourceRecord } from './record.ts';
import { bytesId, compileFields, compileSourceId } from './take-fields.ts';
import { compileInstant } from './take-instant.ts';
import { compileValue } from './value.ts';

/** The longest record an event carries: a broker takes messages of 1 MB. */
const maxBodyBytes = 512 * 1024;
const nothing: RecordData = { kind: 'row', columns: new Map(), header: [], cells: [] };

/** What a record is mapped with, besides its mapping. */
export interface MapContext {
  runId: string;
  /** The command's `--observed-at`, in UTC ISO 8601: holds where the mapping finds no instant. */
  observedAt?: string | undefined;
  /** Set by the server for its own simulated market only. */
  sample?: boolean;
  /** The fields of a record's partner in the lookup files, by what they have in common. */
  partnerOf?: (key: string) => ListingFields | undefined;
  /** Told each key of the mapping's history that gave something, such as `path`. */
  onHistoryKey?: (key: string) => void;
  /** Told of a record whose history was too long for its size, and how many states were left out. */
  onHistoryCut?: (origin: string, states: number) => void;
}

/** Turns a record into its events, oldest first: one, or with a history several. Pure. */
export type MapRecord = (record: SourceRecord, context: MapContext) => RawListing[];

/**
 * Compiles a mapping. A record that cannot be read, or that nothing dates, becomes one event without
 * fields that says why in `unreadable`: downstream it is dead-lettered with its bytes.
 */
export function compileMapping(mapping: Mapping): MapRecord {
  const { source, format, constants, units = {} } = mapping;
  const fieldsOf = compileFields(allFields(mapping), format);
  const sourceIdOf = compileSourceId(mapping.id, format);
  const instantOf = compileInstant(mapping.observedAt, format);
  const writtenInstantOf = compileValue(mapping.observedAt, 'observedAt', format);
  const historyOf = compileHistory(mapping);
  const joinKeyOf = mapping.join && compileValue(mapping.join.on, 'value', format);

  return (record, context) => {
    const { bytes, file } = record;
    const body = bodyOf(bytes);
    const event = (sourceId: string, observedAt: string, fields: ListingFields): RawListing => ({
      eventId: rawListingId({ source, sourceId, observedAt, record: bytes }),
      runId: context.runId,
      source,
      sample: context.sample ?? false,
      sourceId,
      observedAt,
      fields,
      units,
      record: body,
      origin: originOf(record),
    });
    const unreadable = (
      reason: string,
      sourceId: string,
      observedAt = UNKNOWN_INSTANT,
    ): RawListing[] => [
      { ...event(sourceId, observedAt, pageTitle(file)), unreadable: reason.slice(0, 500) },
    ];

    const observedAt = instantOf(record.data ?? nothing, file) ?? context.observedAt;
    if (record.data === undefined) return unreadable(record.unreadable, bytesId(bytes), observedAt);
    const { data } = record;
    const fields = { ...withoutMissing(constants), ...fieldsOf(data, file) };
    const sourceId = sourceIdOf(data, file, fields, bytes);
    if (observedAt === undefined)
      return unreadable(undated(writtenInstantOf(data, file).trim()), sourceId);
    if (bytes.length > maxBodyBytes)
      return unreadable(
        `is longer than ${maxBodyBytes} bytes; the first of them are kept`,
        sourceId,
        observedAt,
      );

    const partner = joinKeyOf && context.partnerOf?.(joinKeyOf(data, file).trim());
    const complete = { ...partner, ...fields };
    const earlier = historyOf(data, file, observedAt, context.onHistoryKey);
    const kept = newestThatFit(earlier, bytes.length);
    if (kept.length < earlier.length)
      context.onHistoryCut?.(originOf(record), earlier.length - kept.length);
    return [
      ...kept.map((state) =>
        event(sourceId, state.observedAt, fieldsThen(complete, state, mapping.history)),
      ),
      event(sourceId, observedAt, complete),
    ];
  };
}

const undated = (written: string): string =>
  `nothing says when it was observed${written === '' ? '' : `: ${JSON.stringify(written.slice(0, 100))} is no instant ${readableInstants}`}`;

/** A page without a listing says what it is in its title: "Access denied", "Contact us". */
const pageTitle = (file: FileFacts): ListingFields =>
  file.title === undefined || file.title === '' ? {} : { title: file.title.slice(0, 4_000) };

function withoutMissing(constants: Mapping['constants']): ListingFields {
  return Object.fromEntries(
    Object.entries(constants ?? {}).filter(([, text]) => text !== undefined),
  );
}

function bodyOf(bytes: Buffer): RawListing['record'] {
  const kept = bytes.subarray(0, maxBodyBytes);
  return isUtf8(kept)
    ? { encoding: 'utf8', body: kept.toString('utf8') }
    : { encoding: 'base64', body: kept.toString('base64') };
}

/** `listings.csv#17`: the file and the record's position in it. */
const originOf = ({ file, position }: SourceRecord): string =>
  `${file.name.slice(-1_900)}#${position}`;
