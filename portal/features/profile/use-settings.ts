import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { getSettings, updateSettings } from '#schemas/api/profile.ts';
import { listContributions } from '#schemas/api/contribution.ts';
import { api } from '../../client/api.ts';
import { showFailed } from '../../client/show-failed.ts';
import { toasts } from '../../client/toasts.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { SETTINGS } from '../../content/profile.ts';
import { settingsQuery } from './settings-queries.ts';

type Choice = z.input<typeof updateSettings.body>;

/**
 * The choices as the server has them, and one way to change them: shown once they are kept. No more is sent than what
 * is chosen here: the others may have been changed elsewhere since they were loaded.
 */
export function useSettings() {
  const queryClient = useQueryClient();
  const settings = useQuery(settingsQuery);
  const [wanted, setWanted] = useState<Choice>();
  const save = useMutation({
    // One after another, of every row: each answers with all there are, and an older one must not come last.
    scope: { id: updateSettings.path },
    mutationFn: async (body: Choice) => {
      // An answer from before the change must not come after it.
      await queryClient.cancelQueries({ queryKey: [getSettings.path] });
      return api(updateSettings, { body });
    },
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
    /** Chosen and not kept yet. */
    wanted,
    choose: (next: Choice) => {
      if (wanted !== undefined) return;
      setWanted(next);
      save.mutate(next);
    },
  };
}
