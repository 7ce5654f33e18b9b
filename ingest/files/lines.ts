import { maxRecordBytes } from './record.ts';

/** A line without its end, and where it begins and the next one begins in what was read. */
export interface Line {
  bytes: Buffer;
  isCut: boolean;
  /** The file ends without a line end behind it: it may have been longer. */
  isOpen: boolean;
  start: number;
  next: number;
}

/** The lines of a file; of one too long its beginning, the rest of it is passed over. */
export async function* lines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let pending: Buffer = Buffer.alloc(0);
  /** Where `pending` begins in what was read. */
  let base = 0;
  let cut: { bytes: Buffer; start: number } | undefined;
  for await (const chunk of chunks) {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    let at = 0;
    for (let end = pending.indexOf('\n'); end !== -1; end = pending.indexOf('\n', at)) {
      const next = base + end + 1;
      if (cut) yield { ...cut, isCut: true, isOpen: false, next };
      else
        yield {
          bytes: withoutReturn(pending.subarray(at, end)),
          isCut: false,
          isOpen: false,
          start: base + at,
          next,
        };
      cut = undefined;
      at = end + 1;
    }
    pending = pending.subarray(at);
    base += at;
    if (cut === undefined && pending.length > maxRecordBytes)
      cut = { bytes: pending.subarray(0, maxRecordBytes), start: base };
    if (cut) {
      base += pending.length;
      pending = Buffer.alloc(0);
    }
  }
  const next = base + pending.length;
  if (cut) yield { ...cut, isCut: true, isOpen: true, next };
  else if (pending.length > 0)
    yield { bytes: withoutReturn(pending), isCut: false, isOpen: true, start: base, next };
}

const withoutReturn = (bytes: Buffer): Buffer =>
  bytes.at(-1) === 0x0d ? bytes.subarray(0, -1) : bytes;
