import { createHash } from 'node:crypto';
import {
  BYTES_ID,
  HASH_ID,
  type ListingField,
  type ListingFields,
} from '#schemas/events/raw-listing.ts';
import type { FileFacts, RecordData } from './record.ts';
import { absoluteUrl } from '../scraper/extract/page.ts';
import { isPage, type Format } from './format.ts';
import { compileValue, type Take, type Value } from './value.ts';

/** The longest text of a field in the event; the record's bytes hold the whole. */
const maxFieldLength = 4_000;
const maxIdLength = 500;

export type TakeFields = (data: RecordData, file: FileFacts) => ListingFields;

/** Compiles the fields of a mapping. A field the record has nothing for is not there. */
export function compileFields(
  values: Partial<Record<ListingField, Value | undefined>>,
  format: Format,
): TakeFields {
  const takes = Object.entries(values).flatMap(([field, value]) =>
    value === undefined
      ? []
      : [[field as ListingField, compileField(field, value, format)] as const],
  );
  return (data, file) => {
    const fields: ListingFields = {};
    for (const [field, take] of takes) {
      const text = take(data, file);
      if (text.trim() !== '') fields[field] = clip(text);
    }
    return fields;
  };
}

/** An address of a page is told absolute, and only where it is of http or https. */
function compileField(field: string, value: Value, format: Format): Take {
  const take = compileValue(value, field, format);
  if (!isPage(format) || (field !== 'url' && field !== 'image')) return take;
  return (data, file) => absoluteUrl(take(data, file), file.base ?? '');
}

/** Cut to what a field may hold, never inside a character. */
function clip(text: string): string {
  if (text.length <= maxFieldLength) return text;
  const last = text.charCodeAt(maxFieldLength - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? maxFieldLength - 1 : maxFieldLength);
}

/**
 * The source's own id of a listing: the texts of the mapping's `id` together, all of them there.
 * Else a hash of dealer, year, make, model, floorplan and stock number, the title standing in where
 * there is neither make nor model; of the bytes, where there is none of these.
 */
export function compileSourceId(
  id: readonly Value[] | undefined,
  format: Format,
): (data: RecordData, file: FileFacts, fields: ListingFields, bytes: Uint8Array) => string {
  const takes: Take[] = (id ?? []).map((value) => compileValue(value, 'id', format));
  return (data, file, fields, bytes) => {
    const parts = takes.map((take) => take(data, file).trim());
    if (parts.length > 0 && parts.every((part) => part !== '')) return shortened(joined(parts));
    return fingerprint(fields) ?? bytesId(bytes);
  };
}

// Escaped, so that ["a|b", "c"] and ["a", "b|c"] stay two listings.
const joined = (parts: readonly string[]): string =>
  parts.length === 1
    ? (parts[0] ?? '')
    : parts.map((part) => part.replaceAll(/[\\|]/g, String.raw`\$&`)).join('|');

const shortened = (id: string): string =>
  id.length <= maxIdLength ? id : `${HASH_ID}${sha256(id)}`;

function fingerprint(fields: ListingFields): string | undefined {
  const { dealer, year, make, floorplan, stockNumber } = fields;
  const model = make === undefined && fields.model === undefined ? fields.title : fields.model;
  if (make === undefined && model === undefined && stockNumber === undefined) return undefined;
  const parts = [dealer, year, make, model, floorplan, stockNumber];
  return `${HASH_ID}${sha256(parts.map((part) => (part ?? '').trim().toLowerCase()).join('\0'))}`;
}

/** The id of a record that says nothing about itself: of its bytes. */
export const bytesId = (bytes: Uint8Array): string => `${BYTES_ID}${sha256(bytes)}`;

const sha256 = (of: string | Uint8Array): string => createHash('sha256').update(of).digest('hex');
