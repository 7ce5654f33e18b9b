import { ok, type Outcome } from '../../outcome.ts';
import { remark, type Received } from '../draft.ts';
import { readInstant, toWarehouseInstant } from '../text/instant.ts';
import { readQuantity } from '../text/measure.ts';
import { isSold } from '../words/sold.ts';
import type { WithTexts } from './read-texts.ts';

export interface WithDates {
  readonly observedAt: string;
  readonly firstSeenAt: string | null;
  readonly removedAt: string | null;
  readonly daysOnLot: number | null;
}

const OLDEST = Date.UTC(1990, 0, 1);
const MOST_DAYS = 5_000;

/**
 * When it was seen. Who sees a listing saw it first then at the latest, so a later "first seen" is
 * moved to the observation; a removal before it cannot be and is left out. What its source calls sold is no longer on
 * offer from then on.
 */
export function readDates<T extends Received & WithTexts>(input: T): Outcome<T & WithDates> {
  const { fields } = input.texts;
  let { remarks } = input;
  const observed = Date.parse(input.raw.observedAt);
  const first = readInstant(fields.firstSeen);
  const removed = readInstant(fields.removedAt);
  if (fields.firstSeen !== '' && !isPossible(first))
    remarks = remark(remarks, 'first_seen:unreadable');
  const isRemoved = isPossible(removed) && removed >= observed;
  if (fields.removedAt !== '' && !isRemoved)
    remarks = remark(remarks, 'removed:not_after_observation');
  const days = readQuantity(fields.daysOnLot);
  return ok({
    ...input,
    observedAt: toWarehouseInstant(input.raw.observedAt),
    firstSeenAt: isPossible(first) ? instantOf(Math.min(first, observed)) : null,
    removedAt: isRemoved ? instantOf(removed) : isSold(fields) ? instantOf(observed) : null,
    daysOnLot: days !== null && days >= 0 && days <= MOST_DAYS ? Math.floor(days) : null,
    remarks,
  });
}

/** Up to 2100, which DateTime64 holds. */
const isPossible = (at: number | null): at is number =>
  at !== null && at >= OLDEST && at < Date.UTC(2100, 0, 1);

const instantOf = (at: number): string => toWarehouseInstant(new Date(at).toISOString());
