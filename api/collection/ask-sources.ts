import type { Clock } from '#platform/clock.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { contributionTotals } from '#warehouse/queries/contributions.ts';
import { registrationSources } from '#warehouse/queries/registrations.ts';
import { statsOf } from '../contributions/stats.ts';
import { keptFor } from '../kept-for.ts';
import type { AskSources } from '../resources/data-status.ts';

/** How long it stands, whoever asks meanwhile: contributions count once a day. */
const KEPT_MS = 10 * 60_000;

/**
 * Asks the warehouse what it has beyond listings. Registrations are real, whatever market is served; their sources
 * are asked for anew as soon as a run has come in, since it may be the first of one.
 */
export function askSources(warehouse: Warehouse, clock: Clock): AskSources {
  const registrationsOf = keptFor(KEPT_MS, clock, (_lastAt: string | null) =>
    registrationSources(warehouse),
  );
  const buyersTellOf = keptFor(KEPT_MS, clock, async (sample: boolean) => {
    const totals = await contributionTotals(warehouse, { sample });
    return statsOf(totals).stats.contributingUsers > 0;
  });
  return async ({ sample, lastAt }) => {
    const [registrations, buyersTell] = await Promise.all([
      registrationsOf(lastAt),
      buyersTellOf(sample),
    ]);
    return { registrations, buyersTell };
  };
}
