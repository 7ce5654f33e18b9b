import { useQuery } from '@tanstack/react-query';
import { SYSTEM } from '../../../content/system-stats.ts';
import { Figures } from '../../../ui/figures.tsx';
import { count } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Card, Skeleton } from '../../../ui/surface.tsx';
import { ago, when } from '../../../ui/when.ts';
import { type Pipeline, pipelineQuery } from '../queries.ts';
import { AlertHistory } from './alert-history.tsx';
import { Computes } from './computes.tsx';
import { Consumers } from './consumers.tsx';

/** How the data flow: lag and rates, freshness, computations, alerts. */
export function SystemStats() {
  const pipeline = useQuery(pipelineQuery);
  return (
    <div className="grid grid-cols-1 gap-6">
      <Loaded
        query={pipeline}
        failed={SYSTEM.failed}
        waiting={<Skeleton className="h-[34rem] rounded-card" />}
      >
        {(data) =>
          data.consumers.length === 0 && data.computeRuns.length === 0 ? (
            <NoSystemStats />
          ) : (
            <>
              <Glance pipeline={data} />
              <Consumers consumers={data.consumers} />
              <Computes runs={data.computeRuns} />
            </>
          )
        }
      </Loaded>
      <AlertHistory />
    </div>
  );
}

/** Nothing to show, or nobody to show it to. */
export const NoSystemStats = () => (
  <Card className="py-14 text-center text-ink-muted">
    <p>{SYSTEM.soon}</p>
  </Card>
);

function Glance({ pipeline: { at, consumers, freshness, keptBack } }: { pipeline: Pipeline }) {
  const { figures } = SYSTEM;
  const { newestEventStoredAt, newestSnapshotAt } = freshness;
  const age = (instant: string | null) =>
    instant === null ? { value: figures.none } : { value: ago(instant, at), note: when(instant) };
  return (
    <section aria-label={figures.label}>
      <Figures
        figures={[
          {
            title: figures.lag,
            value: count(consumers.reduce((sum, { lag }) => sum + lag, 0)),
            note: figures.lagNote,
          },
          { title: figures.event, ...age(newestEventStoredAt) },
          { title: figures.snapshot, ...age(newestSnapshotAt) },
          { title: figures.keptBack, value: count(keptBack.length), note: figures.keptBackNote },
        ]}
      />
    </section>
  );
}
