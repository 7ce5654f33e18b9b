import { useOpen } from '../../client/use-open.ts';
import { MARKET_ANALYSIS } from '../../content/market-analysis.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { later } from '../../ui/later.tsx';
import { Part } from '../../ui/part.tsx';
import { Skeleton } from '../../ui/surface.tsx';
import type { SegmentDepthProps } from './segment-depth.tsx';

const SegmentDepth = later(async () => (await import('./segment-depth.tsx')).SegmentDepth);

/** What members of Premium also see of a segment, loaded and drawn when it is opened. */
export function SegmentDisclosure(props: SegmentDepthProps) {
  const { open } = useOpen(props.name);
  return (
    <Disclosure
      name={props.name}
      className="no-print border-t border-edge"
      summary={MARKET_ANALYSIS.segment.depth.summary}
      summaryClassName="flex min-h-11 items-center font-bold text-primary"
    >
      {open && (
        <Part waiting={<Skeleton className="h-96" />}>
          <SegmentDepth {...props} />
        </Part>
      )}
    </Disclosure>
  );
}
