import { useMutation, useQueryClient } from '@tanstack/react-query';
import { listDeadLetters, readDeadLetter, type RedriveRun } from '#schemas/api/staff-data.ts';
import { reasonOf } from '../../../client/failures.ts';
import { toasts } from '../../../client/toasts.ts';
import { LETTERS } from '../../../content/dead-letters.ts';
import { count } from '../../../ui/format.ts';
import { redrivesQuery } from '../queries.ts';

/** Sends dead letters again and says how many; every list that shows them is asked for anew. */
export function useRedrive(send: () => Promise<RedriveRun>, onDone: () => void = () => undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: ({ state, redriven, error }) => {
      if (state === 'failed')
        toasts.show({
          title: LETTERS.notSent.title,
          text: error ?? LETTERS.notSent.text,
          tone: 'bad',
        });
      else
        toasts.show({
          ...(state === 'running' ? LETTERS.sending : LETTERS.sent(count(redriven))),
          tone: 'good',
        });
    },
    onError: (error) =>
      toasts.show({
        title: LETTERS.notSent.title,
        text: reasonOf(error, LETTERS.notSent.text),
        tone: 'bad',
      }),
    onSettled: async () => {
      onDone();
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: [listDeadLetters.path] }),
        queryClient.invalidateQueries({ queryKey: [readDeadLetter.path] }),
        queryClient.invalidateQueries(redrivesQuery),
      ]);
    },
  });
}
