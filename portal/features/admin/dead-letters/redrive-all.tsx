import { useState } from 'react';
import { type LetterFilter, redriveAll } from '#schemas/api/staff-data.ts';
import { api } from '../../../client/api.ts';
import { LETTERS } from '../../../content/dead-letters.ts';
import { Button } from '../../../ui/button.tsx';
import { LaterDialog } from '../../../ui/later-dialog.tsx';
import { count } from '../../../ui/format.ts';
import { useRedrive } from './use-redrive.ts';

const words = LETTERS.redriveAll;

interface RedriveAllProps {
  filter: LetterFilter;
  open: number;
  /** Whether `open` is of this filter, and not still of the one before. */
  known: boolean;
  /** Id of the heading where it goes on once none is open, and the button gone. */
  heir: string;
}

/** Sends all open ones of the filter again, after asking. */
export function RedriveAll({ filter, open, known, heir }: RedriveAllProps) {
  const [asking, setAsking] = useState(false);
  const redrive = useRedrive(
    () => api(redriveAll, { body: filter }),
    () => setAsking(false),
  );
  if (open === 0 && !asking) return null;
  return (
    <>
      <Button heir={heir} busy={!known} onClick={() => setAsking(true)}>
        {words.button(count(open))}
      </Button>
      <LaterDialog
        open={asking}
        onOpenChange={setAsking}
        title={words.title}
        description={words.text(count(open))}
        closeLabel={words.close}
        heir={heir}
      >
        <div className="mt-5 flex flex-wrap gap-3">
          <Button busy={redrive.isPending} onClick={() => redrive.mutate()}>
            {redrive.isPending ? words.sending : words.confirm}
          </Button>
          <Button look="secondary" onClick={() => setAsking(false)}>
            {words.cancel}
          </Button>
        </div>
      </LaterDialog>
    </>
  );
}
