import { LAYOUT } from './brand.ts';

/** How fresh the data are, on the screens that show any (specification, section 4). */
export const FRESHNESS = {
  unknown: 'Data freshness unknown',
  sample: LAYOUT.sampleMarket.badge,
  refreshing: 'Live update in progress',
  live: 'Live data',
  static: 'Static data',
  ago: (minutes: number) => (minutes === 0 ? 'just now' : `${minutes} min ago`),
};
