import { useQueryClient } from '@tanstack/react-query';
import { refreshData } from '#schemas/api/data.ts';
import { api } from '../../client/api.ts';
import { refreshStatusQuery } from '../../client/data-status.ts';
import { showFailedAsSpecified } from '../../client/show-failed.ts';
import { toasts } from '../../client/toasts.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { DASHBOARD } from '../../content/data-dashboard.ts';
import { Button } from '../../ui/button.tsx';
import { scraperStatsQuery } from './queries.ts';

const words = DASHBOARD.refresh;

/** Starts a refresh of everything, which goes on in the background. */
export function ForceRefresh() {
  const queryClient = useQueryClient();
  const refresh = useMutation({
    mutationFn: () => api(refreshData, {}),
    onSuccess: ({ begun, message }) => {
      const said = begun ? words.started : { title: words.notBegun, text: message };
      toasts.show({ ...said, tone: 'good' });
      void queryClient.invalidateQueries(refreshStatusQuery);
      void queryClient.invalidateQueries(scraperStatsQuery);
    },
    onError: (error) => showFailedAsSpecified(words.failed, error),
  });
  return (
    <Button busy={refresh.isPending} onClick={() => refresh.mutate()}>
      {refresh.isPending ? words.pending : words.button}
    </Button>
  );
}
