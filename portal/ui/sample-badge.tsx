import { useMarketMark } from '../client/api.ts';
import { LAYOUT } from '../content/brand.ts';
import { Badge } from './badge.tsx';

/** Says beside figures that they are the sample market's, while they are, where the notice above the page is not seen. */
export const SampleBadge = () =>
  useMarketMark() === 'sample' && <Badge tone="warning">{LAYOUT.sampleMarket.badge}</Badge>;
