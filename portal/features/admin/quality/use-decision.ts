import { useQueryClient } from '@tanstack/react-query';
import { type AliasProposal, decideAlias, listAliases } from '#schemas/api/staff-data.ts';
import { api } from '../../../client/api.ts';
import { reasonOf } from '../../../client/failures.ts';
import { toasts } from '../../../client/toasts.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { QUALITY } from '../../../content/data-quality.ts';
import { replaysQuery } from '../queries.ts';

const words = QUALITY.aliases;

/** What a spelling may mean: a make, a line of it, or a type. */
export type Meaning = Pick<AliasProposal['candidates'][number], 'makeId' | 'lineId' | 'type'>;

/** Says whether a spelling has a meaning; also of one that was decided otherwise before: the last word holds. */
export function useDecision(alias: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({
      meaning: { makeId, lineId, type },
      decision,
    }: {
      meaning: Meaning;
      decision: 'accepted' | 'refused';
    }) => api(decideAlias, { body: { alias, makeId, lineId, type, decision } }),
    onSuccess: ({ decision, name, replays }) =>
      toasts.show({ ...words[decision](alias, name, replays), tone: 'good' }),
    onError: (error) =>
      toasts.show({
        title: words.notDecided.title,
        text: reasonOf(error, words.notDecided.text),
        tone: 'bad',
      }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: [listAliases.path] }),
        queryClient.invalidateQueries(replaysQuery),
      ]),
  });
}
