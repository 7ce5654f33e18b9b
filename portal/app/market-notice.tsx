import { useMarketMark } from '../client/api.ts';
import { LAYOUT } from '../content/brand.ts';

/** Says on every screen that its figures are the sample market's, while they are. */
export const MarketNotice = () => useMarketMark() === 'sample' && <SampleNotice />;

export function SampleNotice() {
  const { title, text } = LAYOUT.sampleMarket;
  return (
    <aside aria-label={title} className="border-b border-edge bg-accent-soft text-accent-ink">
      <p className="frame py-2 text-small">
        <strong>{title}.</strong> {text}
      </p>
    </aside>
  );
}
