import type { Clock } from '#platform/clock.ts';
import type { Logger } from '#platform/logging.ts';
import type { NewId } from '../http/guards.ts';
import { listingName } from '../listing-name.ts';
import type { Mailer } from '../mail/mailer.ts';
import { priceAlertMail, type PriceChange } from '../mail/texts.ts';
import type { FindListings } from '../resources/saved-rvs.ts';
import type { ProviderName } from '../users/payment-orders.ts';
import {
  claimPriceAlert,
  dropPriceAlerts,
  holdWatcher,
  insertPriceAlert,
  removePriceAlert,
  setToldPrice,
  watchedRvs,
  watchers,
  type Watcher,
} from '../users/price-alerts.ts';
import type { UserStore } from '../users/store.ts';

export const PRICE_ALERTS_EVERY_MS = 10 * 60_000;
const WATCHERS_AT_ONCE = 200;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export interface PriceAlertParts {
  store: UserStore;
  clock: Clock;
  newId: NewId;
  logger: Logger;
  mailer: Mailer;
  findListings: FindListings;
  /** Whose payments make somebody a member of Premium. */
  provider: ProviderName;
  /** Where the portal is. */
  portalUrl: string;
}

/** Longer than sending one mail takes. One that did not go out is tried again after that. */
const CLAIM_MS = 5 * 60_000;
/** What could not be sent for so long is no news any more. */
const KEPT_MS = 24 * 3_600_000;

/**
 * Compares what saved RVs ask now with what their owners were last told, and mails what changed.
 *
 * 1. Note the prices as told and write the mail down, in one transaction: by one of however many
 *    processes, and a kill loses nothing.
 * 2. Take each mail in hand, of those who want it now, and send it.
 * 3. Remove it. A kill, or a server that took the mail and did not say so, before that: it is sent again
 *    when the claim is over, under the same Message-ID. So each change is told at least once.
 *
 * What fails for one person is told and keeps nobody else from theirs.
 * @returns how many mails went out
 */
export async function alertPrices(parts: PriceAlertParts): Promise<number> {
  const { store, clock, logger, provider } = parts;
  let after = FIRST_ID;
  for (;;) {
    const page = { now: clock(), after, limit: WATCHERS_AT_ONCE };
    const people = await watchers(store, provider, page);
    for (const person of people)
      try {
        await noteChanges(parts, person);
      } catch (error) {
        logger.warn({ err: error }, 'saved RVs could not be compared; it is tried again');
      }
    const last = people.at(-1);
    if (last === undefined || people.length < WATCHERS_AT_ONCE) return sendAlerts(parts);
    after = last.id;
  }
}

async function noteChanges(parts: PriceAlertParts, { id: userId }: Watcher): Promise<void> {
  const { store, clock, newId, findListings } = parts;
  const saved = await watchedRvs(store, userId);
  const now = await findListings(saved.map(({ listingId }) => listingId));
  const changed = saved.flatMap(({ id, listingId, toldPrice: from }) => {
    const found = now.get(listingId);
    // A listing that is gone, or shows no price just now, asks nothing that could be told.
    if (found === undefined || !found.onMarket || found.listing.listPrice === null) return [];
    const to = Number(found.listing.listPrice);
    return to === from ? [] : [{ id, name: listingName(found.listing), from, to }];
  });
  if (changed.length === 0) return;
  await store.tx(async (queries) => {
    if (!(await holdWatcher(queries, userId))) return;
    const changes: PriceChange[] = [];
    for (const { id, ...change } of changed)
      if (await setToldPrice(queries, id, change.from, change.to)) changes.push(change);
    if (changes.length === 0) return;
    await insertPriceAlert(queries, { id: newId(), userId, changes, writtenAt: clock() });
  });
}

async function sendAlerts(parts: PriceAlertParts): Promise<number> {
  const { store, clock, logger, mailer, portalUrl, provider } = parts;
  const host = new URL(portalUrl).hostname;
  let sent = 0;
  for (;;) {
    const now = clock();
    const later = (milliseconds: number): Date => new Date(now.getTime() + milliseconds);
    await dropPriceAlerts(store, provider, { now, oldest: later(-KEPT_MS) });
    const alert = await claimPriceAlert(store, provider, { now, until: later(CLAIM_MS) });
    if (alert === undefined) return sent;
    const { id, email, changes } = alert;
    try {
      const mail = priceAlertMail(changes, portalUrl);
      await mailer.send({ to: email, messageId: `<${id}@${host}>`, ...mail });
    } catch (error) {
      logger.warn({ err: error }, 'a price alert could not be sent; it is tried again');
      continue;
    }
    await removePriceAlert(store, id);
    sent += 1;
  }
}
