import { MARKET_ANALYSIS } from '../../content/market-analysis.ts';
import { classes } from '../../ui/classes.ts';
import { TrendDownIcon, TrendFlatIcon, TrendUpIcon } from '../../ui/icons.tsx';
import type { Segment } from '../../client/market-analysis.ts';

const LOOKS = {
  improving: { look: 'bg-primary-soft text-primary', Icon: TrendUpIcon },
  declining: { look: 'bg-danger-soft text-danger', Icon: TrendDownIcon },
  stable: { look: 'bg-info-soft text-info', Icon: TrendFlatIcon },
};

/** Green and up, red and down, else blue and level; the word says it too. */
export function TrendBadge({ trend }: { trend: Segment['marketTrend'] }) {
  const { look, Icon } = LOOKS[trend];
  return (
    <span
      className={classes(
        'inline-flex shrink-0 items-center gap-1 rounded-full px-2.5 py-0.5 text-small font-bold',
        look,
      )}
    >
      <Icon className="size-4" />
      {MARKET_ANALYSIS.trend[trend]}
    </span>
  );
}
