import type { ActivityAnalysis, ActivitySearch } from '#schemas/events/activity.ts';
import type { RawContribution } from '#schemas/events/contribution.ts';
import type { DeadLetter } from '#schemas/events/dead-letter.ts';
import type { IngestRun } from '#schemas/events/ingest-run.ts';
import { AHEAD_MS } from '#schemas/events/raw-listing.ts';
import { dayFault, instantFault, UINT16, UINT32, wholeFault } from './bounds.ts';

/**
 * What in an event no column can hold, naming the value; undefined where all can be stored. A schema
 * takes any whole number and any year: one that does not fit would wrap round silently, or fail the
 * whole batch at every start.
 */
export type FaultOf<Event> = (event: Event) => string | undefined;

/** Activity happens now: neither before the market nor in the future. */
export const searchFault =
  (now: () => Date): FaultOf<ActivitySearch> =>
  ({ at, results }) =>
    instantFault('at', at, soon(now)) ?? wholeFault('results', results, UINT32);

export const analysisFault =
  (now: () => Date): FaultOf<ActivityAnalysis> =>
  ({ at, year, value }) =>
    instantFault('at', at, soon(now)) ??
    wholeFault('year', year, UINT16) ??
    wholeFault('value', value, UINT32);

export const contributionFault: FaultOf<RawContribution> = (event) =>
  dayFault('day', event.day) ??
  dayFault('purchaseDate', event.purchaseDate) ??
  wholeFault('year', event.year, UINT16) ??
  wholeFault('purchasePrice', event.purchasePrice, UINT32) ??
  wholeFault('mileage', event.mileage, UINT32) ??
  wholeFault('listPrice', event.listPrice, UINT32) ??
  wholeFault('tradeInValue', event.tradeInValue, UINT32) ??
  wholeFault('downPayment', event.downPayment, UINT32);

export const letterFault: FaultOf<DeadLetter> = ({ at, partition, offset }) =>
  instantFault('at', at) ??
  wholeFault('partition', partition, UINT16) ??
  wholeFault('offset', offset, Number.MAX_SAFE_INTEGER);

export const runFault: FaultOf<IngestRun> = ({ at, sweptFrom }) =>
  instantFault('at', at) ?? (sweptFrom && instantFault('sweptFrom', sweptFrom));

const soon = (now: () => Date): string => new Date(now().getTime() + AHEAD_MS).toISOString();
