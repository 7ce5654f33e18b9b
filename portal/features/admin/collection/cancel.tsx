import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { cancelCollection } from '#schemas/api/staff-collection.ts';
import { api } from '../../../client/api.ts';
import { reasonOf } from '../../../client/failures.ts';
import { toasts } from '../../../client/toasts.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { ADMIN } from '../../../content/admin.ts';
import { Button } from '../../../ui/button.tsx';
import { LaterDialog } from '../../../ui/later-dialog.tsx';
import { collectionsQuery, collectionStatusQuery } from '../queries.ts';

const words = ADMIN.collections;

interface CancelProps {
  runId: string;
  /** Of the collection, in words. */
  name: string;
  /** Id of the heading where it goes on once the collection has ended, and this button with it. */
  heir: string;
}

/** Cancels a collection, after asking: what it has not seen yet is not asked for again by itself. */
export function Cancel({ runId, name, heir }: CancelProps) {
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const cancel = useMutation({
    mutationFn: () => api(cancelCollection, { body: { runId } }),
    onSuccess: () => toasts.show({ ...words.cancelled, tone: 'good' }),
    onError: (error) =>
      toasts.show({
        title: words.cancelFailed.title,
        text: reasonOf(error, words.cancelFailed.text),
        tone: 'bad',
      }),
    onSettled: async () => {
      setAsking(false);
      await queryClient.invalidateQueries(collectionsQuery);
      await queryClient.invalidateQueries(collectionStatusQuery);
    },
  });
  return (
    <>
      <Button
        look="secondary"
        size="small"
        heir={heir}
        aria-label={words.cancelOf(name)}
        onClick={() => setAsking(true)}
      >
        {words.cancel}
      </Button>
      <LaterDialog
        open={asking}
        onOpenChange={setAsking}
        title={words.ask.title}
        description={words.ask.text(name)}
        closeLabel={words.ask.close}
        heir={heir}
      >
        <div className="mt-5 flex flex-wrap gap-3">
          <Button look="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
            {cancel.isPending ? words.cancelling : words.ask.confirm}
          </Button>
          <Button look="secondary" onClick={() => setAsking(false)}>
            {words.ask.keep}
          </Button>
        </div>
      </LaterDialog>
    </>
  );
}
