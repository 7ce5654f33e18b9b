import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getSettings, updateSettings } from '#schemas/api/profile.ts';
import { listContributions } from '#schemas/api/contribution.ts';
import { api } from '../../client/api.ts';
import { showFailed } from '../../client/show-failed.ts';
import { toasts } from '../../client/toasts.ts';
import { SETTINGS } from '../../content/profile.ts';
import { type Settings, settingsQuery } from './queries.ts';

/** The choices as the server has them, and one way to change them: shown once they are kept. */
export function useSettings() {
  const queryClient = useQueryClient();
  const settings = useQuery(settingsQuery);
  const [wanted, setWanted] = useState<Settings>();
  const save = useMutation({
    mutationFn: (body: Settings) => api(updateSettings, { body }),
    onSuccess: (kept) => {
      queryClient.setQueryData([getSettings.path], kept);
      toasts.show({ ...SETTINGS.saved, tone: 'good' });
      void queryClient.invalidateQueries({ queryKey: [listContributions.path] });
    },
    onError: (error) => showFailed(SETTINGS.saveFailed, error),
    onSettled: () => setWanted(undefined),
  });
  return {
    settings,
    /** As chosen, from the click on: the mutation itself tells only a moment later that it is on its way. */
    chosen: wanted ?? settings.data,
    choose: (next: Settings) => {
      if (wanted !== undefined) return;
      setWanted(next);
      save.mutate(next);
    },
  };
}
