import type { EventLog } from '#platform/log/port.ts';
import { crawlFolder, stillClock } from './crawl.ts';
import {
  dealerMapping,
  dealerSite,
  dealerSiteFile,
  type DealerOptions,
  type LotUnit,
} from './dealer.ts';
import { serveSite } from './serve.ts';

/**
 * Serves dealers, each with a folder to crawl it in, on one clock.
 * @param undone is given what ends them
 */
export function dealerServer(undone: (() => Promise<void>)[]) {
  return async (lot: { units: LotUnit[] }, options: DealerOptions = {}, siteFile = '') => {
    const time = stillClock();
    const served = await serveSite(
      dealerSite(() => lot.units, options),
      time.now,
    );
    undone.push(() => served.close());
    const folder = await crawlFolder(dealerMapping, dealerSiteFile(served.origin, siteFile));
    undone.push(() => folder.remove());
    return {
      time,
      served,
      folder,
      crawl: (more = {}, within?: (log: EventLog) => EventLog) =>
        folder.crawl([served.address], time, more, within),
    };
  };
}
