import { useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { scraperRun, scraperSpecific } from '#schemas/api/data.ts';
import { api } from '../../client/api.ts';
import { showFailed } from '../../client/show-failed.ts';
import { toasts } from '../../client/toasts.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { DASHBOARD, SCANNED_MAKES } from '../../content/data-dashboard.ts';
import { STAFF } from '../../content/staff.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { count } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { StaffOnly } from '../../ui/staff-only.tsx';
import { Card, Skeleton } from '../../ui/surface.tsx';
import { duration, when } from '../../ui/when.ts';
import { type ScraperStats, scraperStatsQuery } from './queries.ts';

const words = DASHBOARD.scraper;
const SCAN = ['scan'];
type Result = z.output<typeof scraperRun.response>;

/** Sets scans going; a scan that takes longer than its call goes on, and the stats follow it. */
export function ScraperControl({ isStaff }: { isStaff: boolean }) {
  const stats = useQuery(scraperStatsQuery);
  // What was asked for here runs before the stats have heard of it: the outcome they know is of another.
  const scanning = useIsMutating({ mutationKey: SCAN }) > 0;
  const running = scanning || stats.data?.isRunning === true;
  return (
    <Card className="grid grid-cols-1 content-start gap-4">
      <div>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-title">{words.title}</h2>
          {stats.data !== undefined && (
            <Badge tone={running ? 'info' : 'quiet'}>{running ? words.running : words.idle}</Badge>
          )}
        </div>
        <p className="text-ink-muted">{words.text}</p>
      </div>
      {isStaff ? <Scans /> : <StaffOnly text={STAFF.only.controls} />}
      <Loaded query={stats} failed={words.statsFailed} waiting={<Skeleton className="h-12" />}>
        {({ run }) =>
          run === null || (scanning && run.outcome !== null) ? null : <LastRun run={run} />
        }
      </Loaded>
    </Card>
  );
}

function Scans() {
  const full = useScan(() => api(scraperRun, {}), words.failed);
  const specific = useScan(
    (make: string) => api(scraperSpecific, { body: { make } }),
    words.specificFailed,
  );
  const busy = full.isPending || specific.isPending;
  return (
    <>
      <Button className="justify-self-start" busy={busy} onClick={() => full.mutate(undefined)}>
        {full.isPending ? words.scanning : words.run}
      </Button>
      <div role="group" aria-label={words.specific} className="flex flex-wrap gap-2">
        {SCANNED_MAKES.map((make) => (
          <Button
            key={make}
            look="secondary"
            size="small"
            busy={busy}
            onClick={() => specific.mutate(make)}
          >
            {specific.isPending && specific.variables === make ? words.scanning : words.scan(make)}
          </Button>
        ))}
      </div>
    </>
  );
}

function useScan<Input>(scan: (input: Input) => Promise<Result>, title: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: SCAN,
    mutationFn: scan,
    onSuccess: (result) => toasts.show(tell(result)),
    onError: (error) => showFailed({ title }, error),
    onSettled: () => queryClient.invalidateQueries(scraperStatsQuery),
  });
}

const tell = (result: Result) => {
  const { outcome } = result;
  if (outcome === null) return { title: words.underWay, text: words.goesOn, tone: 'good' as const };
  return {
    title: words.outcomes[outcome],
    text: inWords(result),
    tone: outcome === 'failed' ? ('bad' as const) : ('good' as const),
  };
};

const inWords = ({
  processed,
  newListings,
  duration: seconds,
}: Pick<Result, 'processed' | 'newListings' | 'duration'>) =>
  words.result(count(processed), count(newListings), duration(seconds));

const LastRun = ({ run }: { run: NonNullable<ScraperStats['run']> }) => (
  <p className="tabular">
    <strong>{run.outcome === null ? words.underWay : words.outcomes[run.outcome]}.</strong>{' '}
    {run.endedAt !== null && `${when(run.endedAt)}: `}
    {inWords(run)}
  </p>
);
