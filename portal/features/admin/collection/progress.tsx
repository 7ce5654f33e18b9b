import { useQuery, useQueryClient } from '@tanstack/react-query';
import { collectAll } from '#schemas/api/data.ts';
import { api } from '../../../client/api.ts';
import { showFailedAsSpecified } from '../../../client/show-failed.ts';
import { toasts } from '../../../client/toasts.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { ADMIN } from '../../../content/admin.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { count } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { ShareBar } from '../../../ui/share-bar.tsx';
import { Card, Skeleton } from '../../../ui/surface.tsx';
import { collectionsQuery, type CollectionStatus, collectionStatusQuery } from '../queries.ts';

const words = ADMIN.progress;

/** Listings against the target, and the start of a collection from every source. */
export function Progress() {
  const queryClient = useQueryClient();
  const status = useQuery(collectionStatusQuery);
  // At the target the status is not asked for any more; the list of collections says when the run has ended.
  const collections = useQuery(collectionsQuery);
  const hasEnded = collections.data?.every(({ endedAt }) => endedAt !== null) === true;
  const start = useMutation({
    mutationFn: () => api(collectAll, {}),
    onSuccess: ({ begun, message }) => {
      const said = begun ? words.started : { title: words.notBegun, text: message };
      toasts.show({ ...said, tone: 'good' });
      void queryClient.invalidateQueries(collectionStatusQuery);
      void queryClient.invalidateQueries(collectionsQuery);
    },
    onError: (error) => showFailedAsSpecified(words.failed, error),
  });
  return (
    <Card className="grid grid-cols-1 gap-5">
      <h2 className="text-title">{words.title}</h2>
      <Loaded
        query={status}
        failed={words.loadFailed}
        waiting={<Skeleton className="h-48 sm:h-44" />}
      >
        {(data) => <Reached status={data} />}
      </Loaded>
      <div>
        <div className="grid gap-3 sm:flex">
          <Button busy={start.isPending} onClick={() => start.mutate()}>
            {start.isPending ? words.starting : words.start}
          </Button>
          <Button look="secondary" busy={status.isFetching} onClick={() => void status.refetch()}>
            {status.isFetching ? words.refreshing : words.refresh}
          </Button>
        </div>
        <div role="status">
          {status.data?.running === true && !hasEnded && (
            <Alert className="mt-5" tone="info" title={words.running.title}>
              {words.running.text}
            </Alert>
          )}
        </div>
      </div>
    </Card>
  );
}

function Reached({ status }: { status: CollectionStatus }) {
  const { totalListings, targetListings, recentListings, completionPercentage } = status;
  return (
    <div className="grid grid-cols-1 gap-4">
      <div>
        <p className="tabular flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="text-figure font-black">{words.complete(completionPercentage)}</span>
          <span className="font-bold">{words.of(count(totalListings), count(targetListings))}</span>
        </p>
        <ShareBar share={Number(completionPercentage) / 100} className="mt-2 h-3" />
        <p className="tabular mt-2 text-ink-muted">
          {words.remaining(count(Math.max(0, targetListings - totalListings)))}
        </p>
      </div>
      <Facts
        facts={[
          [words.total, count(totalListings)],
          [words.recent, count(recentListings)],
        ]}
      />
    </div>
  );
}
