import type { Clock } from '#platform/clock.ts';
import type { Logger } from '#platform/logging.ts';
import type { Listing } from '#schemas/api/listings.ts';
import type { Mailer } from '../mail/mailer.ts';
import { priceAlertMail, type PriceChange } from '../mail/texts.ts';
import type { FindListings } from '../resources/saved-rvs.ts';
import type { ProviderName } from '../users/payment-orders.ts';
import { setToldPrice, watchedRvs, watchers, type Watcher } from '../users/price-alerts.ts';
import type { UserStore } from '../users/store.ts';

export const PRICE_ALERTS_EVERY_MS = 10 * 60_000;
const WATCHERS_AT_ONCE = 200;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export interface PriceAlertParts {
  store: UserStore;
  clock: Clock;
  logger: Logger;
  mailer: Mailer;
  findListings: FindListings;
  /** Whose payments make somebody a member of Premium. */
  provider: ProviderName;
  /** Where the portal is. */
  portalUrl: string;
}

interface Claimed extends PriceChange {
  id: string;
}

/**
 * Compares what saved RVs ask now with what their owners were last told, and mails what changed, once:
 * the change is noted before the mail goes out, by one of however many processes, and taken back where
 * it does not. What fails for one person is told and keeps nobody else from theirs.
 * @returns how many mails went out
 */
export async function alertPrices(parts: PriceAlertParts): Promise<number> {
  const { store, clock, logger, provider } = parts;
  let sent = 0;
  let after = FIRST_ID;
  for (;;) {
    const page = { now: clock(), after, limit: WATCHERS_AT_ONCE };
    const people = await watchers(store, provider, page);
    for (const person of people)
      try {
        if (await alertOne(parts, person)) sent += 1;
      } catch (error) {
        logger.warn({ err: error }, 'a price alert could not be sent; it is tried again');
      }
    const last = people.at(-1);
    if (last === undefined || people.length < WATCHERS_AT_ONCE) return sent;
    after = last.id;
  }
}

async function alertOne(parts: PriceAlertParts, person: Watcher): Promise<boolean> {
  const { store, mailer, findListings, portalUrl } = parts;
  const saved = await watchedRvs(store, person.id);
  const now = await findListings(saved.map(({ listingId }) => listingId));
  const claimed: Claimed[] = [];
  for (const { id, listingId, toldPrice: from } of saved) {
    const found = now.get(listingId);
    // A listing that is gone, or shows no price just now, asks nothing that could be told.
    if (found === undefined || !found.onMarket || found.listing.listPrice === null) continue;
    const to = Number(found.listing.listPrice);
    if (to !== from && (await setToldPrice(store, id, from, to)))
      claimed.push({ id, name: nameOf(found.listing), from, to });
  }
  if (claimed.length === 0) return false;
  try {
    await mailer.send({ to: person.email, ...priceAlertMail(claimed, portalUrl) });
  } catch (error) {
    for (const { id, from, to } of claimed) await setToldPrice(store, id, to, from);
    throw error;
  }
  return true;
}

/** On one line, whatever the listing wrote. */
const nameOf = ({ make, model }: Listing): string =>
  [model.year, make.name, model.name].filter(Boolean).join(' ').replaceAll(/\s+/g, ' ');
