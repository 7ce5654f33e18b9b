import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { listDeadLetters, readDeadLetter, type RedriveRun } from '#schemas/api/staff-data.ts';
import { staffSources } from '#schemas/api/staff-health.ts';
import { reasonOf } from '../../../client/failures.ts';
import { type Toast, toasts } from '../../../client/toasts.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { LETTERS } from '../../../content/dead-letters.ts';
import { count } from '../../../ui/format.ts';
import { redrivesQuery } from '../queries.ts';

/** Sends dead letters again and says how many; every list that shows them is asked for anew. */
export function useRedrive(send: () => Promise<RedriveRun>, onDone: () => void = () => undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (run) => toasts.show(tell(run)),
    onError: (error) =>
      toasts.show({
        title: LETTERS.notSent.title,
        text: reasonOf(error, LETTERS.notSent.text),
        tone: 'bad',
      }),
    onSettled: async () => {
      onDone();
      await Promise.all([askForLetters(queryClient), queryClient.invalidateQueries(redrivesQuery)]);
    },
  });
}

/** Sent is not understood: only where all has been read and none was put aside once more it is a success. */
function tell(run: RedriveRun): Toast {
  const { state, redriven, error } = run;
  if (state === 'failed')
    return { title: LETTERS.notSent.title, text: error ?? LETTERS.notSent.text, tone: 'bad' };
  if (state === 'running') return { ...LETTERS.sending, tone: 'info' };
  const again = failedAgain(run);
  return {
    ...LETTERS.sent(count(redriven), again === 0 ? undefined : count(again)),
    tone: state === 'done' && again === 0 ? 'good' : 'info',
  };
}

/** How many of those sent were put aside once more; `became` counts them by outcome and reason. */
export const failedAgain = ({ became }: Pick<RedriveRun, 'became'>): number =>
  Object.entries(became ?? {})
    .filter(([what]) => what.split(':')[0] === 'dead_letter')
    .reduce((sum, [, letters]) => sum + letters, 0);

/** Asks for the dead letters and their numbers anew: by the time a redrive has ended, what failed again is among them. */
export async function askForLetters(queryClient: QueryClient): Promise<void> {
  await Promise.all(
    [listDeadLetters, readDeadLetter, staffSources].map(({ path }) =>
      queryClient.invalidateQueries({ queryKey: [path] }),
    ),
  );
}
