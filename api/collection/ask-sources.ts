import type { Clock } from '#platform/clock.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { contributionTotals } from '#warehouse/queries/contributions.ts';
import { registrationSources } from '#warehouse/queries/registrations.ts';
import { statsOf } from '../contributions/stats.ts';
import { keptFor } from '../kept-for.ts';
import type { AskSources } from '../resources/data-status.ts';

/** How long it stands, whoever asks meanwhile: files come once a month, contributions count once a day. */
const KEPT_MS = 10 * 60_000;

/** Asks the warehouse what it has beyond listings. Registrations are real, whatever market is served. */
export function askSources(warehouse: Warehouse, clock: Clock): AskSources {
  const asked = keptFor(KEPT_MS, clock, async (sample: boolean) => {
    const [registrations, totals] = await Promise.all([
      registrationSources(warehouse),
      contributionTotals(warehouse, { sample }),
    ]);
    return { registrations, buyersTell: statsOf(totals).stats.contributingUsers > 0 };
  });
  return ({ sample }) => asked(sample);
}
