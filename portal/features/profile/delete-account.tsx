import { type UseMutationResult, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type SubmitEvent } from 'react';
import type { z } from 'zod';
import { deleteAccount } from '#schemas/api/profile.ts';
import { api } from '../../client/api.ts';
import { reasonOf } from '../../client/failures.ts';
import { fieldErrors } from '../../client/field-errors.ts';
import { pathOf } from '../../client/paths.ts';
import { forgetOwner } from '../../client/tab-owner.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { SETTINGS } from '../../content/profile.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { focusFirstWrong } from '../../ui/focus-first-wrong.ts';
import { LaterDialog } from '../../ui/later-dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { CheckField } from './check-field.tsx';

const words = SETTINGS.deletion;
type Deletion = z.output<typeof deleteAccount.body>;

/** Asks for the password first. Afterwards nobody is signed in: the start page is loaded anew. */
export function DeleteAccount() {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const queryClient = useQueryClient();
  const leave = () => location.assign(pathOf('landing'));
  const remove = useMutation({
    mutationFn: (body: Deletion) => api(deleteAccount, { body }),
    onSuccess: () => {
      forgetOwner();
      // On coming back to the tab it would hear that nobody is signed in, and what is said here be gone unread.
      queryClient.unmount();
      // Who has gone on to another page meanwhile is not left on what is nobody's any more.
      if (button.current === null) leave();
    },
  });
  const gone = remove.isSuccess;
  const show = (next: boolean) => {
    remove.reset();
    setOpen(next);
  };
  return (
    <>
      <Button ref={button} look="danger" onClick={() => show(true)}>
        {words.action}
      </Button>
      <LaterDialog
        open={open}
        onOpenChange={gone ? leave : show}
        busy={remove.isPending}
        title={gone ? words.gone.title : words.dialog}
        description={gone ? words.gone.text : words.dialogText}
        closeLabel={SETTINGS.close}
      >
        {gone ? (
          // The form that had the focus is gone.
          <Button autoFocus className="mt-5" onClick={leave}>
            {words.gone.leave}
          </Button>
        ) : (
          <DeleteForm remove={remove} onKeep={() => show(false)} />
        )}
      </LaterDialog>
    </>
  );
}

interface DeleteFormProps {
  remove: UseMutationResult<unknown, Error, Deletion>;
  onKeep: () => void;
}

function DeleteForm({ remove, onKeep }: DeleteFormProps) {
  const [error, setError] = useState<string | undefined>();
  const [withdrawContributions, setWithdraw] = useState(false);
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form).get('password');
    const checked = deleteAccount.body.safeParse({ password: typed, withdrawContributions });
    const wrong = fieldErrors<'password'>(checked.error);
    setError(wrong.password);
    focusFirstWrong(form, wrong);
    if (checked.success) remove.mutate(checked.data);
    // What the server said is of what was typed before.
    else remove.reset();
  };
  return (
    <form noValidate className="mt-5 grid gap-4" onSubmit={send}>
      {remove.isError && (
        <Alert tone="destructive" live title={reasonOf(remove.error, words.failed)} />
      )}
      <PasswordField label={words.password} error={error} />
      <CheckField
        label={words.withdraw}
        text={words.withdrawText}
        checked={withdrawContributions}
        onChange={setWithdraw}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="danger" disabled={remove.isPending}>
          {remove.isPending ? words.pending : words.confirm}
        </Button>
        <Button look="secondary" busy={remove.isPending} onClick={onKeep}>
          {words.keep}
        </Button>
      </div>
    </form>
  );
}
