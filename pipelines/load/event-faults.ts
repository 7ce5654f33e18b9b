import type { ActivityAnalysis, ActivitySearch } from '#schemas/events/activity.ts';
import type { RawContribution } from '#schemas/events/contribution.ts';
import type { DeadLetter } from '#schemas/events/dead-letter.ts';
import type { IngestRun } from '#schemas/events/ingest-run.ts';
import { EARLIEST_OBSERVED } from '#schemas/events/raw-listing.ts';

/**
 * What in an event no column can hold, naming the value; undefined where all can be stored. A schema
 * takes any whole number and any year: one that does not fit would wrap round silently, or fail the
 * whole batch at every start.
 */
export type FaultOf<Event> = (event: Event) => string | undefined;

const UINT16 = 2 ** 16 - 1;
const UINT32 = 2 ** 32 - 1;
/** DateTime64 holds milliseconds to the end of 2299, Date the days of 1970 to the middle of 2149. */
const LAST_INSTANT = '2299-12-31T23:59:59.999Z';
const FIRST_DAY = '1970-01-01';
const LAST_DAY = '2149-06-06';

/** As far ahead of now as clocks may differ: what comes later would count as recent until its day. */
const AHEAD_MS = 86_400_000;

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

function instantFault(name: string, text: string, latest = LAST_INSTANT): string | undefined {
  const at = Date.parse(text);
  return at >= Date.parse(EARLIEST_OBSERVED) && at <= Date.parse(latest)
    ? undefined
    : `${name} is ${text}, not from ${EARLIEST_OBSERVED} to ${latest}`;
}

/** Dates in one fixed form compare as text. */
function dayFault(name: string, day: string): string | undefined {
  return day >= FIRST_DAY && day <= LAST_DAY
    ? undefined
    : `${name} is ${day}, not from ${FIRST_DAY} to ${LAST_DAY}`;
}

function wholeFault(name: string, value: number | undefined, largest: number): string | undefined {
  if (value === undefined) return undefined;
  return Number.isInteger(value) && value >= 0 && value <= largest
    ? undefined
    : `${name} is ${value}, not a whole number from 0 to ${largest}`;
}
