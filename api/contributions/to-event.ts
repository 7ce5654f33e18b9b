import { createHmac } from 'node:crypto';
import type { Purchase } from '#schemas/api/contribution.ts';
import type { RawContribution } from '#schemas/events/contribution.ts';
import { placeInText } from '../location.ts';

/**
 * As the log counts a contributor: the same for one person always, and nobody without the key and the
 * id, which is made by chance and goes with the account.
 */
export const contributorHash = (key: string, contributorId: string): string =>
  createHmac('sha256', key).update(contributorId).digest('hex');

/** The instant's day in UTC: the finest time that is told of a contribution. */
export const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);

/**
 * What goes out of a purchase: no dealer, no notes, of the place the state and the first three digits
 * of its ZIP code. A list price of nothing is none.
 */
export function toEvent(
  purchase: Purchase,
  {
    contributionId,
    contributor,
    sharedAt,
  }: {
    contributionId: string;
    contributor: string;
    sharedAt: Date;
  },
): RawContribution {
  const { rvType, location, listPrice, financingRate, ...rest } = purchase;
  const { dealerName: _dealer, negotiationNotes: _notes, ...told } = rest;
  return {
    ...told,
    contributionId,
    contributor,
    day: dayOf(sharedAt),
    sample: false,
    type: rvType,
    ...placeInText(location),
    ...(listPrice === undefined || listPrice === 0 ? {} : { listPrice }),
    // Percent with two digits becomes a fraction with four.
    ...(financingRate === undefined
      ? {}
      : { financingRate: Math.round(financingRate * 100) / 1e4 }),
  };
}
