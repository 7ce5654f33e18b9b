import { hash } from 'node:crypto';

/** What a saved RV holds: SHA-256 of source and source id, the first 32 hex digits. */
export const listingId = (source: string, sourceId: string): string =>
  hash('sha256', `${source}\u0000${sourceId}`, 'hex').slice(0, 32);
