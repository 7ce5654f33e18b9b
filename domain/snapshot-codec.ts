import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { READABLE_FORMATS, snapshot as snapshotSchema, type Snapshot } from '#schemas/snapshot.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** The bytes are no snapshot this process understands; `message` says what was found. */
export class SnapshotRefused extends Error {
  readonly code = 'snapshot_refused';
}

const MAGIC = 'RWSN';
const PREFIX_BYTES = 8;
/** Typed arrays begin at multiples of this, so that they are read in place, without a copy. */
const ALIGNMENT = 8;

const KINDS = { Float32Array, Int32Array, Uint8Array } as const;
type Kind = keyof typeof KINDS;

/** Stands for a typed array in the header: its kind, where it begins after the header, its length. */
interface Placeholder {
  $array: [kind: Kind, offset: number, length: number];
}

/**
 * A snapshot as bytes, gzipped: four letters, the header's length, the header (JSON with a
 * placeholder for each typed array), then the arrays one after the other, little-endian. Numbers are
 * then neither printed nor parsed: 64 MB are read in a fraction of a second.
 */
export async function encodeSnapshot(snapshot: Snapshot): Promise<Uint8Array> {
  return compress(pack(snapshot), { level: 4 });
}

/** @throws SnapshotRefused for other bytes, another format, or a header that breaks the schema */
export async function decodeSnapshot(bytes: Uint8Array): Promise<Snapshot> {
  let unzipped: Uint8Array;
  try {
    unzipped = await decompress(bytes);
  } catch (error) {
    throw new SnapshotRefused(`The bytes are no snapshot: ${(error as Error).message}.`);
  }
  return unpack(unzipped);
}

function pack(snapshot: Snapshot): Uint8Array {
  const arrays: { at: number; bytes: Uint8Array }[] = [];
  let size = 0;
  const header = Buffer.from(
    JSON.stringify(snapshot, (_key, value: unknown) => {
      const kind = kindOf(value);
      if (kind === undefined) return value;
      const array = value as Float32Array;
      arrays.push({
        at: size,
        bytes: new Uint8Array(array.buffer, array.byteOffset, array.byteLength),
      });
      const placeholder: Placeholder = { $array: [kind, size, array.length] };
      size = aligned(size + array.byteLength);
      return placeholder;
    }),
  );
  const start = aligned(PREFIX_BYTES + header.length);
  const bytes = new Uint8Array(start + size);
  bytes.set(Buffer.from(MAGIC));
  new DataView(bytes.buffer).setUint32(4, header.length, true);
  bytes.set(header, PREFIX_BYTES);
  for (const array of arrays) bytes.set(array.bytes, start + array.at);
  return bytes;
}

/** The arrays are views of the given bytes where these are aligned. */
function unpack(given: Uint8Array): Snapshot {
  const bytes = given.byteOffset % ALIGNMENT === 0 ? given : given.slice();
  const magic = Buffer.from(bytes.subarray(0, MAGIC.length)).toString('latin1');
  if (bytes.length < PREFIX_BYTES || magic !== MAGIC)
    throw new SnapshotRefused(`A snapshot begins with ${MAGIC}, not with "${magic}".`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = PREFIX_BYTES + view.getUint32(4, true);
  const start = aligned(end);
  if (start > bytes.length)
    throw new SnapshotRefused(`The snapshot breaks off after ${bytes.length} bytes.`);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + PREFIX_BYTES, end - PREFIX_BYTES);
  const raw = JSON.parse(text.toString('utf8')) as Partial<Snapshot> | null;
  refuseUnknownFormat(raw?.formatVersion);
  const header = withArrays(raw, (placeholder) => arrayAt(bytes, start, placeholder));
  const parsed = snapshotSchema.safeParse(header);
  const issue = parsed.error?.issues[0];
  if (!parsed.success)
    throw new SnapshotRefused(
      `The snapshot has another format: ${issue?.path.join('.')}: ${issue?.message}. Run npm run compute to make a new one.`,
    );
  return parsed.data;
}

/** Before anything else of it is read: in a format to come all else may be new. */
function refuseUnknownFormat(format: number | undefined): void {
  if (READABLE_FORMATS.some((readable) => readable === format)) return;
  throw new SnapshotRefused(
    `The snapshot is of format ${format}, this version reads ${READABLE_FORMATS.join(', ')}. Update it, or run npm run compute to make a new one.`,
  );
}

/** Puts the arrays where their placeholders stand. Lists of names and numbers hold none. */
function withArrays(value: unknown, arrayOf: (placeholder: Placeholder) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isPlaceholder(value)) return arrayOf(value);
  if (Array.isArray(value)) {
    if (typeof value[0] !== 'object') return value;
    return value.map((item) => withArrays(item, arrayOf));
  }
  const holder = value as Record<string, unknown>;
  for (const [key, inner] of Object.entries(holder)) holder[key] = withArrays(inner, arrayOf);
  return holder;
}

function arrayAt(
  bytes: Uint8Array,
  start: number,
  { $array: [kind, offset, length] }: Placeholder,
): unknown {
  const Kind = KINDS[kind];
  if (start + offset + length * Kind.BYTES_PER_ELEMENT > bytes.length)
    throw new SnapshotRefused(`The snapshot breaks off after ${bytes.length} bytes.`);
  return new Kind(bytes.buffer as ArrayBuffer, bytes.byteOffset + start + offset, length);
}

function kindOf(value: unknown): Kind | undefined {
  if (value instanceof Float32Array) return 'Float32Array';
  if (value instanceof Int32Array) return 'Int32Array';
  return value instanceof Uint8Array ? 'Uint8Array' : undefined;
}

function isPlaceholder(value: unknown): value is Placeholder {
  return typeof value === 'object' && value !== null && '$array' in value;
}

const aligned = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
