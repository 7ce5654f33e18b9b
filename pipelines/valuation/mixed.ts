/**
 * A number from 0 to 2³² that looks like chance (Murmur's finaliser), from a key and a salt: what is
 * drawn by one salt says nothing of what is drawn by another.
 */
export function mixed(key: number, salt: number): number {
  let hash = Math.imul(key ^ Math.imul(salt + 1, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
