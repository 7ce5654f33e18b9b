import { crc32 } from 'node:zlib';
import { asyncProperty, array, assert, record, string, uint8Array } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkTimestamp, cutIntoRuns, decodeChunk, encodeChunk } from './embedded-chunk.ts';
import { EventLogUnavailable } from './port.ts';

const message = record({
  key: string({ unit: 'grapheme' }),
  value: uint8Array({ maxLength: 2_000 }),
});

describe('a chunk of the embedded log', () => {
  it('gives back what was put in, at the offsets before its last', async () => {
    await assert(
      asyncProperty(array(message, { minLength: 1, maxLength: 20 }), async (messages) => {
        const entries = messages.map(({ key, value }) => ({ key: Buffer.from(key), value }));
        const { bytes, count } = await encodeChunk(entries, 1_700_000_000_000.5);
        const decoded = await decodeChunk(bytes, 99);
        expect(count).toBe(messages.length);
        expect(decoded.map(({ key, value }) => ({ key, value: Uint8Array.from(value) }))).toEqual(
          messages,
        );
        expect(decoded.map(({ offset }) => offset)).toEqual(
          messages.map((_, n) => 100 - messages.length + n),
        );
        expect(chunkTimestamp(bytes)).toBe(1_700_000_000_000.5);
      }),
    );
  });

  it('stores text compressed', async () => {
    const value = Buffer.from('{"make":"Keystone","model":"Montana"}'.repeat(100));
    const { bytes } = await encodeChunk([{ key: Buffer.from('a'), value }], 0);
    expect(bytes.length).toBeLessThan(value.length / 10);
  });

  it('is refused when any byte of it has changed', async () => {
    const entry = { key: Buffer.from('a'), value: Buffer.from('value') };
    const { bytes } = await encodeChunk([entry], 0);
    for (const at of bytes.keys()) {
      const damaged = Buffer.from(bytes);
      damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at);
      await expect(decodeChunk(damaged, 0)).rejects.toThrow(EventLogUnavailable);
    }
  });

  it('of a folder from before its head was covered is read', async () => {
    const entry = { key: Buffer.from('a'), value: Buffer.from('value') };
    const { bytes } = await encodeChunk([entry], 5);
    bytes.writeUInt8(1, 0);
    bytes.writeUInt32LE(crc32(bytes.subarray(20)), 16);
    expect(await decodeChunk(bytes, 7)).toMatchObject([{ offset: 7, key: 'a', timestamp: 5 }]);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
    await expect(decodeChunk(bytes, 7)).rejects.toThrow(EventLogUnavailable);
  });

  it('holds about as much as it should, and a message larger than that alone', () => {
    const sizes = [40, 40, 40, 300, 10, 10];
    const runs = cutIntoRuns(
      sizes.map((size) => ({ key: Buffer.alloc(0), value: new Uint8Array(size) })),
      100,
    );
    expect(runs.map((run) => run.map(({ value }) => value.length))).toEqual([
      [40, 40],
      [40],
      [300],
      [10, 10],
    ]);
  });
});
