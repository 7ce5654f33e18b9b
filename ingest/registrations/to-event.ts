import { createHash } from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import {
  rawRegistration,
  type RawRegistration,
  type RegistrationField,
  type RegistrationFields,
} from '#schemas/events/raw-registration.ts';
import { readMonth } from '../files/instant.ts';
import type { FileFacts, RecordData, SourceRecord } from '../files/record.ts';
import { compileValue } from '../files/value.ts';
import type { RegistrationMapping } from './mapping.ts';

/** One taking of one file: what its events have in common. */
export interface Take {
  take: string;
  runId: string;
  observedAt: string;
  fileName: string;
}

const MAX_FIELD = 500;
/** The longest row an event carries; a row of a table is some hundred bytes. */
const MAX_BODY = 64 * 1024;

/** Compiles a mapping: a row becomes its event. One that cannot be read says why in `unreadable`. */
export function compileRegistrations(
  mapping: RegistrationMapping,
): (record: SourceRecord, take: Take) => RawRegistration {
  const constants = Object.entries(mapping.constants ?? {}).filter(
    ([, text]) => text !== undefined,
  );
  const takes = Object.entries(mapping.fields).flatMap(([field, value]) =>
    value === undefined ? [] : [[field, compileValue(value, field, mapping.format)] as const],
  );
  const monthFormat = formatOf(mapping.fields.month);
  const fieldsOf = (data: RecordData, file: FileFacts): RegistrationFields => {
    const fields: Partial<Record<RegistrationField, string>> = Object.fromEntries(constants);
    for (const [field, take] of takes) {
      const text = take(data, file).trim().slice(0, MAX_FIELD).toWellFormed();
      if (text !== '') fields[field as RegistrationField] = text;
    }
    const { month } = fields;
    if (month !== undefined) fields.month = readMonth(month, monthFormat) ?? month;
    return fields;
  };

  return (record, take) => {
    const { start = 0, next = 0, bytes, data, file } = record;
    const kept = bytes.subarray(0, MAX_BODY);
    const isTooLong = kept.length < bytes.length;
    const unreadable = isTooLong ? `is longer than ${MAX_BODY} bytes` : record.unreadable;
    return {
      ...common(mapping, take, start, next),
      eventId: idOf(take, start),
      fields: data === undefined || isTooLong ? {} : fieldsOf(data, file),
      record: isUtf8(kept)
        ? { encoding: 'utf8', body: kept.toString('utf8') }
        : { encoding: 'base64', body: kept.toString('base64') },
      ...(unreadable !== undefined && { unreadable: unreadable.slice(0, MAX_FIELD) }),
    };
  };
}

/** The event that says that all rows of a file stand before it. */
export const endOfFile = (
  mapping: RegistrationMapping,
  take: Take,
  at: number,
  end: NonNullable<RawRegistration['end']>,
): RawRegistration => ({
  ...common(mapping, take, at, at),
  eventId: idOf(take, at, end.complete ? 'complete' : 'broken off'),
  fields: {},
  record: { encoding: 'utf8', body: '' },
  end,
});

const common = (
  { source }: RegistrationMapping,
  { take, runId, observedAt, fileName }: Take,
  start: number,
  next: number,
) => ({
  runId,
  source,
  take,
  observedAt,
  start,
  next,
  origin: `${fileName.slice(-1_900)}@${start}`,
});

const idOf = ({ take }: Take, start: number, end = ''): string =>
  createHash('sha256').update(`${rawRegistration.name}\0${take}\0${start}\0${end}`).digest('hex');

/** The date format of a value; of a list, of the first that has one. */
function formatOf(value: RegistrationMapping['fields']['month']): string | undefined {
  if (value === undefined || typeof value === 'string') return undefined;
  return Array.isArray(value)
    ? value.map(formatOf).find((format) => format !== undefined)
    : value.format;
}
