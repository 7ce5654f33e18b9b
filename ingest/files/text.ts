import { isUtf8 } from 'node:buffer';
import type { Mapping } from './mapping.ts';

export type Encoding = Mapping['encoding'];

// What the web and spreadsheets call Latin-1 is Windows-1252: the same letters, and quotes besides.
const latin1 = new TextDecoder('windows-1252');

/** The text of bytes, or undefined where they are not in the encoding. Latin-1 always is. */
export function decode(bytes: Buffer, encoding: Encoding): string | undefined {
  if (encoding === 'latin1') return latin1.decode(bytes);
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

export const notInEncoding =
  'is not UTF-8; if the whole file is so, give its mapping `encoding: latin1`';
