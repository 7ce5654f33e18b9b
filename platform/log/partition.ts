/**
 * Kafka's default partitioner, so that both adapters put a key into the same partition and a log can
 * be moved from one to the other. Source of the numbers: MurmurHash 2, 32 bit, with the seed the
 * Kafka clients use (`org.apache.kafka.common.utils.Utils.murmur2`).
 */
export function partitionOf(key: Uint8Array, partitions: number): number {
  return (murmur2(key) & 0x7fffffff) % partitions;
}

/** MurmurHash 2 of the bytes as a signed 32-bit integer. */
export function murmur2(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const multiplier = 0x5bd1e995;
  const whole = bytes.length & ~3;
  let hash = 0x9747b28c ^ bytes.length;
  for (let at = 0; at < whole; at += 4) {
    let word = Math.imul(view.getInt32(at, true), multiplier);
    word ^= word >>> 24;
    hash = Math.imul(hash, multiplier) ^ Math.imul(word, multiplier);
  }
  const left = bytes.length - whole;
  if (left > 0) {
    for (let i = left - 1; i >= 0; i--) hash ^= view.getUint8(whole + i) << (8 * i);
    hash = Math.imul(hash, multiplier);
  }
  hash = Math.imul(hash ^ (hash >>> 13), multiplier);
  return hash ^ (hash >>> 15);
}
