import { describe, expect, it } from 'vitest';
import { murmur2, partitionOf } from './partition.ts';

describe('the partition of a key', () => {
  // The expectations of Apache Kafka's own UtilsTest.testMurmur2.
  it.each([
    ['21', -973932308],
    ['foobar', -790332482],
    ['a-little-bit-long-string', -985981536],
    ['a-little-bit-longer-string', -1486304829],
    ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58897971],
    ['abc', 479470107],
  ])('hashes %s as the Kafka clients do', (key, hash) => {
    expect(murmur2(Buffer.from(key))).toBe(hash);
  });

  it('is one of the partitions, also for negative hashes', () => {
    expect(partitionOf(Buffer.from('21'), 6)).toBe((-973932308 & 0x7fffffff) % 6);
  });
});
