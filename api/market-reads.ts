import { Turns } from './http/turns.ts';

/**
 * The turns of requests that ask the warehouse: one for all routes of a process. So many at once as a client of a
 * server opens connections; those that wait are about fifteen seconds of work for two cores (measured: 70 searches
 * a second).
 */
export const createMarketReads = (): Turns =>
  new Turns({
    atOnce: 10,
    waiting: 1_000,
    busy: 'Too many people are searching at this moment. Please try again in a minute.',
  });
