import { classes } from '../../ui/classes.ts';

export interface Bar {
  count: number;
  /** Within what is filtered by. */
  chosen: boolean;
}

interface HistogramProps {
  /** One for each step of the slider below, least first; none while they are not known. */
  bars: readonly Bar[];
  /** What the bars say, in words. */
  text: string;
  className?: string;
}

const HEIGHT = 40;
/** What is there at all is seen. */
const LEAST = 1.5;

/** How many there are along a slider's range; as high without bars, so that nothing moves when they come. */
export function Histogram({ bars, text, className }: HistogramProps) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(LEAST, (HEIGHT * count) / most));
  return (
    <div className={classes('mt-1 -mb-5 h-10', className)}>
      {bars.length > 0 && (
        <svg
          role="img"
          aria-label={text}
          viewBox={`0 0 ${bars.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="size-full"
        >
          {bars.map(({ count, chosen }, at) => (
            <rect
              key={at}
              x={at + 0.08}
              y={HEIGHT - heightOf(count)}
              width={0.84}
              height={heightOf(count)}
              className={chosen ? 'fill-chart-1' : 'fill-edge'}
            />
          ))}
        </svg>
      )}
    </div>
  );
}
